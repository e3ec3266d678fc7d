//! An empty conversation: one chat per prompt, so that no answer depends on another.

use eval752_contract::error_code::ErrorCode;

use super::{ItemRun, State, compose, limits};
use crate::clock::Now;
use crate::fault::{Fault, on};
use crate::page::{Control, Page};

/// How far the way to an empty conversation is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Progress {
    presses: u32,
    pressed_at: u64,
    confirmed_at: Option<u64>,
    /// Looks in a row that found the conversation empty.
    empty: u32,
}

impl ItemRun {
    pub(super) fn open_conversation<P: Page>(
        &mut self,
        mut progress: Progress,
        now: Now,
        page: &mut P,
    ) {
        let turns = page.turns();
        let asked = page.confirm();
        progress.empty = if turns == 0 && asked == Control::Missing {
            progress.empty + 1
        } else {
            0
        };
        if progress.empty >= 2 {
            return self.enter(State::Compose(compose::Progress::default()), now);
        }
        if on(Fault::SkipNewChat) {
            return self.enter(State::Compose(compose::Progress::default()), now);
        }
        if !page.known().new_chat && turns > 0 {
            self.note("same-conversation");
            return self.enter(State::Compose(compose::Progress::default()), now);
        }
        if asked == Control::Ready && progress.presses > 0 {
            // The dialog may take a while to leave; press again only if it stays.
            let again = progress
                .confirmed_at
                .is_none_or(|at| now.mono >= at + 1_000);
            if again {
                page.press_confirm();
                progress.confirmed_at = Some(now.mono);
            }
        } else if turns > 0 && page.new_chat() == Control::Ready {
            let again = now.mono >= progress.pressed_at + limits::NEW_CHAT_AGAIN_MS;
            if progress.presses == 0 || (again && progress.presses < 3) {
                page.press_new_chat();
                progress.presses += 1;
                progress.pressed_at = now.mono;
            }
        }
        self.state = State::Conversation(progress);
        if self.waited(now) >= limits::NEW_CHAT_MS {
            let (code, detail) = if page.wall() {
                (
                    ErrorCode::Wall,
                    "the page asks to sign in or to prove something",
                )
            } else if progress.presses == 0 {
                (
                    ErrorCode::NewChatFailed,
                    "no usable control for role new_chat was found",
                )
            } else {
                (
                    ErrorCode::NewChatFailed,
                    "the conversation did not become empty",
                )
            };
            self.fail(now, page, code, detail);
        }
    }
}
