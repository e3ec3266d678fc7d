//! What the overlay shows in each state.

use super::{Overlay, Press, set};

/// Which controls make sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Screen {
    /// Something is wrong and nothing can be done here.
    Refused,
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
    pub(crate) fn show(&self, screen: Screen, view: &View) {
        for (element, text) in [
            (&self.status, &view.status),
            (&self.detail, &view.detail),
            (&self.counts, &view.counts),
            (&self.problem, &view.problem),
        ] {
            // Unchanged text would be read out again.
            if element.text_content().as_deref() != Some(text) {
                element.set_text_content(Some(text));
            }
        }
        match view.progress {
            Some((done, all)) => {
                set(&self.bar, "max", &number(all.max(1)));
                set(&self.bar, "value", &number(done));
                let _ok = self.bar.remove_attribute("hidden");
                let done = [&number(done), " of ", &number(all)].concat();
                self.title
                    .set_text_content(Some(&["Browser Harness \u{B7} ", &done].concat()));
            }
            None => set(&self.bar, "hidden", ""),
        }
        Self::hide(&self.declared, screen != Screen::Ready);
        for (press, button) in &self.buttons {
            let shown = match press {
                Press::Start | Press::TryOne => screen == Screen::Ready,
                Press::Check => matches!(screen, Screen::Ready | Screen::Paused),
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
                Press::Fold | Press::Close => true,
            };
            Self::hide(button, !shown);
        }
    }

    fn hide(element: &web_sys::Element, hidden: bool) {
        if hidden {
            set(element, "hidden", "");
        } else {
            let _ok = element.remove_attribute("hidden");
        }
    }

    /// Shows rows under the buttons: what each role matches on this page.
    pub(crate) fn report(&self, rows: &[[String; 3]]) {
        self.report.set_text_content(None);
        let Ok(table) = self.document.create_element("table") else {
            return;
        };
        for (index, row) in rows.iter().enumerate() {
            let Ok(line) = self.document.create_element("tr") else {
                continue;
            };
            for cell in row {
                let tag = if index == 0 { "th" } else { "td" };
                let Ok(element) = self.document.create_element(tag) else {
                    continue;
                };
                element.set_text_content(Some(cell));
                super::add(&line, &element);
            }
            super::add(&table, &line);
        }
        super::add(&self.report, &table);
    }
}

/// A number in digits.
pub(crate) fn number(number: usize) -> String {
    let mut out = eval752_contract::json::Writer::new();
    out.integer(number as u64);
    out.finish()
}
