//! A page that plays a [`History`], and a store that keeps rows.

use std::collections::BTreeMap;

use eval752_contract::role::Role;

use super::history::{Ending, History, Span, Story};
use crate::compare::compare;
use crate::page::{Answer, Composer, Control, Known, Label, Page, Reading, Technique, UserTurns};
use crate::run::Store;

pub(super) struct FakePage {
    pub(super) history: History,
    pub(super) now: u64,
    /// What was sent, in order: which story it met, and the text.
    pub(super) received: Vec<(usize, String)>,
    story: usize,
    old_turns: u32,
    old_turns_until: Option<u64>,
    dialog: bool,
    composer: String,
    /// What will stand in the composer from then on.
    committing: Option<(u64, String)>,
    filled_at: u64,
    fills: u64,
    sent_at: Option<u64>,
    left: bool,
}

impl FakePage {
    pub(super) fn new(history: History) -> Self {
        let draft = history.stories[0].draft;
        Self {
            old_turns: history.old_turns,
            history,
            now: 0,
            received: Vec::new(),
            story: 0,
            old_turns_until: None,
            dialog: false,
            composer: if draft {
                "a draft".into()
            } else {
                String::new()
            },
            committing: None,
            filled_at: 0,
            fills: 0,
            sent_at: None,
            left: true,
        }
    }

    /// Moves on to the story of item `index`.
    pub(super) fn tell(&mut self, index: usize) {
        self.story = index;
        self.fills = 0;
        if self.history.stories[index].draft && self.left {
            self.composer = "a draft".into();
        }
        self.left = false;
    }

    /// The page is loaded anew: nothing of the conversation is left.
    pub(super) fn reload(&mut self) {
        self.old_turns = 0;
        self.composer.clear();
        self.committing = None;
        self.sent_at = None;
        self.dialog = false;
        self.left = true;
    }

    fn story(&self) -> &Story {
        &self.history.stories[self.story]
    }

    fn since_sent(&self) -> Option<u64> {
        let since = self.now - self.sent_at?;
        (since >= self.story().taken_ms).then_some(since)
    }

    fn settle(&mut self) {
        if let Some((at, text)) = self.committing.take() {
            if self.now >= at {
                self.composer = text;
            } else {
                self.committing = Some((at, text));
            }
        }
        if self.old_turns_until.is_some_and(|until| self.now >= until) {
            self.old_turns_until = None;
            self.old_turns = 0;
            self.sent_at = None;
        }
    }

    fn text_now(&self) -> Option<String> {
        let since = self.since_sent()?;
        let story = self.story();
        let text = story
            .texts
            .iter()
            .rev()
            .find(|(at, _)| *at <= since)
            .map(|(_, text)| text.clone());
        text.or_else(|| {
            (story.interim && since > story.taken_ms + 20).then(|| "Thinking…".to_owned())
        })
        .or_else(|| (story.ending == Ending::Empty && since >= story.ends_at).then(String::new))
    }
}

fn within(spans: &[Span], at: u64) -> bool {
    spans.iter().any(|(from, to)| (*from..*to).contains(&at))
}

impl Page for FakePage {
    fn known(&self) -> Known {
        Known {
            send: true,
            busy: self.history.marks.busy,
            end_marker: self.history.marks.end,
            new_chat: self.history.new_chat,
            user_turn: self.history.user_turns,
        }
    }

    fn wall(&mut self) -> bool {
        false
    }

    fn notice(&mut self) -> Option<String> {
        None
    }

    fn turns(&mut self) -> u32 {
        self.settle();
        self.old_turns + u32::from(self.since_sent().is_some()) * 2
    }

    fn new_chat(&mut self) -> Control {
        Control::Ready
    }

    fn press_new_chat(&mut self) {
        if self.story().confirm {
            self.dialog = true;
        } else {
            self.old_turns_until
                .get_or_insert(self.now + self.story().stale_ms);
            self.settle();
        }
    }

    fn confirm(&mut self) -> Control {
        if self.dialog {
            Control::Ready
        } else {
            Control::Missing
        }
    }

    fn press_confirm(&mut self) {
        self.dialog = false;
        self.old_turns_until
            .get_or_insert(self.now + self.story().stale_ms);
        self.settle();
    }

    fn composer(&mut self, prompt: &str) -> Composer {
        self.settle();
        if self.composer.is_empty() {
            return Composer::Empty;
        }
        compare(prompt, &self.composer).map_or(Composer::Other, Composer::Prompt)
    }

    fn clear(&mut self) {
        self.committing = None;
        self.composer.clear();
    }

    fn techniques(&mut self) -> &'static [Technique] {
        &[Technique::InsertText, Technique::InsertLineBreak]
    }

    fn fill(&mut self, _technique: Technique, prompt: &str) {
        self.fills += 1;
        // An editor adds to what stands there.
        let mut text = self.composer.clone();
        text.push_str(if self.fills <= self.story().garbled {
            &prompt[..prompt.len() / 2]
        } else {
            prompt
        });
        self.filled_at = self.now;
        self.committing = Some((self.now + self.story().commit_ms, text));
    }

    fn attachment(&mut self) -> bool {
        false
    }

    fn send_control(&mut self) -> Control {
        self.settle();
        let ready =
            !self.composer.is_empty() && self.now >= self.filled_at + self.story().send_ready_ms;
        if ready {
            Control::Ready
        } else {
            Control::Disabled
        }
    }

    fn mark(&mut self) {}

    fn press_send(&mut self) {
        if self.story().dead_send {
            return;
        }
        self.received.push((self.story, self.composer.clone()));
        if self.story().keeps_text {
            self.committing = Some((self.now + self.story().taken_ms, String::new()));
        } else {
            self.composer.clear();
        }
        self.sent_at = Some(self.now);
        self.left = true;
    }

    fn press_enter(&mut self) {
        self.press_send();
    }

    fn user_turns(&mut self, _prompt: &str) -> UserTurns {
        let story = self.story();
        let new = match self.since_sent() {
            Some(since) if story.ending == Ending::Foreign && since >= story.ends_at => 2,
            Some(_) => 1,
            None => 0,
        };
        UserTurns {
            new: if self.history.user_turns { new } else { 0 },
            like_prompt: true,
        }
    }

    fn answer(&mut self) -> Option<Answer> {
        self.settle();
        let since = self.since_sent()?;
        let story = self.story();
        if story.ending == Ending::Lost && since >= story.ends_at {
            return None;
        }
        let text = self.text_now()?;
        let print = text.bytes().fold(7_u64, |print, byte| {
            print.wrapping_mul(31) + u64::from(byte)
        });
        Some(Answer {
            turns: 1 + u32::from(story.second_at.is_some_and(|at| since >= at)),
            print,
            has_text: !text.is_empty(),
            interim: text == "Thinking…",
            end_marker: self.history.marks.end && within(&story.marked, since),
            retry: story.ending == Ending::Error && since >= story.ends_at,
        })
    }

    fn busy(&mut self) -> bool {
        let Some(since) = self.since_sent() else {
            return false;
        };
        self.history.marks.busy && within(&self.story().busy, since)
    }

    fn read(&mut self) -> Reading {
        Reading {
            markdown: self.text_now().unwrap_or_default(),
            notes: Vec::new(),
        }
    }

    fn model_label(&mut self) -> Option<Label> {
        Some(Label {
            place: 0,
            text: "A model".into(),
        })
    }

    fn hidden(&mut self) -> bool {
        false
    }

    fn matched(&mut self) -> Vec<(Role, String)> {
        Vec::new()
    }
}

/// Rows in memory; writes are safe a moment later.
#[derive(Default)]
pub(super) struct FakeStore {
    pub(super) rows: BTreeMap<String, String>,
    writing: Option<(u32, String, String)>,
}

impl FakeStore {
    /// Time passes.
    pub(super) fn tick(&mut self) {
        if let Some((left, key, value)) = self.writing.take() {
            if left == 0 {
                self.rows.insert(key, value);
            } else {
                self.writing = Some((left - 1, key, value));
            }
        }
    }

    /// The page goes away: what was not safe is lost.
    pub(super) fn crash(&mut self) {
        self.writing = None;
    }
}

impl Store for FakeStore {
    fn put(&mut self, key: &str, value: &str) {
        if let Some((_, key, value)) = self.writing.take() {
            self.rows.insert(key, value);
        }
        self.writing = Some((2, key.to_owned(), value.to_owned()));
    }

    fn idle(&self) -> bool {
        self.writing.is_none()
    }
}
