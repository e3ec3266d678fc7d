//! Carrying any text through JavaScript source and through a `javascript:` URL unchanged.

use std::fmt::Write as _;

/// JSON text as ASCII-only JavaScript source that is safe inside an HTML script element too.
///
/// Only string contents can hold what is replaced here, so `\uXXXX` and `<\/` mean the same.
pub(super) fn json_as_source(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut units = [0; 2];
    for character in json.chars() {
        match character {
            // `</script>` and `<!--` must not be seen by an HTML parser.
            '<' => out.push_str("\\u003c"),
            '\u{20}'..='\u{7E}' => out.push(character),
            _ => {
                for unit in character.encode_utf16(&mut units) {
                    let _infallible = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out
}

/// Source text as a `javascript:` URL that browsers store as it is: `%` would be read as an
/// escape, `#` begins the fragment, line ends are dropped and everything that is not printable
/// ASCII would be escaped by the browser.
pub(super) fn source_as_url(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + source.len() / 16);
    out.push_str("javascript:");
    for byte in source.bytes() {
        match byte {
            b'%' | b'#' => {
                let _infallible = write!(out, "%{byte:02X}");
            }
            0x20..=0x7E => out.push(char::from(byte)),
            _ => {
                let _infallible = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// Text for one line of a comment: no line ends, no control or bidirectional characters.
pub(super) fn comment_line(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character.is_ascii_graphic() {
                character
            } else {
                ' '
            }
        })
        .take(120)
        .collect::<String>()
        .trim()
        .to_owned()
}
