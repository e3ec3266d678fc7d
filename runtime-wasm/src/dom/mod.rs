//! The page in the browser: [`Page`] over the DOM.
//!
//! Nothing here decides. It finds elements by the preset's selectors, copies what they show,
//! and does what a person's hand would do.

mod composer;
mod copy;
mod editor_text;
mod fill;
mod find;
mod press;
mod turns;

use eval752_contract::role::{Role, Selectors};
use web_sys::{Document, Element, Window};

use crate::js;
use crate::markdown::markdown;
use crate::page::{Answer, Composer, Control, Known, Label, Page, Reading, Technique, UserTurns};
use turns::{Anchor, AnswerNodes};

pub(crate) use find::Finder;

/// The page the runtime runs on.
#[derive(Debug)]
pub(crate) struct DomPage {
    window: Window,
    document: Document,
    finder: Finder,
    interim: Vec<String>,
    anchor: Anchor,
    answer: AnswerNodes,
    /// What said last that an answer is being made.
    busy: Option<Element>,
    /// Attachments that were there before filling.
    attachments: u32,
}

impl DomPage {
    /// A page with these selectors.
    #[must_use]
    pub(crate) fn new(
        window: Window,
        document: Document,
        selectors: Selectors,
        interim: Vec<String>,
    ) -> Self {
        Self {
            finder: Finder::new(document.clone(), selectors),
            window,
            document,
            interim,
            anchor: Anchor::default(),
            answer: AnswerNodes::default(),
            busy: None,
            attachments: 0,
        }
    }

    /// For looking at what selectors match.
    pub(crate) fn finder(&mut self) -> &mut Finder {
        &mut self.finder
    }

    #[inline(never)]
    fn control(&mut self, role: Role) -> Control {
        match self.finder.first_visible(role) {
            None => Control::Missing,
            Some(element) if press::is_disabled(&element) => Control::Disabled,
            Some(_) => Control::Ready,
        }
    }

    #[inline(never)]
    fn press(&mut self, role: Role) {
        if let Some(element) = self.finder.first_visible(role) {
            press::press(&element);
        }
    }

    fn composer_element(&mut self) -> Result<Element, Composer> {
        composer::find(&mut self.finder)
    }
}

impl Page for DomPage {
    fn known(&self) -> Known {
        let has = |role| self.finder.has(role);
        Known {
            send: has(Role::Send),
            busy: has(Role::Busy),
            end_marker: has(Role::EndMarker),
            new_chat: has(Role::NewChat),
            user_turn: has(Role::UserTurn),
        }
    }

    fn wall(&mut self) -> bool {
        self.finder.first_visible(Role::Wall).is_some()
    }

    fn notice(&mut self) -> Option<String> {
        let element = self.finder.first_visible(Role::Notice)?;
        let text = find::one_line(&find::text_of(&element), 300);
        (!text.is_empty()).then_some(text)
    }

    fn turns(&mut self) -> u32 {
        self.finder.count(Role::UserTurn) + self.finder.count(Role::AssistantTurn)
    }

    fn new_chat(&mut self) -> Control {
        self.control(Role::NewChat)
    }

    fn press_new_chat(&mut self) {
        self.press(Role::NewChat);
    }

    fn confirm(&mut self) -> Control {
        self.control(Role::NewChatConfirm)
    }

    fn press_confirm(&mut self) {
        self.press(Role::NewChatConfirm);
    }

    fn composer(&mut self, prompt: &str) -> Composer {
        match self.composer_element() {
            Ok(element) => composer::compare_with(&element, prompt),
            Err(state) => state,
        }
    }

    fn clear(&mut self) {
        if let Ok(element) = self.composer_element() {
            fill::clear(&self.document, &element);
        }
    }

    fn techniques(&mut self) -> &'static [Technique] {
        match self.composer_element() {
            Ok(element) => fill::techniques(&element),
            Err(_) => &[],
        }
    }

    fn fill(&mut self, technique: Technique, prompt: &str) {
        if let Ok(element) = self.composer_element() {
            self.attachments = composer::attachments(&element);
            fill::fill(&self.window, &self.document, &element, technique, prompt);
        }
    }

    fn attachment(&mut self) -> bool {
        let Ok(element) = self.composer_element() else {
            return false;
        };
        composer::attachments(&element) > self.attachments
    }

    fn send_control(&mut self) -> Control {
        self.control(Role::Send)
    }

    fn mark(&mut self) {
        self.anchor = Anchor::here(&mut self.finder);
        self.answer = AnswerNodes::default();
    }

    fn press_send(&mut self) {
        self.press(Role::Send);
    }

    fn press_enter(&mut self) {
        if let Ok(element) = self.composer_element() {
            press::press_enter(&element);
        }
    }

    fn user_turns(&mut self, prompt: &str) -> UserTurns {
        self.anchor.user_turns(&mut self.finder, prompt)
    }

    fn answer(&mut self) -> Option<Answer> {
        self.answer = self.anchor.answer_nodes(&mut self.finder);
        self.answer.look(&mut self.finder, &self.interim)
    }

    fn busy(&mut self) -> bool {
        // While it is there, it need not be searched for.
        let known = self.busy.as_ref();
        known.is_some_and(|element| self.finder.still_shows(Role::Busy, element)) || {
            self.busy = self.finder.first_visible(Role::Busy);
            self.busy.is_some()
        }
    }

    fn read(&mut self) -> Reading {
        self.answer = self.anchor.answer_nodes(&mut self.finder);
        let bodies = self.answer.bodies(&mut self.finder);
        let mut reading = Reading::default();
        if bodies.fallback && self.finder.has(Role::AnswerBody) {
            reading.notes.push("answer-body-not-found");
        }
        if self.answer.turns() > 1 {
            reading.notes.push("several-assistant-turns");
        } else if bodies.elements.len() > 1 {
            reading.notes.push("several-answer-bodies");
        }
        for body in &bodies.elements {
            let mut copier = copy::Copier::new(self.finder.selectors(Role::Excluded));
            let text = markdown(&copier.copy(body));
            if copier.replaced_surrogates {
                reading.notes.push("lone-surrogate-replaced");
            }
            if !text.is_empty() {
                if !reading.markdown.is_empty() {
                    reading.markdown.push_str("\n\n");
                }
                reading.markdown.push_str(&text);
            }
        }
        reading
    }

    fn model_label(&mut self) -> Option<Label> {
        self.answer = self.anchor.answer_nodes(&mut self.finder);
        self.answer.model_label(&mut self.finder)
    }

    fn hidden(&mut self) -> bool {
        js::get(&self.document, "hidden").is_truthy()
    }

    fn matched(&mut self) -> Vec<(Role, String)> {
        self.finder.take_matched()
    }
}
