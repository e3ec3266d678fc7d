//! What the overlay shows in each state.

use super::build::set;
use super::{BUTTONS, Overlay, Part, Press};
use crate::js;
use crate::text::{number, text};
use wasm_bindgen::JsValue;
use web_sys::Element;

/// Which controls make sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Screen {
    /// Words alone: nothing can be done here, or not yet.
    Words,
    /// Before the first start.
    Ready,
    /// A stored session is offered.
    Offer,
    /// Under way.
    Running,
    /// Waiting for the user.
    Paused,
    /// Nothing more to do, or stopped.
    Ended,
}

/// Everything the overlay shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct View {
    /// The one line that is read out.
    pub(crate) status: String,
    /// More about it.
    pub(crate) detail: String,
    /// The last thing that went wrong.
    pub(crate) problem: String,
    /// Items with a record, and all items.
    pub(crate) progress: Option<(usize, usize)>,
    /// Counts in words.
    pub(crate) counts: String,
    /// Records are there to be saved.
    pub(crate) has_records: bool,
    /// Some of them failed.
    pub(crate) has_failed: bool,
    /// Items are left.
    pub(crate) has_left: bool,
}

impl Overlay {
    /// Shows `view`.
    #[inline(never)]
    pub(crate) fn show(&self, screen: Screen, view: &View) {
        for (part, text) in [
            (Part::Status, &view.status),
            (Part::Detail, &view.detail),
            (Part::Counts, &view.counts),
            (Part::Problem, &view.problem),
        ] {
            let element = self.part(part);
            // Unchanged text would be read out again.
            if js::text(element, "textContent") != *text {
                js::set_text(element, "textContent", text);
            }
        }
        let bar = self.part(Part::Bar);
        hide(bar, view.progress.is_none());
        if let Some((done, all)) = view.progress {
            let (done, all) = (number(done as u64), number(all.max(1) as u64));
            set(bar, "max", &all);
            set(bar, "value", &done);
            let title = text(&["Browser Harness \u{B7} ", &done, " of ", &all]);
            js::set_text(self.part(Part::Title), "textContent", &title);
        }
        hide(self.part(Part::Declared), screen != Screen::Ready);
        if screen == Screen::Running {
            self.empty(Part::Report);
        }
        for ((press, _), button) in BUTTONS.iter().zip(&self.buttons) {
            let shown = match press {
                Press::Start | Press::TryOne => screen == Screen::Ready,
                Press::Check => matches!(screen, Screen::Ready | Screen::Paused),
                Press::Copy => {
                    matches!(screen, Screen::Ready | Screen::Paused)
                        && js::get(self.part(Part::Report), "firstChild").is_object()
                }
                Press::StartNew => screen == Screen::Offer,
                Press::Resume => {
                    matches!(screen, Screen::Offer | Screen::Paused)
                        || (screen == Screen::Ended && view.has_left)
                }
                Press::Pause => screen == Screen::Running,
                Press::Stop => matches!(screen, Screen::Running | Screen::Paused),
                Press::Save => view.has_records,
                Press::Retry => view.has_failed && matches!(screen, Screen::Ended | Screen::Paused),
                Press::Wipe => matches!(screen, Screen::Ended | Screen::Offer),
                Press::Fold | Press::Close | Press::Declare(..) => true,
            };
            hide(button, !shown);
        }
    }
}

fn hide(element: &Element, hidden: bool) {
    js::set(element, "hidden", &JsValue::from_bool(hidden));
}
