//! Building the overlay, element by element.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element};

use super::{BUTTONS, DECLARED, HOST, OnPress, Overlay, Press, style};
use crate::js;

#[wasm_bindgen]
extern "C" {
    /// The part of `Document` and `Element` that can't fail with the constant names used here:
    /// `web-sys` has these methods only with a check for an exception around each call.
    type Plain;
    #[wasm_bindgen(method, js_name = createElement)]
    fn create_element(this: &Plain, tag: &str) -> Element;
    #[wasm_bindgen(method, js_name = setAttribute)]
    fn set_attribute(this: &Plain, name: &str, value: &str);
    #[wasm_bindgen(method)]
    fn append(this: &Plain, child: &Element);
    #[wasm_bindgen(method, js_name = addEventListener)]
    fn add_event_listener(this: &Plain, event: &str, listener: &JsValue);
    #[wasm_bindgen(method, js_name = attachShadow)]
    fn attach_shadow(this: &Plain, how: &JsValue) -> Element;
}

/// Makes `tag` with attributes, as pairs of name and value, and text.
#[inline(never)]
pub(super) fn make(document: &Document, tag: &str, attributes: &[&str], text: &str) -> Element {
    let element = document.unchecked_ref::<Plain>().create_element(tag);
    for pair in attributes.chunks_exact(2) {
        set(&element, pair[0], pair[1]);
    }
    if !text.is_empty() {
        element.set_text_content(Some(text));
    }
    element
}

/// Sets an attribute.
#[inline(never)]
pub(super) fn set(element: &Element, name: &str, value: &str) {
    element.unchecked_ref::<Plain>().set_attribute(name, value);
}

/// Puts `child` at the end of `parent`.
#[inline(never)]
pub(super) fn add(parent: &Element, child: &Element) {
    parent.unchecked_ref::<Plain>().append(child);
}

/// Calls `listener` on `event`.
#[inline(never)]
pub(super) fn listen(element: &Element, event: &str, listener: &JsValue) {
    element
        .unchecked_ref::<Plain>()
        .add_event_listener(event, listener);
}

impl Overlay {
    /// Puts the overlay on the page; `None` if the page has no place for it.
    #[inline(never)]
    pub(crate) fn new(document: &Document, on_press: OnPress) -> Option<Self> {
        let page = document.document_element()?;
        let make = |tag, attributes: &[&str], text| make(document, tag, attributes, text);
        let host = make(HOST, &[], "");
        let how = js::flags(&[]);
        js::set(&how, "mode", &JsValue::from_str("open"));
        let root = host.unchecked_ref::<Plain>().attach_shadow(&how);
        style::apply(document, &root, &host);

        let panel = make(
            "section",
            &[
                "class",
                "panel",
                "role",
                "region",
                "aria-label",
                "Browser Harness",
                "tabindex",
                "-1",
            ],
            "",
        );
        let head = make("header", &[], "");
        let title = make("h2", &[], "Browser Harness");
        add(&head, &title);
        let row = make("div", &["class", "buttons"], "");
        let mut buttons = Vec::new();
        for (index, (press, name)) in BUTTONS.into_iter().enumerate() {
            let (parent, class, sign) = match press {
                Press::Start | Press::Resume => (&row, "main", name),
                Press::Fold => (&head, "icon", "\u{2013}"),
                Press::Close => (&head, "icon", "\u{D7}"),
                _ => (&row, "", name),
            };
            let attributes = [
                "type",
                "button",
                "class",
                class,
                "aria-label",
                name,
                "name",
                letter(index),
            ];
            let button = make("button", &attributes, sign);
            add(parent, &button);
            buttons.push(button);
        }

        let overlay = Self {
            status: make(
                "p",
                &["class", "status", "role", "status", "aria-live", "polite"],
                "",
            ),
            detail: make("p", &["class", "detail"], ""),
            bar: make("progress", &["aria-label", "Prompts done"], ""),
            counts: make("p", &["class", "counts"], ""),
            problem: make("p", &["class", "problem", "role", "alert"], ""),
            declared: declarations(document),
            report: make("div", &["class", "report"], ""),
            document: document.clone(),
            host,
            panel,
            title,
            buttons,
        };
        let body = make("div", &["class", "body"], "");
        for element in [
            &overlay.status,
            &overlay.detail,
            &overlay.declared,
            &overlay.bar,
            &overlay.counts,
            &overlay.problem,
            &row,
            &overlay.report,
        ] {
            add(&body, element);
        }
        add(&overlay.panel, &head);
        add(&overlay.panel, &body);
        add(&root, &overlay.panel);
        add(&page, &overlay.host);
        let listener = js::callback(Box::new(move |event| {
            if let Some(press) = pressed(&event) {
                on_press(press);
            }
        }));
        listen(&overlay.panel, "click", &listener);
        listen(&overlay.panel, "change", &listener);
        style::make_movable(&overlay.panel, &head);
        Some(overlay)
    }
}

/// A name for the control `index`: one letter.
fn letter(index: usize) -> &'static str {
    "abcdefghijklmnop".get(index..=index).unwrap_or_default()
}

/// What a click on a button or a change of a list means.
fn pressed(event: &JsValue) -> Option<Press> {
    let target = js::get(event, "target");
    let index = usize::from(
        js::text(&target, "name")
            .bytes()
            .next()?
            .checked_sub(b'a')?,
    );
    if let Some((press, _)) = BUTTONS.get(index) {
        return Some(*press);
    }
    if js::text(event, "type") != "change" {
        return None;
    }
    let chosen = js::get(&target, "selectedIndex").as_f64();
    let value = chosen
        .filter(|chosen| *chosen > 0.0)
        .map(|chosen| chosen < 2.0);
    Some(Press::Declare(index - BUTTONS.len(), value))
}

#[inline(never)]
fn declarations(document: &Document) -> Element {
    let group = make(document, "fieldset", &["class", "declared"], "");
    let legend = "What you state about this account (goes into the archive)";
    add(&group, &make(document, "legend", &[], legend));
    for (index, name) in DECLARED.into_iter().enumerate() {
        let label = make(document, "label", &[], "");
        add(&label, &make(document, "span", &[], name));
        let select = make(
            document,
            "select",
            &["name", letter(BUTTONS.len() + index)],
            "",
        );
        for text in ["not stated", "on", "off"] {
            add(&select, &make(document, "option", &[], text));
        }
        add(&label, &select);
        add(&group, &label);
    }
    group
}
