//! Sending exactly once, and the proof that the page took it.

use eval752_contract::error_code::ErrorCode;

use super::{ItemRun, State, conversation, limits};
use crate::clock::Now;
use crate::fault::{Fault, on};
use crate::page::{Composer, Control, Page};

impl ItemRun {
    pub(super) fn await_send_control<P: Page>(&mut self, now: Now, page: &mut P) {
        if !matches!(page.composer(&self.prompt), Composer::Prompt(_)) {
            if self.waited(now) >= limits::FILL_MS {
                page.clear();
                let detail = "the prompt did not stay in the composer";
                self.fail(now, page, ErrorCode::FillMismatch, detail);
            }
            return;
        }
        if !page.known().send || page.send_control() == Control::Ready {
            return self.enter(State::Intent, now);
        }
        if self.waited(now) >= limits::SEND_READY_MS {
            let detail = if page.send_control() == Control::Disabled {
                "the send control stayed disabled although the composer held the prompt"
            } else {
                "no selector of role send matches anything visible"
            };
            page.clear();
            self.fail(now, page, ErrorCode::SendUnavailable, detail);
        }
    }

    /// The only place that sends.
    pub(super) fn press<P: Page>(&mut self, now: Now, page: &mut P) {
        let known = page.known();
        let holds =
            matches!(page.composer(&self.prompt), Composer::Prompt(_)) || on(Fault::NoReadBack);
        let ready = !known.send || page.send_control() == Control::Ready;
        if !holds || !ready {
            page.clear();
            let detail = "the composer changed just before sending; nothing was sent";
            return self.fail(now, page, ErrorCode::SendUnavailable, detail);
        }
        if known.new_chat && page.turns() > 0 && !on(Fault::SkipNewChat) {
            // Somebody opened a conversation meanwhile.
            page.clear();
            return self.enter(State::Conversation(conversation::Progress::default()), now);
        }
        self.label_before = page.model_label();
        self.notice_before = page.notice();
        page.mark();
        self.sent = Some(now);
        if known.send {
            page.press_send();
        } else {
            page.press_enter();
        }
        self.enter(State::Proof, now);
    }

    pub(super) fn await_proof<P: Page>(&mut self, now: Now, page: &mut P) {
        let turns = page.user_turns(&self.prompt);
        let taken = turns.new > 0
            || page.answer().is_some()
            || page.busy()
            || page.composer(&self.prompt) == Composer::Empty;
        if taken {
            if turns.new > 0 && !turns.like_prompt {
                // Pages render prompts as Markdown, so this is no proof of anything.
                self.note("user-turn-reads-differently");
            }
            self.watch.begin(now.mono, self.trusted);
            return self.enter(State::Answering, now);
        }
        if on(Fault::SendAgain) && self.waited(now) > 300 {
            page.press_send();
        }
        if let Some(notice) = self.new_notice(page)
            && self.waited(now) >= limits::NOTHING_MS
        {
            return self.fail_with_notice(now, page, &notice);
        }
        if self.waited(now) >= limits::PROOF_MS.min(self.timeout_ms) {
            let detail = if matches!(page.composer(&self.prompt), Composer::Prompt(_)) {
                "pressed once; the composer still holds the prompt and no new turn appeared"
            } else {
                "pressed once; no new turn appeared and the page never became busy"
            };
            self.fail(now, page, ErrorCode::SendUncertain, detail);
        }
    }
}
