//! The overlay: what will happen, what happens, and the buttons for it.
//!
//! An open shadow root keeps the page's style out and our elements away from the page's
//! selectors. Built with `createElement` only, for pages that forbid HTML from strings.

mod ask;
mod build;
mod report;
mod show;
mod style;

use web_sys::{Document, Element};

use crate::js;
pub(crate) use build::make;
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
    Copy,
    Wipe,
    Fold,
    Close,
    /// States something about the account: which of [`DECLARED`], and what.
    Declare(usize, Option<bool>),
}

/// Every button: what it does and its accessible name. Those of the title bar come last.
const BUTTONS: [(Press, &str); 13] = [
    (Press::Start, "Start"),
    (Press::Resume, "Resume"),
    (Press::StartNew, "Start new"),
    (Press::TryOne, "Try one"),
    (Press::Pause, "Pause"),
    (Press::Stop, "Stop"),
    (Press::Save, "Save"),
    (Press::Retry, "Retry failed"),
    (Press::Check, "Check page"),
    (Press::Copy, "Copy check"),
    (Press::Wipe, "Wipe stored data"),
    (Press::Fold, "Fold"),
    (Press::Close, "Close"),
];

/// What the user declares about the account, in the order of the evidence's members.
const DECLARED: [&str; 4] = ["Temporary chat", "Memory", "Custom instructions", "Tools"];

/// The overlay on the page.
pub(crate) struct Overlay {
    document: Document,
    /// In the order of [`Part`].
    parts: Vec<Element>,
    /// One for each of [`BUTTONS`].
    buttons: Vec<Element>,
}

/// An element that is used again, in the order in which they are built.
#[derive(Debug, Clone, Copy)]
enum Part {
    Panel,
    Head,
    Title,
    Body,
    Status,
    Detail,
    Declared,
    Bar,
    Counts,
    Problem,
    Buttons,
    Report,
    Ask,
}

/// Every [`Part`]: the one it is in, its tag, attributes and text.
const PARTS: [(Part, &str, &str); 12] = [
    (Part::Panel, "header", ""),
    (Part::Head, "h2", "Browser Harness"),
    (Part::Panel, "div;class=body", ""),
    (
        Part::Body,
        "p;class=status;role=status;aria-live=polite",
        "",
    ),
    (Part::Body, "p;class=detail", ""),
    (Part::Body, "fieldset;class=declared", ""),
    (Part::Body, "progress;aria-label=Prompts done", ""),
    (Part::Body, "p;class=counts", ""),
    (Part::Body, "p;class=problem;role=alert", ""),
    (Part::Body, "div;class=buttons", ""),
    (Part::Body, "div;class=report", ""),
    (Part::Body, "div;class=ask", ""),
];
const PANEL: &str = "section;class=panel;role=region;aria-label=Browser Harness;tabindex=-1";

/// Whether an overlay is on the page already; it is brought into view.
pub(crate) fn present(document: &Document) -> bool {
    let Ok(Some(host)) = document.query_selector(HOST) else {
        return false;
    };
    let panel = js::get(&js::get(&host, "shadowRoot"), "firstChild");
    if panel.is_object() {
        js::set_text(&panel, "className", "panel");
        js::call(&panel, "focus", &[]);
    }
    true
}

/// What is done with a press.
pub(crate) type OnPress = Box<dyn Fn(Press)>;

/// Takes the overlay off the page.
pub(crate) fn remove(document: &Document) {
    if let Ok(Some(host)) = document.query_selector(HOST) {
        js::call(&host, "remove", &[]);
    }
}

impl Overlay {
    fn part(&self, part: Part) -> &Element {
        &self.parts[part as usize]
    }

    /// Folds or unfolds it.
    pub(crate) fn fold(&self) {
        let panel = self.part(Part::Panel);
        let folded = js::text(panel, "className") != "panel";
        let class = if folded { "panel" } else { "panel folded" };
        js::set_text(panel, "className", class);
    }

    /// Removes what is in a part.
    #[inline(never)]
    fn empty(&self, part: Part) {
        js::set_text(self.part(part), "textContent", "");
    }
}
