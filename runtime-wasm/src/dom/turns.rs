//! Which turns belong to the prompt that was sent: those after the anchor, and no others.
//!
//! Old turns can be many. What follows the last of them is searched, and the whole document
//! only where that turn is gone.

use eval752_contract::role::Role;
use web_sys::{Element, Node};

use super::find::{
    Finder, any_contains, attribute, behind, closest, collect, item, one_line, query, query_inside,
    text_of,
};
use crate::page::{Answer, Label, UserTurns};
use crate::text::find;

/// The end of the conversation at the moment of sending.
#[derive(Debug, Default)]
pub(super) struct Anchor {
    user: Before,
    assistant: Before,
}

/// The turns of one kind that were there before.
#[derive(Debug, Default)]
struct Before {
    count: u32,
    last: Option<Element>,
}

impl Before {
    fn here(finder: &mut Finder, role: Role) -> Self {
        match finder.list(role) {
            Some((_, list)) => Self {
                count: list.length(),
                last: item(Some(&list), list.length() - 1),
            },
            None => Self::default(),
        }
    }

    /// The outermost turns of `role` that were not there before, in order.
    #[inline(never)]
    fn new_ones(&self, finder: &mut Finder, role: Role) -> Vec<Element> {
        let found = match self.last.as_ref().filter(|last| last.is_connected()) {
            Some(last) => finder.first_behind(role, last),
            None => finder.list(role).map(|(selector, list)| {
                let new = self.count..list.length();
                (
                    selector,
                    new.filter_map(|at| item(Some(&list), at)).collect(),
                )
            }),
        };
        let Some((selector, mut new)) = found else {
            return Vec::new();
        };
        new.retain(|element| {
            let parent = element.parent_element();
            parent.is_none_or(|parent| closest(&parent, &selector).is_none())
        });
        new
    }
}

impl Anchor {
    pub(super) fn here(finder: &mut Finder) -> Self {
        Self {
            user: Before::here(finder, Role::UserTurn),
            assistant: Before::here(finder, Role::AssistantTurn),
        }
    }

    pub(super) fn user_turns(&self, finder: &mut Finder, prompt: &str) -> UserTurns {
        let new = self.user.new_ones(finder, Role::UserTurn);
        let text = new.last().map(text_of).unwrap_or_default();
        let (shown, prompt) = (letters(&text, usize::MAX), letters(prompt, 60));
        UserTurns {
            new: u32::try_from(new.len()).unwrap_or(u32::MAX),
            like_prompt: find(&shown, &prompt).is_some(),
        }
    }

    #[inline(never)]
    pub(super) fn answer_nodes(&self, finder: &mut Finder) -> AnswerNodes {
        let mut nodes = self.assistant.new_ones(finder, Role::AssistantTurn);
        if let Some(user) = self.user.new_ones(finder, Role::UserTurn).first() {
            nodes.retain(|node| follows(user, node));
        }
        AnswerNodes(nodes)
    }
}

/// The turns of an answer, in order.
#[derive(Debug, Default)]
pub(super) struct AnswerNodes(Vec<Element>);

/// Where the text of an answer stands.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    pub(super) elements: Vec<Element>,
    /// No selector for the body matched: the whole turns stand in.
    pub(super) fallback: bool,
}

impl AnswerNodes {
    pub(super) fn turns(&self) -> usize {
        self.0.len()
    }

    #[inline(never)]
    pub(super) fn bodies(&self, finder: &mut Finder) -> Bodies {
        let mut bodies = Bodies::default();
        for node in &self.0 {
            let mut excluded = finder.inside(Role::Excluded, node);
            for body in finder.inside(Role::AnswerBody, node) {
                excluded.retain(|other| *other != body);
                if !any_contains(&excluded, &body) {
                    bodies.elements.push(body);
                }
            }
        }
        if bodies.elements.is_empty() {
            bodies.elements.clone_from(&self.0);
            bodies.fallback = true;
        }
        bodies
    }

    /// What can be seen of the answer now; `None` if there is no turn yet.
    pub(super) fn look(&self, finder: &mut Finder, interim: &[String]) -> Option<Answer> {
        let last = self.0.last()?;
        let bodies = self.bodies(finder);
        let waiting = bodies.fallback && finder.has(Role::AnswerBody);
        let mut print = Print::new();
        let mut whole = String::new();
        for body in &bodies.elements {
            let text = text_of(body);
            print.take(text.as_bytes());
            let elements = query(body, "*").map_or(0, |list| list.length());
            print.take(&elements.to_le_bytes());
            if whole.len() < 200 {
                whole.push_str(&one_line(&text, 200));
            }
        }
        Some(Answer {
            turns: u32::try_from(self.0.len()).unwrap_or(u32::MAX),
            print: print.0,
            has_text: !(whole.is_empty() || waiting && only_excluded(finder, last)),
            interim: interim.contains(&whole),
            end_marker: stands_by(finder, Role::EndMarker, last),
            retry: stands_by(finder, Role::Retry, last),
        })
    }

    #[inline(never)]
    pub(super) fn model_label(&self, finder: &mut Finder) -> Option<Label> {
        for place in 0..finder.selectors(Role::ModelLabel).len() {
            let selector = &finder.selectors(Role::ModelLabel)[place].clone();
            let found = match self.0.last() {
                Some(node) if node.matches(selector).unwrap_or(false) => Some(node.clone()),
                Some(node) => item(query_inside(node, selector).as_ref(), 0),
                None => None,
            };
            let Some(element) = found.or_else(|| on_page(finder, selector)) else {
                continue;
            };
            let mut text = attribute(&element, "data-message-model-slug");
            if text.is_empty() {
                text = text_of(&element);
            }
            let text = one_line(&text, 120);
            if !text.is_empty() {
                return Some(Label { place, text });
            }
        }
        None
    }
}

/// The first visible match that is not part of somebody else's turn.
fn on_page(finder: &mut Finder, selector: &str) -> Option<Element> {
    let turn = finder
        .list(Role::AssistantTurn)
        .map(|(selector, _)| selector);
    let list = finder.query(selector)?;
    for index in 0..list.length() {
        let element = item(Some(&list), index)?;
        let in_turn = turn.as_ref().and_then(|turn| closest(&element, turn));
        if in_turn.is_none() && finder.is_visible(&element) {
            return Some(element);
        }
    }
    None
}

/// Whether the turn, which has no body yet, holds nothing but what is excluded.
fn only_excluded(finder: &mut Finder, turn: &Element) -> bool {
    let length = |element| one_line(&text_of(element), usize::MAX).len();
    let mut rest = length(turn);
    for excluded in &finder.inside(Role::Excluded, turn) {
        rest = rest.saturating_sub(length(excluded));
    }
    rest <= 1
}

/// Whether something of `role` is visible in `turn` or behind it, before any other turn.
#[inline(never)]
fn stands_by(finder: &Finder, role: Role, turn: &Element) -> bool {
    finder.selectors(role).iter().any(|selector| {
        let mut candidates = Vec::new();
        collect(query_inside(turn, selector).as_ref(), &mut candidates);
        // Some pages put the bar behind the turn. The answer is the last turn, so whatever
        // follows it belongs to it.
        candidates.extend(behind(turn, selector).pop());
        candidates.iter().any(|element| finder.is_visible(element))
    })
}

fn follows(first: &Element, second: &Element) -> bool {
    first.compare_document_position(second) & Node::DOCUMENT_POSITION_FOLLOWING != 0
}

/// The letters and digits of a text, at most `limit`: what survives being rendered.
#[inline(never)]
fn letters(text: &str, limit: usize) -> String {
    let mut kept = String::new();
    let mut count = 0;
    for character in text.chars() {
        let dropped = character.is_ascii_punctuation()
            || character.is_ascii_whitespace()
            || matches!(character, '\u{A0}' | '\u{2028}' | '\u{2029}');
        if !dropped && count < limit {
            kept.push(character);
            count += 1;
        }
    }
    kept
}

/// FNV-1a, 64 bits: two texts in a row that differ have different prints, which is all it is
/// for.
struct Print(u64);

impl Print {
    fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn take(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}
