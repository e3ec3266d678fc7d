//! Writing the prompt: find the one composer, empty it, write, read back the whole text.

use eval752_contract::error_code::ErrorCode;

use super::{ItemRun, State, limits};
use crate::clock::Now;
use crate::fault::{Fault, on};
use crate::page::{Composer, Page};

/// How far the composer is prepared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Progress {
    clears: u32,
    cleared_at: u64,
    /// The technique to use once the composer is empty.
    technique: usize,
}

/// What was read back so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ReadBack {
    technique: usize,
    /// Since when the whole prompt stands there.
    whole_since: Option<u64>,
}

impl ItemRun {
    pub(super) fn prepare_composer<P: Page>(
        &mut self,
        mut progress: Progress,
        now: Now,
        page: &mut P,
    ) {
        let waited = self.waited(now);
        match page.composer(&self.prompt) {
            Composer::Empty if !page.busy() => {
                return self.enter(State::Fill(progress.technique), now);
            }
            Composer::Empty => {
                if waited >= limits::COMPOSER_MS {
                    let detail = "the page was still busy with something else";
                    return self.fail(now, page, ErrorCode::BusyStuck, detail);
                }
            }
            Composer::Prompt(_) | Composer::Other => {
                if progress.clears == 0 || now.mono >= progress.cleared_at + limits::CLEAR_MS {
                    if progress.clears >= 4 {
                        let detail = "a text that was left in the composer could not be removed";
                        return self.fail(now, page, ErrorCode::ComposerNotEmpty, detail);
                    }
                    page.clear();
                    progress.clears += 1;
                    progress.cleared_at = now.mono;
                }
            }
            Composer::Missing if waited >= limits::COMPOSER_MS => {
                if page.wall() {
                    let detail = "the page asks to sign in or to prove something";
                    return self.fail(now, page, ErrorCode::Wall, detail);
                }
                let detail = "no selector of role composer matches anything visible";
                return self.fail(now, page, ErrorCode::ComposerMissing, detail);
            }
            Composer::Several if waited >= limits::SEVERAL_MS => {
                let detail = "more than one visible element matches role composer";
                return self.fail(now, page, ErrorCode::ComposerAmbiguous, detail);
            }
            Composer::Disabled if waited >= limits::COMPOSER_MS => {
                let detail = "the composer stayed disabled";
                return self.fail(now, page, ErrorCode::ComposerDisabled, detail);
            }
            Composer::Missing | Composer::Several | Composer::Disabled => {}
        }
        self.state = State::Compose(progress);
    }

    pub(super) fn fill<P: Page>(&mut self, technique: usize, now: Now, page: &mut P) {
        let techniques = page.techniques();
        let Some(&how) = techniques.get(technique) else {
            let detail = "no technique put anything into the composer";
            return self.fail(now, page, ErrorCode::FillFailed, detail);
        };
        self.technique = Some(how);
        page.fill(how, &self.prompt);
        self.enter(
            State::ReadBack(ReadBack {
                technique,
                whole_since: None,
            }),
            now,
        );
    }

    pub(super) fn read_back<P: Page>(&mut self, mut progress: ReadBack, now: Now, page: &mut P) {
        let waited = self.waited(now);
        if page.attachment() {
            page.clear();
            let detail = "the page turned the prompt into an attachment";
            return self.fail(now, page, ErrorCode::PromptBecameAttachment, detail);
        }
        if on(Fault::NoReadBack) {
            return self.enter(State::Intent, now);
        }
        match page.composer(&self.prompt) {
            Composer::Prompt(forgiven) => {
                let since = *progress.whole_since.get_or_insert(now.mono);
                if now.mono >= since + limits::READ_BACK_MS {
                    self.forgiven = forgiven;
                    return self.enter(State::SendReady, now);
                }
            }
            Composer::Empty if waited >= limits::FILL_MS => {
                let technique = progress.technique + 1;
                return self.enter(State::Fill(technique), now);
            }
            _ if waited >= 2 * limits::FILL_MS => {
                let technique = progress.technique + 1;
                page.clear();
                if technique < page.techniques().len() {
                    // Another technique starts from a composer that is seen to be empty.
                    let progress = Progress {
                        technique,
                        clears: 1,
                        cleared_at: now.mono,
                    };
                    return self.enter(State::Compose(progress), now);
                }
                let detail = "the composer held something other than the prompt after filling";
                return self.fail(now, page, ErrorCode::FillMismatch, detail);
            }
            _ => progress.whole_since = None,
        }
        self.state = State::ReadBack(progress);
    }
}
