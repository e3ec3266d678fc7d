//! A pack as the page shows it.

use eval752_contract::ids::DatasetToken;
use eval752_contract::json::{self, Writer};
use eval752_contract::pack::{Pack, PackItem, Scoring};
use eval752_contract::problem::{Problem, Problems};
use eval752_contract::token::{KeySet, TokenError};

use crate::out;

/// How many prompts are handed over for looking at.
const PREVIEW: usize = 5;

/// How many of the longest prompts are named, for a page that takes no long ones.
const LONGEST: usize = 20;

/// Why a text is no pack.
pub(crate) enum Refused {
    Syntax(json::SyntaxError),
    Problems(Vec<Problem>),
}

/// Reads a pack.
pub(crate) fn parse(text: &str) -> Result<Pack, Refused> {
    let node = json::parse(text.as_bytes()).map_err(Refused::Syntax)?;
    let mut problems = Problems::new();
    match Pack::read(&node, &mut problems) {
        Some(pack) if problems.is_empty() => Ok(pack),
        _ => Err(Refused::Problems(problems.into_vec())),
    }
}

/// `{ ok, problems }`, and for a good pack what is in it.
pub(crate) fn read(text: &str) -> String {
    let pack = match parse(text) {
        Ok(pack) => pack,
        Err(Refused::Syntax(error)) => return out::syntax(error),
        Err(Refused::Problems(problems)) => {
            let mut out = Writer::new();
            out.object(|out| {
                out.key("ok").bool(false);
                out::problems(out, &problems);
            });
            return out.finish();
        }
    };
    let mut out = Writer::new();
    out.object(|out| describe(out, &pack));
    out.finish()
}

fn describe(out: &mut Writer, pack: &Pack) {
    out.key("ok").bool(true);
    out.key("problems").array(|_| {});
    out.key("dataset").object(|out| {
        out.key("id").string(pack.dataset.id.as_str());
        out.key("name").string(&pack.dataset.name);
        out.key("version_hash")
            .string(pack.dataset.version_hash.as_str());
    });
    out.key("sections").array(|out| {
        for section in &pack.sections {
            out.object(|out| {
                out.key("id").string(section.id.as_str());
                out.key("title").string(&section.title);
                out.key("item_count").integer(section.item_count);
            });
        }
    });
    out.key("item_count").integer(out::size(pack.items.len()));
    out.key("digest_ok").bool(pack.digest_matches());
    out.key("created_at").string(&pack.created_at.canonical());
    out.key("key_id")
        .optional(key_id(&pack.dataset_token).as_deref());
    lengths(out, &pack.items);
    out.key("scoring").object(|out| {
        for scoring in Scoring::ALL {
            let of_it = pack.items.iter().filter(|item| item.scoring == scoring);
            out.key(scoring.as_str()).integer(out::size(of_it.count()));
        }
    });
    out.key("preview").array(|out| {
        for item in pack.items.iter().take(PREVIEW) {
            out.object(|out| {
                out.key("dataset_item_id")
                    .string(item.dataset_item_id.as_str());
                out.key("prompt_text").string(&item.prompt_text);
            });
        }
    });
}

/// The key that a token names; without keys at hand that is all there is to say.
pub(crate) fn key_id(token: &DatasetToken) -> Option<String> {
    match KeySet::default().verify(token.as_str()) {
        Err(TokenError::UnknownKey(id)) => Some(id),
        _ => None,
    }
}

/// `longest_prompt`, `longest` (which items, longest first) and `lengths` (of every prompt, in
/// order): what a limit of the chat page is held against.
fn lengths(out: &mut Writer, items: &[PackItem]) {
    let lengths: Vec<usize> = items
        .iter()
        .map(|item| item.prompt_text.chars().count())
        .collect();
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(lengths[at]));
    let top = order.first().map_or(0, |&at| lengths[at]);
    out.key("longest_prompt").integer(out::size(top));
    out.key("longest").array(|out| {
        for &at in order.iter().take(LONGEST) {
            out.object(|out| {
                out.key("dataset_item_id")
                    .string(items[at].dataset_item_id.as_str());
                out.key("characters").integer(out::size(lengths[at]));
            });
        }
    });
    out.key("lengths").array(|out| {
        for &length in &lengths {
            out.integer(out::size(length));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_pack_is_answered_with_places_and_reasons() {
        let answer =
            read(r#"{"format":"eval752.browser_harness.pack.v1","items":[{"prompt_text":3}]}"#);
        assert!(answer.starts_with(r#"{"ok":false,"#), "{answer}");
        assert!(answer.contains(r#""pointer":"/items/0/prompt_text","code":"schema.type""#));
        let answer = read("{");
        assert!(answer.contains(r#""code":"json.syntax""#), "{answer}");
        let answer = read(r#"{"format":"something.else"}"#);
        assert!(
            answer.contains(r#""pointer":"/format","code":"archive.format_unknown""#),
            "{answer}"
        );
    }
}
