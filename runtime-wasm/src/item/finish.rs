//! How an item ends: a whole answer with its proof, or a truthful error with what there is.

use eval752_contract::capture::{Fill, Outcome};
use eval752_contract::error_code::{CaptureError, ErrorCode};
use eval752_contract::role::Role;

use super::{ItemRun, State};
use crate::clock::Now;
use crate::page::Page;
use crate::text::find;

/// What the record of an item is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finish {
    /// The answer, or why there is none.
    pub outcome: Outcome,
    /// When the prompt was sent; when the item began, if it was not.
    pub started: Now,
    /// From there to the last event of the answer, on the monotonic clock.
    pub latency_ms: u64,
    /// Whether the prompt may have reached the page.
    pub sent: bool,
    /// The model's name as the page showed it at the end.
    pub model_label: Option<String>,
    /// How the end was proven; `none` with an error.
    pub completion: &'static str,
    /// How the prompt was written.
    pub fill: Fill,
    /// How long the tab was hidden.
    pub hidden_ms: u64,
    /// Which selectors matched.
    pub matched: Vec<(Role, String)>,
    /// What else a reader should know.
    pub notes: Vec<String>,
    /// Until when the page must not be left, on the monotonic clock.
    pub hold_until: u64,
    /// What the answer says about the page, see [`Trust`].
    pub trust: Trust,
}

/// What an answer says about whether the page can be left soon after an answer's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Nothing.
    Stays,
    /// A streamed answer did not change after its end.
    Grows,
    /// An answer changed after the page said it was finished.
    Never,
}

impl ItemRun {
    pub(super) fn finish_whole<P: Page>(
        &mut self,
        now: Now,
        page: &mut P,
        completion: &'static str,
    ) {
        let reading = page.read();
        for note in &reading.notes {
            self.note(note);
        }
        if reading.markdown.is_empty() {
            let detail = "the page shows a finished turn without readable text";
            return self.fail(now, page, ErrorCode::EmptyResponse, detail);
        }
        self.close(now, page, Outcome::Answer(reading.markdown), completion);
    }

    pub(super) fn fail<P: Page>(&mut self, now: Now, page: &mut P, code: ErrorCode, detail: &str) {
        let partial = if self.sent.is_some() && page.answer().is_some() {
            Some(page.read().markdown).filter(|text| !text.is_empty())
        } else {
            None
        };
        let error = CaptureError::new(code, detail);
        self.close(now, page, Outcome::Failed { error, partial }, "none");
    }

    /// The page says what is wrong in its own words.
    pub(super) fn fail_with_notice<P: Page>(&mut self, now: Now, page: &mut P, notice: &str) {
        let code = if is_about_rate(notice) {
            ErrorCode::RateLimited
        } else {
            ErrorCode::PageError
        };
        let mut detail = String::from("the page says: ");
        detail.extend(
            notice
                .chars()
                .take(200)
                .map(|c| if c.is_control() { ' ' } else { c }),
        );
        self.fail(now, page, code, &detail);
    }

    fn close<P: Page>(
        &mut self,
        now: Now,
        page: &mut P,
        outcome: Outcome,
        completion: &'static str,
    ) {
        let started = self.sent.unwrap_or(self.began);
        let whole = matches!(outcome, Outcome::Answer(_));
        let end = if whole {
            self.watch.last_event()
        } else {
            now.mono
        };
        let label = page.model_label();
        if let (Some(before), Some(after)) = (&self.label_before, &label)
            && before.place == after.place
            && before.text != after.text
        {
            self.note("model-label-changed");
        }
        let label = label.or_else(|| self.label_before.take());
        self.finish = Some(Box::new(Finish {
            outcome,
            started,
            latency_ms: end.saturating_sub(started.mono),
            sent: self.sent.is_some(),
            model_label: label.map(|label| label.text),
            completion,
            fill: Fill {
                technique: self.technique.map_or("none", |how| how.as_str()).to_owned(),
                normalisation: self.forgiven.names(),
            },
            hidden_ms: self.hidden_ms,
            matched: page.matched(),
            notes: self.notes.clone(),
            hold_until: if whole { self.watch.hold_until() } else { 0 },
            trust: if self.reopened || self.watch.paints_late() {
                Trust::Never
            } else if whole && self.watch.speaks_for_page() {
                Trust::Grows
            } else {
                Trust::Stays
            },
        }));
        self.state = State::Finished;
    }
}

/// Whether a notice is about asking too much too quickly, in the languages we have seen.
fn is_about_rate(notice: &str) -> bool {
    let lower = notice.to_ascii_lowercase();
    [
        "too many",
        "too quickly",
        "rate limit",
        "limit reached",
        "429",
        "zu viele",
        "demasiad",
        "trop de",
    ]
    .iter()
    .any(|phrase| find(&lower, phrase).is_some())
}
