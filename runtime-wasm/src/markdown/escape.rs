//! Escaping text so that CommonMark reads it as text, and no more than that: plain answers
//! stay plain.

use crate::text::{find, split};

/// Text with backslashes where a CommonMark or GFM reader would see a mark.
///
/// `before` and `after` are the characters around it in the line, if any.
#[inline(never)]
pub(super) fn escape(
    text: &str,
    before: Option<char>,
    after: Option<char>,
    in_table: bool,
) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len() + 8);
    for (at, &character) in characters.iter().enumerate() {
        let previous = if at == 0 {
            before
        } else {
            Some(characters[at - 1])
        };
        let next = characters.get(at + 1).copied().or(after);
        let rest = &characters[at..];
        let escaped = match character {
            '\\' => next.is_none_or(|c| c.is_ascii_punctuation()),
            '`' => true,
            '*' => !(is_space(previous) && is_space(next)),
            '_' => {
                let inside_word = is_word(previous) && is_word(next);
                let alone = is_space(previous) && is_space(next);
                !(inside_word || alone)
            }
            '~' => next == Some('~') || previous == Some('~'),
            '<' => next.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
            '&' => is_entity(rest),
            '[' => opens_link(rest),
            ']' => next == Some('(') || next == Some('['),
            '!' => next == Some('['),
            '$' => opens_math(rest) || closes_math(&characters, at),
            '|' => in_table,
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// Escapes what is a mark only at the beginning of a line.
#[inline(never)]
pub(super) fn escape_line_start(line: &str) -> String {
    let bytes = line.as_bytes();
    let ends_word = |at: usize| matches!(bytes.get(at), None | Some(b' ' | b'\t' | b'\n'));
    let hashes = bytes.iter().take_while(|&&b| b == b'#').count();
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let first_line = split(line, b'\n')[0].trim_ascii_end();
    let only =
        |allowed: &[u8]| !first_line.is_empty() && first_line.bytes().all(|c| allowed.contains(&c));
    let at = match bytes.first() {
        Some(b'#') if (1..=6).contains(&hashes) && ends_word(hashes) => Some(0),
        Some(b'-' | b'+') if ends_word(1) => Some(0),
        Some(b'-') if only(b"-") || only(b"- ") || (only(b"-:| ") && first_line.len() >= 3) => {
            Some(0)
        }
        Some(b'=') if only(b"=") => Some(0),
        Some(b':' | b'|') if only(b"-:| ") && first_line.as_bytes().contains(&b'-') => Some(0),
        Some(b'>') => Some(0),
        Some(b'~') if bytes.starts_with(b"~~~") => Some(0),
        Some(b'[') if find(first_line, "]:").is_some() => Some(0),
        Some(b'0'..=b'9')
            if digits <= 9
                && matches!(bytes.get(digits), Some(b'.' | b')'))
                && ends_word(digits + 1) =>
        {
            Some(digits)
        }
        _ => None,
    };
    match at {
        Some(at) => {
            let (before, after) = line.split_at(at);
            crate::text::text(&[before, "\\", after])
        }
        None => line.to_owned(),
    }
}

#[inline(never)]
fn is_space(character: Option<char>) -> bool {
    character.is_none_or(char::is_whitespace)
}

#[inline(never)]
fn is_word(character: Option<char>) -> bool {
    character.is_some_and(|c| !c.is_whitespace() && !c.is_ascii_punctuation())
}

fn is_entity(rest: &[char]) -> bool {
    let name = rest[1..]
        .iter()
        .take_while(|c| c.is_ascii_alphanumeric() || **c == '#')
        .count();
    name > 0 && rest.get(name + 1) == Some(&';')
}

fn opens_link(rest: &[char]) -> bool {
    let mut depth = 0_usize;
    for (at, character) in rest.iter().enumerate() {
        match character {
            '[' => depth += 1,
            ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return matches!(rest.get(at + 1), Some('(' | '['));
                }
            }
            _ => {}
        }
    }
    false
}

/// A `$` that a reader of `$…$` math would take as the opening one.
fn opens_math(rest: &[char]) -> bool {
    if rest.get(1).is_none_or(|c| c.is_whitespace()) {
        return false;
    }
    if rest.get(1) == Some(&'$') {
        return true;
    }
    (2..rest.len()).any(|at| {
        rest[at] == '$'
            && !rest[at - 1].is_whitespace()
            && !rest.get(at + 1).is_some_and(char::is_ascii_digit)
    })
}

fn closes_math(all: &[char], at: usize) -> bool {
    let closing = at > 0 && !all[at - 1].is_whitespace();
    let digit = all.get(at + 1).is_some_and(char::is_ascii_digit);
    closing
        && !digit
        && (0..at)
            .any(|open| all[open] == '$' && all.get(open + 1).is_some_and(|c| !c.is_whitespace()))
}
