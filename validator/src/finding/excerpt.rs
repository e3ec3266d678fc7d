//! Short, safe pieces of a hostile file for messages: at most 40
//! characters, nothing that a terminal would obey or that reorders text.

use std::fmt::Write as _;

const LIMIT: usize = 40;

/// Cuts `text` to 40 characters and escapes whatever does not print plainly.
pub fn excerpt(text: &str) -> String {
    let mut out = String::new();
    let mut used = 0;
    for c in text.chars() {
        let width = if plain(c) {
            1
        } else {
            c.escape_default().count()
        };
        if used + width > LIMIT - 1 {
            out.push('…');
            return out;
        }
        used += width;
        if plain(c) {
            out.push(c);
        } else {
            let _ = write!(out, "{}", c.escape_default());
        }
    }
    out
}

/// The same for bytes that need not be UTF-8; bad bytes become `\xNN`.
pub fn show_bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes[..bytes.len().min(256)].utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    excerpt(&text)
}

/// Letters, digits, marks and symbols that neither move the cursor nor
/// change the direction of the text around them.
fn plain(c: char) -> bool {
    !c.is_control()
        && !matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_short_and_escaped() {
        assert_eq!(excerpt("plain ü 漢"), "plain ü 漢");
        assert_eq!(excerpt("a\nb\u{1b}[2J"), "a\\nb\\u{1b}[2J");
        assert_eq!(excerpt("\u{202e}evil"), "\\u{202e}evil");
        assert!(excerpt(&"x".repeat(500)).chars().count() <= 40);
        assert!(excerpt(&"\u{7}".repeat(500)).chars().count() <= 40);
        assert_eq!(show_bytes(b"a\xffb"), "a\\xffb");
    }
}
