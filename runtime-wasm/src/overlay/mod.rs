//! The overlay: what will happen, what happens, and the buttons for it.
//!
//! An open shadow root keeps the page's style out and our elements away from the page's
//! selectors. Built with `createElement` only, for pages that forbid HTML from strings.

mod show;
mod style;

use std::rc::Rc;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, HtmlElement, ShadowRoot, ShadowRootInit, ShadowRootMode};

pub(crate) use show::{Screen, View, number};

/// The overlay's element; its presence says that a runtime is here already.
pub(crate) const HOST: &str = "eval752-harness";

/// What the user pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Press {
    Start,
    TryOne,
    Pause,
    Resume,
    StartNew,
    Stop,
    Save,
    Retry,
    Wipe,
    Check,
    Fold,
    Close,
}

/// Every button: what it does and its accessible name.
const BUTTONS: [(Press, &str); 10] = [
    (Press::Start, "Start"),
    (Press::Resume, "Resume"),
    (Press::StartNew, "Start new"),
    (Press::TryOne, "Try one"),
    (Press::Pause, "Pause"),
    (Press::Stop, "Stop"),
    (Press::Save, "Save"),
    (Press::Retry, "Retry failed"),
    (Press::Check, "Check page"),
    (Press::Wipe, "Wipe stored data"),
];

/// What the user declares about the account: question and evidence member.
const DECLARED: [&str; 4] = ["Temporary chat", "Memory", "Custom instructions", "Tools"];

/// The overlay on the page.
pub(crate) struct Overlay {
    document: Document,
    host: Element,
    panel: Element,
    title: Element,
    status: Element,
    detail: Element,
    bar: Element,
    counts: Element,
    problem: Element,
    declared: Element,
    buttons: Vec<(Press, Element)>,
    report: Element,
}

/// Whether an overlay is on the page already; it is brought into view.
pub(crate) fn present(document: &Document) -> bool {
    let Ok(Some(host)) = document.query_selector(HOST) else {
        return false;
    };
    let panel = host
        .shadow_root()
        .and_then(|root| root.query_selector("section").ok().flatten());
    if let Some(panel) = panel {
        let _ok = panel.class_list_remove("folded");
        let _may_fail = panel.unchecked_ref::<HtmlElement>().focus();
    }
    true
}

/// `classList.remove` without the rest of that interface.
trait ClassRemove {
    fn class_list_remove(&self, class: &str) -> Result<(), JsValue>;
}

impl ClassRemove for Element {
    fn class_list_remove(&self, class: &str) -> Result<(), JsValue> {
        let all = self.get_attribute("class").unwrap_or_default();
        let kept: Vec<&str> = all
            .split(' ')
            .filter(|c| *c != class && !c.is_empty())
            .collect();
        self.set_attribute("class", &kept.join(" "))
    }
}

impl Overlay {
    /// Puts the overlay on the page; `None` if the page has no place for it.
    pub(crate) fn new(
        document: &Document,
        on_press: impl Fn(Press) + 'static,
        on_declare: impl Fn(usize, Option<bool>) + 'static,
    ) -> Option<Self> {
        let host = document.create_element(HOST).ok()?;
        let root = host
            .attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open))
            .ok()?;
        style::apply(document, &root, &host);
        let on_press: Rc<dyn Fn(Press)> = Rc::new(on_press);

        let panel = make(document, "section", "panel")?;
        set(&panel, "role", "region");
        set(&panel, "aria-label", "Browser Harness");
        set(&panel, "tabindex", "-1");
        let head = make(document, "header", "")?;
        let title = make(document, "h2", "")?;
        title.set_text_content(Some("Browser Harness"));
        add(&head, &title);
        for (press, name, sign) in [
            (Press::Fold, "Fold", "\u{2013}"),
            (Press::Close, "Close", "\u{D7}"),
        ] {
            let button = button(document, sign, press, &on_press)?;
            set(&button, "aria-label", name);
            set(&button, "class", "icon");
            add(&head, &button);
        }
        add(&panel, &head);

        let body = make(document, "div", "body")?;
        let status = make(document, "p", "status")?;
        set(&status, "role", "status");
        set(&status, "aria-live", "polite");
        let detail = make(document, "p", "detail")?;
        let bar = make(document, "progress", "")?;
        set(&bar, "aria-label", "Prompts done");
        let counts = make(document, "p", "counts")?;
        let problem = make(document, "p", "problem")?;
        set(&problem, "role", "alert");
        let declared = declarations(
            document,
            &(Rc::new(on_declare) as Rc<dyn Fn(usize, Option<bool>)>),
        )?;
        let row = make(document, "div", "buttons")?;
        let mut buttons = Vec::new();
        for (press, name) in BUTTONS {
            let element = button(document, name, press, &on_press)?;
            if matches!(press, Press::Start | Press::Resume) {
                set(&element, "class", "main");
            }
            add(&row, &element);
            buttons.push((press, element));
        }
        let report = make(document, "div", "report")?;
        for element in [
            &status, &detail, &declared, &bar, &counts, &problem, &row, &report,
        ] {
            add(&body, element);
        }
        add(&panel, &body);
        root.append_child(&panel).ok()?;
        document.document_element()?.append_child(&host).ok()?;
        let overlay = Self {
            document: document.clone(),
            host,
            panel,
            title,
            status,
            detail,
            bar,
            counts,
            problem,
            declared,
            buttons,
            report,
        };
        style::make_movable(&overlay.panel, &head);
        Some(overlay)
    }

    /// Takes the overlay off the page.
    pub(crate) fn remove(&self) {
        self.host.remove();
    }

    /// Folds or unfolds it.
    pub(crate) fn fold(&self) {
        let folded = self
            .panel
            .get_attribute("class")
            .is_some_and(|c| c.contains("folded"));
        set(
            &self.panel,
            "class",
            if folded { "panel" } else { "panel folded" },
        );
    }
}

fn declarations(
    document: &Document,
    on_declare: &Rc<dyn Fn(usize, Option<bool>)>,
) -> Option<Element> {
    let group = make(document, "fieldset", "declared")?;
    let legend = make(document, "legend", "")?;
    legend.set_text_content(Some(
        "What you state about this account (goes into the archive)",
    ));
    add(&group, &legend);
    for (index, name) in DECLARED.into_iter().enumerate() {
        let label = make(document, "label", "")?;
        let caption = make(document, "span", "")?;
        caption.set_text_content(Some(name));
        add(&label, &caption);
        let select = make(document, "select", "")?;
        for text in ["not stated", "on", "off"] {
            let option = make(document, "option", "")?;
            option.set_text_content(Some(text));
            add(&select, &option);
        }
        let on_declare = on_declare.clone();
        let changed = select.clone();
        listen(&select, "change", move || {
            let value = js_sys::Reflect::get(&changed, &"selectedIndex".into()).ok();
            let value = match value.and_then(|value| value.as_f64()) {
                Some(1.0) => Some(true),
                Some(2.0) => Some(false),
                _ => None,
            };
            on_declare(index, value);
        });
        add(&label, &select);
        add(&group, &label);
    }
    Some(group)
}

fn button(
    document: &Document,
    text: &str,
    press: Press,
    on_press: &Rc<dyn Fn(Press)>,
) -> Option<Element> {
    let button = make(document, "button", "")?;
    set(&button, "type", "button");
    button.set_text_content(Some(text));
    let on_press = on_press.clone();
    listen(&button, "click", move || on_press(press));
    Some(button)
}

fn make(document: &Document, tag: &str, class: &str) -> Option<Element> {
    let element = document.create_element(tag).ok()?;
    if !class.is_empty() {
        set(&element, "class", class);
    }
    Some(element)
}

fn set(element: &Element, name: &str, value: &str) {
    let _valid_name = element.set_attribute(name, value);
}

fn add(parent: &Element, child: &Element) {
    let _fits = parent.append_child(child);
}

fn listen(element: &Element, event: &str, then: impl Fn() + 'static) {
    let closure = Closure::<dyn Fn()>::new(then);
    let _ok = element.add_event_listener_with_callback(event, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// The shadow root of the overlay, typed.
type Root = ShadowRoot;
