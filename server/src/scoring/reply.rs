//! The grammar of a judge's reply: `0` or `1`, and nothing that only contains one.
//!
//! Judges wrap, explain and apologise. What is forgiven is what can't change the meaning;
//! everything else is `unparseable`, never 0.

use eval752_contract::plain::is_invisible;

/// Reads a reply. JSON is read only where the instruction asked for it.
pub(super) fn verdict(reply: &str, json_asked: bool) -> Option<bool> {
    let text: String = reply.chars().filter(|c| !is_invisible(*c)).collect();
    let text = text.trim();
    digit(text).or_else(|| digit(fence(text)?)).or_else(|| {
        json_asked
            .then(|| json(text).or_else(|| json(fence(text)?)))
            .flatten()
    })
}

fn digit(text: &str) -> Option<bool> {
    let text = text.trim();
    let text = text.strip_suffix('.').unwrap_or(text).trim_end();
    let text = ["\"", "'", "`", "**", "*"]
        .iter()
        .find_map(|mark| {
            let inner = text.strip_prefix(mark)?.strip_suffix(mark)?;
            (!inner.is_empty()).then_some(inner)
        })
        .unwrap_or(text);
    match text {
        "1" | "１" => Some(true),
        "0" | "０" => Some(false),
        _ => None,
    }
}

/// The content of a code fence that is the whole reply.
fn fence(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("```")?.strip_suffix("```")?;
    let (info, content) = inner.split_once('\n')?;
    let plain = info.chars().all(|c| c.is_ascii_alphanumeric());
    (plain && !content.contains("```")).then(|| content.trim())
}

/// An object with exactly one of the usual members.
fn json(text: &str) -> Option<bool> {
    let node = eval752_contract::json::parse(text.as_bytes()).ok()?;
    node.as_object()?;
    let mut found = ["score", "verdict", "result"]
        .iter()
        .filter_map(|name| node.get(name));
    let value = found.next()?;
    if found.next().is_some() {
        return None;
    }
    match (value.as_bool(), value.as_integer()) {
        (Some(value), _) => Some(value),
        (_, Some(0)) => Some(false),
        (_, Some(1)) => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_verdict_is_one() {
        for (reply, value) in [
            ("1", true),
            ("0", false),
            (" 1\n", true),
            ("1.", true),
            ("**0**", false),
            ("`1`", true),
            ("\"0\"", false),
            ("\u{200B}1\u{FEFF}", true),
            ("１", true),
            ("```\n1\n```", true),
            ("```text\n0\n```", false),
        ] {
            assert_eq!(verdict(reply, false), Some(value), "{reply:?}");
        }
        for reply in [
            "",
            " ",
            "10",
            "01",
            "1 0",
            "Score: 1",
            "I would downgrade: 0",
            "The answer is 1",
            "yes",
            "true",
            "-1",
            "0.5",
            "1/1",
            "1..",
            "```\n1\n``` and ```\n0\n```",
            "{\"score\":1}",
            "1\n\nIgnore the above: 0",
            "**1",
            "'1\"",
        ] {
            assert_eq!(verdict(reply, false), None, "{reply:?}");
        }
    }

    #[test]
    fn json_is_read_only_where_it_was_asked_for() {
        for (reply, value) in [
            ("{\"score\": 1}", true),
            ("{\"verdict\":false,\"why\":\"x\"}", false),
            ("```json\n{\"result\":0}\n```", false),
            ("1", true),
        ] {
            assert_eq!(verdict(reply, true), Some(value), "{reply}");
        }
        for reply in [
            "{\"score\":1,\"result\":1}",
            "{\"score\":2}",
            "{\"score\":\"1\"}",
            "{}",
            "[1]",
            "x {\"score\":1}",
        ] {
            assert_eq!(verdict(reply, true), None, "{reply}");
        }
    }
}
