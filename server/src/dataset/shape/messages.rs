//! Prompts that are chats: one user message can be typed into a page, anything else can't.

use crate::dataset::item::Blocked;
use crate::dataset::tree::Tree;

/// The text to send for a prompt value: a text, a list of chat messages, or a list of turns.
pub(super) fn prompt_text(value: &Tree, first_turn: bool) -> Result<String, Blocked> {
    match value {
        Tree::Text(text) | Tree::Number(text) => Ok(text.clone()),
        Tree::List(list) if list.iter().all(|turn| turn.as_text().is_some()) => {
            turns(list, first_turn)
        }
        Tree::List(list) => messages(list),
        Tree::Null => Err(Blocked::new("item.no_prompt", "it has no prompt")),
        other => Err(Blocked::new(
            "item.no_prompt",
            format!("its prompt is {}, not a text", other.kind()),
        )),
    }
}

fn turns(list: &[Tree], first_turn: bool) -> Result<String, Blocked> {
    match list {
        [] => Err(Blocked::new("item.no_prompt", "it has no prompt")),
        [Tree::Text(text)] => Ok(text.clone()),
        [Tree::Text(text), ..] if first_turn => Ok(text.clone()),
        several => Err(Blocked::new(
            "item.several_turns",
            format!(
                "it has {} turns and one prompt is sent an item; \
                 --first-turn takes the first and leaves the others out",
                several.len()
            ),
        )),
    }
}

fn messages(list: &[Tree]) -> Result<String, Blocked> {
    let role = |message: &Tree| {
        message
            .get("role")
            .and_then(Tree::as_text)
            .unwrap_or("?")
            .to_owned()
    };
    let roles: Vec<String> = list.iter().map(role).collect();
    if roles
        .iter()
        .any(|role| role == "system" || role == "developer")
    {
        return Err(Blocked::new(
            "item.system_message",
            "it has a system message, which can't be typed into a chat page",
        ));
    }
    match (list, roles.as_slice()) {
        ([message], [role]) if role == "user" => content(message.get("content")),
        ([_], [role]) => Err(Blocked::new(
            "item.messages",
            format!("its only message has the role \"{role}\", not \"user\""),
        )),
        _ => Err(Blocked::new(
            "item.several_turns",
            format!(
                "it is a conversation of {} messages ({}); one prompt is sent an item",
                roles.len(),
                roles.join(", ")
            ),
        )),
    }
}

/// A message's content: a text, or parts of which each is a text.
fn content(content: Option<&Tree>) -> Result<String, Blocked> {
    match content {
        Some(Tree::Text(text)) => Ok(text.clone()),
        Some(Tree::List(parts)) => match parts.as_slice() {
            [part] if part.get("type").and_then(Tree::as_text) == Some("text") => {
                content_text(part.get("text"))
            }
            _ => Err(Blocked::new(
                "item.media",
                "its message has several parts or one that is no text; only text can be sent",
            )),
        },
        other => content_text(other),
    }
}

fn content_text(value: Option<&Tree>) -> Result<String, Blocked> {
    value
        .and_then(Tree::as_text)
        .map(str::to_owned)
        .ok_or_else(|| Blocked::new("item.no_prompt", "its message has no text"))
}
