//! Which turns belong to the prompt that was sent: those after the anchor, and no others.
//!
//! Old turns can be many, so lists are walked from their end and only as far as the last turn
//! that was there before.

use eval752_contract::role::Role;
use wasm_bindgen::JsCast;
use web_sys::{Element, Node, NodeList};

use super::find::{Finder, one_line};
use crate::page::{Answer, Label, UserTurns};

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
    last: Option<Node>,
}

impl Before {
    fn here(finder: &mut Finder, role: Role) -> Self {
        match finder.list(role) {
            Some((_, list)) => Self {
                count: list.length(),
                last: list.item(list.length() - 1),
            },
            None => Self::default(),
        }
    }

    /// The outermost turns of `list` that were not there before, in order.
    fn new_ones(&self, list: &NodeList, selector: &str) -> Vec<Element> {
        let known = self.last.as_ref().filter(|node| node.is_connected());
        let mut new = Vec::new();
        for index in (0..list.length()).rev() {
            let Some(node) = list.item(index) else {
                continue;
            };
            if known == Some(&node) || (known.is_none() && index < self.count) {
                break;
            }
            let element: Element = node.unchecked_into();
            let parent = element.parent_element();
            let nested = parent.is_some_and(|p| p.closest(selector).ok().flatten().is_some());
            if !nested {
                new.push(element);
            }
        }
        new.reverse();
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

    fn new_ones(finder: &mut Finder, role: Role, before: &Before) -> Vec<Element> {
        let Some((index, list)) = finder.list(role) else {
            return Vec::new();
        };
        before.new_ones(&list, &finder.selectors(role)[index])
    }

    pub(super) fn user_turns(&self, finder: &mut Finder, prompt: &str) -> UserTurns {
        let new = Self::new_ones(finder, Role::UserTurn, &self.user);
        let text = new
            .last()
            .and_then(|turn| turn.text_content())
            .unwrap_or_default();
        UserTurns {
            new: u32::try_from(new.len()).unwrap_or(u32::MAX),
            like_prompt: letters(&text, usize::MAX).contains(&letters(prompt, 60)),
        }
    }

    pub(super) fn answer_nodes(&self, finder: &mut Finder) -> AnswerNodes {
        let mut nodes = Self::new_ones(finder, Role::AssistantTurn, &self.assistant);
        if let Some(user) = Self::new_ones(finder, Role::UserTurn, &self.user).first() {
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

    pub(super) fn bodies(&self, finder: &mut Finder) -> Bodies {
        let mut bodies = Bodies::default();
        for node in &self.0 {
            let inside = finder.inside(Role::AnswerBody, node);
            let excluded: Vec<Element> = finder.inside(Role::Excluded, node);
            let kept = inside
                .into_iter()
                .filter(|body| !excluded.iter().any(|e| e != body && e.contains(Some(body))));
            bodies.elements.extend(kept);
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
            let text = body.text_content().unwrap_or_default();
            print.take(text.as_bytes());
            print.take(&body.get_elements_by_tag_name("*").length().to_le_bytes());
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

    pub(super) fn model_label(&self, finder: &mut Finder) -> Option<Label> {
        for place in 0..finder.selectors(Role::ModelLabel).len() {
            let selector = finder.selectors(Role::ModelLabel)[place].clone();
            let in_answer = self.0.last().and_then(|node| {
                let own = node.matches(&selector).unwrap_or(false);
                if own {
                    Some(node.clone())
                } else {
                    node.query_selector(&selector).ok().flatten()
                }
            });
            let found = in_answer.or_else(|| on_page(finder, &selector));
            let text = found.and_then(|element| {
                let slug = element.get_attribute("data-message-model-slug");
                slug.or_else(|| element.text_content())
                    .map(|text| one_line(&text, 120))
            });
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                return Some(Label { place, text });
            }
        }
        None
    }
}

/// The first visible match that is not part of somebody else's turn.
fn on_page(finder: &mut Finder, selector: &str) -> Option<Element> {
    let turns = finder.list(Role::AssistantTurn).map(|(index, _)| index);
    let turn = turns.map(|index| finder.selectors(Role::AssistantTurn)[index].clone());
    let list = finder.query(selector)?;
    super::find::elements(&list).find(|element| {
        let in_turn = turn
            .as_ref()
            .is_some_and(|t| element.closest(t).ok().flatten().is_some());
        !in_turn && finder.is_visible(element)
    })
}

/// Whether the turn, which has no body yet, holds nothing but what is excluded.
fn only_excluded(finder: &mut Finder, turn: &Element) -> bool {
    let all = turn.text_content().unwrap_or_default();
    let mut rest = one_line(&all, usize::MAX).len();
    for excluded in finder.inside(Role::Excluded, turn) {
        let text = excluded.text_content().unwrap_or_default();
        rest = rest.saturating_sub(one_line(&text, usize::MAX).len());
    }
    rest <= 1
}

/// Whether something of `role` is visible in `turn` or behind it, before any other turn.
fn stands_by(finder: &mut Finder, role: Role, turn: &Element) -> bool {
    for index in 0..finder.selectors(role).len() {
        let selector = finder.selectors(role)[index].clone();
        let Ok(inside) = turn.query_selector_all(&selector) else {
            continue;
        };
        if super::find::elements(&inside).any(|element| finder.is_visible(&element)) {
            return true;
        }
        // Some pages put the bar behind the turn. The answer is the last turn, so whatever
        // follows it belongs to it.
        let Some(list) = finder.query(&selector) else {
            continue;
        };
        let Some(last) = list.item(list.length() - 1) else {
            continue;
        };
        let last: Element = last.unchecked_into();
        if follows(turn, &last) && finder.is_visible(&last) {
            return true;
        }
    }
    false
}

fn follows(first: &Element, second: &Element) -> bool {
    first.compare_document_position(second) & Node::DOCUMENT_POSITION_FOLLOWING != 0
}

/// The letters and digits of a text, at most `limit`: what survives being rendered.
fn letters(text: &str, limit: usize) -> String {
    let kept = text
        .chars()
        .filter(|c| !c.is_ascii_punctuation() && !c.is_ascii_whitespace());
    kept.filter(|c| !matches!(c, '\u{A0}' | '\u{2028}' | '\u{2029}'))
        .take(limit)
        .collect()
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
