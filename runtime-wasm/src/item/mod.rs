//! One item: from an empty conversation to a whole answer or a truthful error.
//!
//! [`ItemRun`] is a state machine without clock or page of its own: every call to
//! [`ItemRun::step`] brings both. It asks for the intent to be stored before it sends, it sends
//! at most once, and it ends with a [`Finish`].

mod compose;
mod conversation;
mod finish;
mod limits;
mod send;
mod watch;

pub use finish::{Finish, Trust};
pub use limits::{QUICK_SAMPLE_MS, SAMPLE_MS, TRUST_AFTER};

use eval752_contract::error_code::ErrorCode;

use crate::clock::Now;
use crate::compare::Forgiven;
use crate::fault::{Fault, on};
use crate::page::{Label, Page, Technique};
use watch::{Verdict, Watch};

/// What the caller should do next.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Call again after so many milliseconds, or earlier when the page changes.
    Wait(u64),
    /// Store the intent to send, then call [`ItemRun::intent_stored`].
    StoreIntent,
    /// The item ended. Calling on watches whether the answer changes after all.
    Finished(Box<Finish>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Conversation(conversation::Progress),
    Compose(compose::Progress),
    Fill(usize),
    ReadBack(compose::ReadBack),
    SendReady,
    Intent,
    Press,
    Proof,
    Answering,
    Finished,
    Given,
}

/// The machine for one item.
#[derive(Debug)]
pub struct ItemRun {
    prompt: String,
    timeout_ms: u64,
    state: State,
    /// When the present state began, on the monotonic clock.
    since: u64,
    began: Now,
    sent: Option<Now>,
    technique: Option<Technique>,
    forgiven: Forgiven,
    watch: Watch,
    label_before: Option<Label>,
    hidden_ms: u64,
    hidden_since: Option<u64>,
    notes: Vec<String>,
    /// A notice that stood there before the prompt was sent says nothing about the answer.
    notice_before: Option<String>,
    finish: Option<Box<Finish>>,
    /// Nothing came after the end of earlier answers on this page.
    trusted: bool,
    /// The answer changed after its end.
    reopened: bool,
}

impl ItemRun {
    /// A machine that will send `prompt`; `trusted` where earlier answers of this page did not
    /// change after their end.
    #[must_use]
    pub fn new(prompt: String, timeout_ms: u64, trusted: bool, now: Now) -> Self {
        Self {
            prompt,
            timeout_ms,
            state: State::Conversation(conversation::Progress::default()),
            since: now.mono,
            began: now,
            sent: None,
            technique: None,
            forgiven: Forgiven::default(),
            watch: Watch::default(),
            label_before: None,
            hidden_ms: 0,
            hidden_since: None,
            notes: Vec::new(),
            notice_before: None,
            finish: None,
            trusted,
            reopened: false,
        }
    }

    /// Whether the prompt may have reached the page.
    #[must_use]
    pub fn may_be_sent(&self) -> bool {
        self.sent.is_some()
    }

    /// Whether the item ended and is only watched for a late change.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        matches!(self.state, State::Finished | State::Given)
    }

    /// Whether the answer changed after its end and is waited for again.
    #[must_use]
    pub fn is_open_again(&self) -> bool {
        self.state == State::Answering
    }

    /// Whether the answer differs from what was recorded, looked at now.
    pub fn is_changing<P: Page>(&self, page: &mut P) -> bool {
        self.watch.ended_whole()
            && page
                .answer()
                .is_some_and(|answer| self.watch.differs(answer))
    }

    /// What the item is doing, for people.
    #[must_use]
    pub fn doing(&self) -> &'static str {
        match self.state {
            State::Conversation(_) => "opening a new conversation",
            State::Compose(_) | State::Fill(_) | State::ReadBack(_) => "writing the prompt",
            State::SendReady | State::Intent | State::Press => "sending",
            State::Proof => "waiting for the page to take the prompt",
            State::Answering => "waiting for the whole answer",
            State::Finished | State::Given => "recorded",
        }
    }

    /// The intent is stored: the prompt may be sent now.
    pub fn intent_stored(&mut self) {
        if self.state == State::Intent {
            self.state = State::Press;
        }
    }

    /// Ends the item where it is, for the user pressed stop.
    pub fn stop<P: Page>(&mut self, now: Now, page: &mut P) -> Option<Box<Finish>> {
        if matches!(self.state, State::Finished | State::Given) {
            return None;
        }
        self.fail(
            now,
            page,
            ErrorCode::Stopped,
            "the run was stopped during this item",
        );
        self.state = State::Given;
        self.finish.take()
    }

    /// Looks at the page and moves on.
    pub fn step<P: Page>(&mut self, now: Now, page: &mut P) -> Step {
        self.count_hidden(now, page.hidden());
        let before = core::mem::discriminant(&self.state);
        match self.state {
            State::Conversation(progress) => self.open_conversation(progress, now, page),
            State::Compose(progress) => self.prepare_composer(progress, now, page),
            State::Fill(technique) => self.fill(technique, now, page),
            State::ReadBack(progress) => self.read_back(progress, now, page),
            State::SendReady => self.await_send_control(now, page),
            State::Intent => return Step::StoreIntent,
            State::Press => self.press(now, page),
            State::Proof => self.await_proof(now, page),
            State::Answering => self.await_end(now, page),
            State::Finished | State::Given => self.watch_on(now, page),
        }
        match self.state {
            State::Finished => {
                self.state = State::Given;
                self.finish
                    .take()
                    .map_or(Step::Wait(limits::SAMPLE_MS), Step::Finished)
            }
            State::Intent => Step::StoreIntent,
            State::Fill(_) | State::Press => Step::Wait(0),
            // What comes next may be possible at once.
            state if core::mem::discriminant(&state) != before => Step::Wait(0),
            State::Conversation(_)
            | State::Compose(_)
            | State::ReadBack(_)
            | State::SendReady
            | State::Proof => Step::Wait(limits::QUICK_SAMPLE_MS),
            State::Answering if self.watch.is_closing(now.mono) => {
                Step::Wait(limits::CLOSING_SAMPLE_MS)
            }
            _ => Step::Wait(limits::SAMPLE_MS),
        }
    }

    fn enter(&mut self, state: State, now: Now) {
        self.state = state;
        self.since = now.mono;
    }

    fn waited(&self, now: Now) -> u64 {
        now.mono.saturating_sub(self.since)
    }

    fn note(&mut self, note: &str) {
        if !self.notes.iter().any(|known| known == note) {
            self.notes.push(note.to_owned());
        }
    }

    fn count_hidden(&mut self, now: Now, hidden: bool) {
        if let Some(since) = self.hidden_since.take() {
            self.hidden_ms += now.mono.saturating_sub(since);
        }
        if hidden {
            self.hidden_since = Some(now.mono);
        }
    }

    /// The answer is being made: is it whole?
    fn await_end<P: Page>(&mut self, now: Now, page: &mut P) {
        let busy = page.busy();
        let answer = page.answer();
        let known = page.known();
        let other = known.user_turn && !on(Fault::IgnoreOtherPrompt);
        if other && page.user_turns(&self.prompt).new > 1 {
            let detail = "another prompt was sent in this conversation";
            return self.fail(now, page, ErrorCode::AnswerForeign, detail);
        }
        let sent = self.sent.map_or(self.since, |sent| sent.mono);
        let verdict = self.watch.look(now.mono, known, busy, answer);
        match verdict {
            Verdict::Whole(completion) => self.finish_whole(now, page, completion),
            Verdict::Failed(code, detail) => self.fail(now, page, code, detail),
            Verdict::Stands => {
                // Nothing moves: does the page say why?
                if !busy && let Some(notice) = self.new_notice(page) {
                    self.fail_with_notice(now, page, &notice);
                } else if !busy && page.wall() {
                    let detail = "the page asks to sign in or to prove something";
                    self.fail(now, page, ErrorCode::Wall, detail);
                }
            }
            Verdict::Going => {}
        }
        if self.state == State::Answering && now.mono.saturating_sub(sent) >= self.timeout_ms {
            if on(Fault::PartialIsWhole) {
                return self.finish_whole(now, page, "timeout");
            }
            self.fail(
                now,
                page,
                ErrorCode::Timeout,
                "the item took longer than it may",
            );
        }
    }

    /// After the end: the answer may change after all, and then it was not the end.
    fn watch_on<P: Page>(&mut self, now: Now, page: &mut P) {
        if !self.watch.ended_whole() || on(Fault::NoReopen) {
            return;
        }
        let busy = page.busy();
        let marked = page.known().end_marker;
        if let Some(answer) = page.answer()
            && (busy || self.watch.differs(answer) || (marked && !answer.end_marker))
        {
            self.note("changed-after-end");
            self.reopened = true;
            self.watch.reopen(now.mono);
            self.enter(State::Answering, now);
        }
    }

    fn new_notice<P: Page>(&mut self, page: &mut P) -> Option<String> {
        page.notice()
            .filter(|notice| self.notice_before.as_ref() != Some(notice))
    }
}
