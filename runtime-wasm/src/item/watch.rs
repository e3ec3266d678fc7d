//! Is the answer whole? The judgement over what was seen of it so far.
//!
//! Elapsed quiet proves nothing where the page marks an end: the busy marker must be gone, the
//! end marker must stand in this answer, and the text must not have changed over several
//! looks. Quiet alone counts only on pages that mark nothing, and is named so.

use eval752_contract::error_code::ErrorCode;

use super::limits;
use crate::fault::{Fault, on};
use crate::page::{Answer, Known};

/// What a look at the answer says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Still being made.
    Going,
    /// Nothing has moved for a while.
    Stands,
    /// Whole, proven in the way named.
    Whole(&'static str),
    /// It will not become whole.
    Failed(ErrorCode, &'static str),
}

/// What was seen of one answer.
#[derive(Debug, Default)]
pub(super) struct Watch {
    began: u64,
    last: Option<Answer>,
    changed_at: u64,
    /// Looks in a row that saw the same.
    steady: u32,
    busy: bool,
    busy_seen: bool,
    busy_left_at: u64,
    lost_at: Option<u64>,
    failing_since: Option<u64>,
    whole: bool,
    /// Since when the end marker stands although the page is busy.
    marked_since: Option<u64>,
    /// The end marker stood long before the answer was over, or came and went: it proves less.
    early_marker: bool,
    /// How often the text changed.
    changes: u32,
    /// The text changed after the busy marker had left (B38).
    late_change: bool,
    /// This page has shown on earlier answers that nothing comes after its end.
    trusted: bool,
}

impl Watch {
    /// The page took the prompt.
    pub(super) fn begin(&mut self, now: u64, trusted: bool) {
        *self = Self {
            began: now,
            changed_at: now,
            busy_left_at: now,
            trusted,
            ..Self::default()
        };
    }
    /// Whether this answer speaks for the page: it was streamed, both signs were seen to change,
    /// and nothing came after them.
    pub(super) fn speaks_for_page(&self) -> bool {
        self.busy_seen && self.changes >= 2 && !self.early_marker && !self.late_change
    }

    /// Whether this page is known to add to an answer after its signs say it is finished.
    pub(super) fn paints_late(&self) -> bool {
        self.late_change
    }

    /// Until when the answer must be watched before the page may be left. Nothing where the
    /// page is trusted and both of its signs were seen to change.
    pub(super) fn hold_until(&self) -> u64 {
        let clean = self.busy_seen && !self.early_marker;
        if (self.trusted && clean)
            || on(Fault::NoHold)
            || on(Fault::BusyGoneAtOnce)
            || on(Fault::MarkedEndAtOnce)
        {
            0
        } else {
            self.last_event() + limits::HOLD_MS
        }
    }

    /// When the last thing happened that belongs to the answer.
    pub(super) fn last_event(&self) -> u64 {
        self.changed_at
            .max(if self.busy_seen { self.busy_left_at } else { 0 })
    }

    /// Whether the busy marker was there and left, a moment ago.
    pub(super) fn is_closing(&self, now: u64) -> bool {
        self.busy_seen && !self.busy && now.saturating_sub(self.last_event()) < limits::HOLD_MS
    }

    pub(super) fn ended_whole(&self) -> bool {
        self.whole
    }

    pub(super) fn differs(&self, answer: Answer) -> bool {
        self.last.is_some_and(|last| last.print != answer.print)
    }

    pub(super) fn reopen(&mut self, now: u64) {
        self.whole = false;
        self.trusted = false;
        self.steady = 0;
        self.changed_at = now;
    }

    /// Takes in one look and judges.
    pub(super) fn look(
        &mut self,
        now: u64,
        known: Known,
        busy: bool,
        answer: Option<Answer>,
    ) -> Verdict {
        let busy = busy && !on(Fault::IgnoreBusy);
        self.note_busy(now, busy);
        let Some(answer) = answer else {
            return self.without_answer(now, busy);
        };
        self.lost_at = None;
        if self.last == Some(answer) && !busy {
            self.steady += 1;
        } else {
            self.steady = 0;
        }
        self.note_marker(now, busy, answer);
        if self.last != Some(answer) {
            if self.differs(answer) {
                self.changes += 1;
                self.late_change |= self.busy_seen && !busy && self.busy_left_at < now;
            }
            self.last = Some(answer);
            self.changed_at = now;
        }
        let still = now.saturating_sub(self.last_event());
        if busy {
            self.failing_since = None;
            return if still_since(now, self.changed_at) >= limits::BUSY_STUCK_MS {
                Verdict::Failed(
                    ErrorCode::BusyStuck,
                    "the page stayed busy and the text stood still",
                )
            } else {
                Verdict::Going
            };
        }
        if answer.retry && !on(Fault::IgnoreRetry) {
            let since = *self.failing_since.get_or_insert(now);
            return if still_since(now, since) >= limits::ERROR_MS && still >= limits::ERROR_MS {
                Verdict::Failed(
                    ErrorCode::PageError,
                    "the page says that this answer failed",
                )
            } else {
                Verdict::Going
            };
        }
        self.failing_since = None;
        let verdict = self.idle(still, known, answer);
        self.whole = matches!(verdict, Verdict::Whole(_));
        verdict
    }

    /// The page is idle and shows an answer: how long has it stood, and what speaks for its end?
    fn idle(&self, still: u64, known: Known, answer: Answer) -> Verdict {
        let steady = self.steady >= limits::STEADY_SAMPLES;
        let waiting = if still >= limits::STANDS_MS {
            Verdict::Stands
        } else {
            Verdict::Going
        };
        let interim = answer.interim && !on(Fault::InterimIsAnswer);
        if !answer.has_text || interim {
            let ended = answer.end_marker || !known.end_marker;
            return if steady && ended && !interim && still >= limits::EMPTY_MS {
                Verdict::Failed(
                    ErrorCode::EmptyResponse,
                    "the page shows a finished turn without text",
                )
            } else if steady && still >= limits::END_UNPROVEN_MS {
                Verdict::Failed(
                    ErrorCode::EndUnproven,
                    "the page is idle and shows no answer text",
                )
            } else {
                waiting
            };
        }
        let (needed, completion) = if known.end_marker {
            if !answer.end_marker && !on(Fault::IgnoreEndMarker) {
                return if steady && still >= limits::END_UNPROVEN_MS {
                    let detail = "the page is idle, the text stands, but the end marker is missing";
                    Verdict::Failed(ErrorCode::EndUnproven, detail)
                } else {
                    waiting
                };
            }
            let needed = if known.busy && !self.busy_seen {
                limits::UNSEEN_BUSY_MS
            } else if self.trusted && !self.early_marker {
                limits::TRUSTED_MARKED_END_MS
            } else {
                limits::MARKED_END_MS
            };
            (needed, "end-marker")
        } else if self.busy_seen {
            let needed = if self.trusted {
                limits::TRUSTED_BUSY_GONE_MS
            } else {
                limits::BUSY_GONE_MS
            };
            (needed, "busy-gone")
        } else {
            (limits::QUIET_MS, "quiet")
        };
        let at_once = match completion {
            "end-marker" => on(Fault::MarkedEndAtOnce),
            "busy-gone" => on(Fault::BusyGoneAtOnce),
            _ => on(Fault::ShortQuiet) && still >= 1_000,
        };
        if (steady && still >= needed) || at_once {
            Verdict::Whole(completion)
        } else {
            waiting
        }
    }

    fn without_answer(&mut self, now: u64, busy: bool) -> Verdict {
        self.steady = 0;
        if self.last.is_some_and(|last| last.has_text) {
            let since = *self.lost_at.get_or_insert(now);
            return if still_since(now, since) >= limits::LOST_MS {
                Verdict::Failed(ErrorCode::AnswerLost, "the answer's turn left the page")
            } else {
                Verdict::Going
            };
        }
        if busy {
            return if still_since(now, self.began) >= limits::BUSY_STUCK_MS {
                Verdict::Failed(
                    ErrorCode::BusyStuck,
                    "the page stayed busy and showed no answer",
                )
            } else {
                Verdict::Going
            };
        }
        let idle = still_since(now, self.busy_left_at.max(self.began));
        if idle >= limits::NO_ANSWER_MS {
            Verdict::Failed(
                ErrorCode::NoAnswer,
                "the page took the prompt and showed no answer",
            )
        } else if idle >= limits::NOTHING_MS {
            Verdict::Stands
        } else {
            Verdict::Going
        }
    }

    /// A page's two signs do not change in one moment: the last look that sees it busy may see
    /// the mark already. Before that, the mark is early.
    fn note_marker(&mut self, now: u64, busy: bool, answer: Answer) {
        let marked = busy && answer.end_marker && answer.has_text;
        if let Some(since) = self.marked_since {
            let taken_back = !answer.end_marker || self.differs(answer);
            self.early_marker |=
                taken_back || (busy && now.saturating_sub(since) > limits::SAME_TIME_MS);
        }
        self.marked_since = marked.then(|| self.marked_since.unwrap_or(now));
    }

    fn note_busy(&mut self, now: u64, busy: bool) {
        if busy || self.busy {
            // It leaves at the first look that does not see it.
            self.busy_left_at = now;
        }
        self.busy_seen |= busy;
        self.busy = busy;
    }
}

fn still_since(now: u64, since: u64) -> u64 {
    now.saturating_sub(since)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One look: whether the page is busy, whether its end is marked, and which text stands.
    type Look = (bool, bool, u64);

    fn speaks(looks: &[Look]) -> bool {
        let mut watch = Watch::default();
        watch.begin(0, false);
        let known = Known {
            busy: true,
            end_marker: true,
            ..Known::default()
        };
        for (now, &(busy, end_marker, print)) in (0..).step_by(100).zip(looks) {
            let answer = Answer {
                turns: 1,
                print,
                has_text: true,
                end_marker,
                ..Answer::default()
            };
            watch.look(now, known, busy, Some(answer));
        }
        watch.speaks_for_page()
    }

    #[test]
    fn two_signs_of_one_moment_agree_and_an_early_mark_speaks_for_nothing() {
        let streamed = [(true, false, 1), (true, false, 2), (true, false, 3)];
        let then = |end: &[Look]| speaks(&[&streamed, end].concat());
        assert!(then(&[(false, true, 3)]));
        // Gradio shows its mark one look before its stop button leaves.
        assert!(then(&[(true, true, 3), (false, true, 3)]));
        assert!(!then(&[(true, true, 3), (true, true, 4), (false, true, 4)]));
        assert!(!then(&[
            (true, true, 3),
            (true, false, 3),
            (false, true, 3)
        ]));
        assert!(!then(
            &[[(true, true, 3)].repeat(4).as_slice(), &[(false, true, 3)]].concat()
        ));
        // The last piece comes with the end: the mark stood there before it.
        assert!(!then(&[(true, true, 3), (false, true, 4)]));
    }
}
