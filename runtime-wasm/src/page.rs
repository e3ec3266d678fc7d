//! The page as the decisions see it: what can be asked of it and done to it.
//!
//! The DOM stands behind this trait in the browser, a script of events in the tests. Every
//! question is asked at the moment it matters, so an expensive one costs nothing elsewhere.

use crate::compare::Forgiven;

/// What stands in the composer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Composer {
    /// No selector matches anything visible.
    Missing,
    /// More than one visible element matches; writing into one would be a guess.
    Several,
    /// It is there and does not take input.
    Disabled,
    /// It is there and holds nothing.
    Empty,
    /// It holds exactly the prompt, as far as the comparison may forgive.
    Prompt(Forgiven),
    /// It holds something else.
    Other,
}

/// A control of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// Nothing visible matches.
    Missing,
    /// It is visible and disabled.
    Disabled,
    /// It can be pressed.
    Ready,
}

/// How a prompt is written into the composer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Technique {
    /// The element's own value setter and one input event.
    ValueSetter,
    /// The editing command that inserts text, line by line, with paragraphs between.
    InsertText,
    /// The same, with line breaks between.
    InsertLineBreak,
}

impl Technique {
    /// As it is written into the evidence.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ValueSetter => "value-setter",
            Self::InsertText => "insert-text",
            Self::InsertLineBreak => "insert-line-break",
        }
    }
}

/// The answer to the prompt that was sent, as it stands now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Answer {
    /// How many assistant turns follow the prompt.
    pub turns: u32,
    /// Changes whenever the answer's text or structure does.
    pub print: u64,
    /// Whether there is anything to read.
    pub has_text: bool,
    /// Whether the text as a whole is one that stands for an answer that is still to come.
    pub interim: bool,
    /// Whether the mark that ends an answer stands in or behind this answer.
    pub end_marker: bool,
    /// Whether the page offers to make this answer again because it failed.
    pub retry: bool,
}

/// What the page shows of the prompts in the conversation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UserTurns {
    /// Prompts that were not there before sending.
    pub new: u32,
    /// Whether the newest of them reads like the prompt.
    pub like_prompt: bool,
}

/// What was read of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// The answer as Markdown; empty if there is nothing.
    pub markdown: String,
    /// What a reader of the record should know.
    pub notes: Vec<&'static str>,
}

/// A model's name as the page shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Which selector of the list found it: names from different places don't compare.
    pub place: usize,
    /// The name.
    pub text: String,
}

/// Which roles have selectors at all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Known {
    /// `send`
    pub send: bool,
    /// `busy`
    pub busy: bool,
    /// `end_marker`
    pub end_marker: bool,
    /// `new_chat`
    pub new_chat: bool,
    /// `user_turn`
    pub user_turn: bool,
}

/// A chat page.
pub trait Page {
    /// Which roles have selectors.
    fn known(&self) -> Known;
    /// Whether something stands in the way of everything: a login, a challenge.
    fn wall(&mut self) -> bool;
    /// The text of a message of the page about limits or errors, if one is visible.
    fn notice(&mut self) -> Option<String>;
    /// The number of turns in the conversation, of both kinds.
    fn turns(&mut self) -> u32;
    /// The control that opens a new conversation.
    fn new_chat(&mut self) -> Control;
    /// Presses it.
    fn press_new_chat(&mut self);
    /// The control that confirms it.
    fn confirm(&mut self) -> Control;
    /// Presses that.
    fn press_confirm(&mut self);
    /// What stands in the composer, compared with `prompt`.
    fn composer(&mut self, prompt: &str) -> Composer;
    /// Empties the composer.
    fn clear(&mut self);
    /// The techniques that fit the composer, in order of preference.
    fn techniques(&mut self) -> &'static [Technique];
    /// Writes `prompt` into the empty composer.
    fn fill(&mut self, technique: Technique, prompt: &str);
    /// Whether an attachment appeared that was not there before filling.
    fn attachment(&mut self) -> bool;
    /// The control that sends.
    fn send_control(&mut self) -> Control;
    /// Remembers the turns that are there; everything later is new.
    fn mark(&mut self);
    /// Presses the control that sends.
    fn press_send(&mut self);
    /// Sends with the Enter key, where there is no control.
    fn press_enter(&mut self);
    /// The prompts since [`Page::mark`].
    fn user_turns(&mut self, prompt: &str) -> UserTurns;
    /// The answer since [`Page::mark`].
    fn answer(&mut self) -> Option<Answer>;
    /// Whether the page says that an answer is being made.
    fn busy(&mut self) -> bool;
    /// Reads the answer.
    fn read(&mut self) -> Reading;
    /// The model's name as the page shows it now.
    fn model_label(&mut self) -> Option<Label>;
    /// Whether the tab is hidden.
    fn hidden(&mut self) -> bool;
    /// For each role the selector that matched since the item began, as (role, selector).
    fn matched(&mut self) -> Vec<(eval752_contract::role::Role, String)>;
}
