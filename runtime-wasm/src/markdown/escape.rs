//! Escaping text so that CommonMark reads it as text, and no more than that: plain answers
//! stay plain.

use crate::text::split;

/// What is a mark only in some surroundings.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Marks {
    /// More than one `$`: a pair of them would be read as math.
    pub(super) dollars: bool,
    /// More than one `~`.
    pub(super) tildes: bool,
    /// Within the text of a link.
    pub(super) brackets: bool,
}

/// Text with backslashes where a CommonMark or GFM reader would see a mark.
///
/// `before` and `after` are the characters around it in the line, if any.
#[inline(never)]
pub(super) fn escape(
    text: &str,
    before: Option<char>,
    after: Option<char>,
    marks: Marks,
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
        let alone = is_space(previous) && is_space(next);
        let escaped = match character {
            '\\' => next.is_none_or(|c| c.is_ascii_punctuation() || c == '\n'),
            '`' => true,
            '*' => !alone,
            '_' => {
                let word = |c| beside(c) == Beside::Letter;
                !(alone || word(previous) && word(next))
            }
            '~' => marks.tildes && !alone,
            '$' => marks.dollars && !alone,
            '<' => next.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
            '&' => is_entity(rest),
            '[' => marks.brackets,
            // Neither a link nor a definition comes about once its `](` or `]:` is text.
            ']' => marks.brackets || matches!(next, Some('(' | ':')),
            '!' => next == Some('['),
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// A link's target or title.
#[inline(never)]
pub(super) fn escape_quoted(text: &str) -> String {
    let entities = text.as_bytes().contains(&b';');
    let mut out = String::new();
    for character in text.chars() {
        if matches!(character, '\\' | '<' | '>' | '"' | '$') || character == '&' && entities {
            out.push('\\');
        }
        out.push(if character == '\n' { ' ' } else { character });
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
        Some(b'-' | b'+' | b'*') if ends_word(1) => Some(0),
        Some(b'_') if only(b"_ ") => Some(0),
        Some(b'-') if only(b"-:| ") => Some(0),
        Some(b'=') if only(b"=") => Some(0),
        Some(b':' | b'|') if only(b"-:| ") && first_line.as_bytes().contains(&b'-') => Some(0),
        Some(b'>') => Some(0),
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

/// What a character is to the marks of emphasis beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// White space or punctuation: emphasis can begin behind it and end before it.
    Mark,
    /// Emphasis can begin before it and end behind it.
    Letter,
    /// Unicode's tables would be larger than all of this.
    Unsure,
}

#[inline(never)]
pub(super) fn beside(character: Option<char>) -> Beside {
    let Some(c) = character else {
        return Beside::Mark;
    };
    if c.is_ascii_alphanumeric() || matches!(c, '\u{C0}'..='\u{1FFF}' | '\u{3040}'..='\u{D7FF}') {
        Beside::Letter
    } else if c.is_ascii() || matches!(c, '\u{3001}'..='\u{3002}' | '\u{FF01}'..='\u{FF0F}') {
        Beside::Mark
    } else {
        Beside::Unsure
    }
}

fn is_entity(rest: &[char]) -> bool {
    let name = rest[1..]
        .iter()
        .take_while(|c| c.is_ascii_alphanumeric() || **c == '#')
        .count();
    name > 0 && rest.get(name + 1) == Some(&';')
}
