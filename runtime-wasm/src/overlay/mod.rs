//! The overlay: what will happen, what happens, and the buttons for it.
//!
//! An open shadow root keeps the page's style out and our elements away from the page's
//! selectors. Built with `createElement` only, for pages that forbid HTML from strings.

mod build;
mod show;
mod style;

use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, HtmlElement};

use crate::js;
pub(crate) use show::{Screen, View};

/// The overlay's element; its presence says that a runtime is here already.
pub(crate) const HOST: &str = "eval752-harness";

/// What the user did on the overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Press {
    Start,
    Resume,
    StartNew,
    TryOne,
    Pause,
    Stop,
    Save,
    Retry,
    Check,
    Wipe,
    Fold,
    Close,
    /// States something about the account: which of [`DECLARED`], and what.
    Declare(usize, Option<bool>),
}

/// Every button: what it does and its accessible name. Those of the title bar come last.
const BUTTONS: [(Press, &str); 12] = [
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
    (Press::Fold, "Fold"),
    (Press::Close, "Close"),
];

/// What the user declares about the account, in the order of the evidence's members.
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
    /// One for each of [`BUTTONS`].
    buttons: Vec<Element>,
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
        js::set(&panel, "className", &JsValue::from_str("panel"));
        let _may_fail = panel.unchecked_ref::<HtmlElement>().focus();
    }
    true
}

/// What is done with a press.
pub(crate) type OnPress = Rc<dyn Fn(Press)>;

impl Overlay {
    /// Takes the overlay off the page.
    pub(crate) fn remove(&self) {
        self.host.remove();
    }

    /// Folds or unfolds it.
    pub(crate) fn fold(&self) {
        let folded = js::text(&self.panel, "className") != "panel";
        let class = if folded { "panel" } else { "panel folded" };
        js::set(&self.panel, "className", &JsValue::from_str(class));
    }
}
