//! Code blocks, whichever editor shows them.

use super::ast::Block;
use super::dom::{Dom, Element};

/// The code block that `element` (a `pre` or a wrapper around one) shows; `None` for a wrapper
/// without code.
pub(super) fn block(element: &Element) -> Option<Block> {
    let pre = element.find(&|e| e.tag == "pre")?;
    let editor = pre.find(&|e| e.has_class("cm-content"));
    // Some pages have a code element for every line.
    let whole = pre
        .find(&|e| e.tag == "code")
        .filter(|_| pre.count("code") == 1);
    let code = editor.or(whole).unwrap_or(pre);
    let mut text = String::new();
    code.raw_text(&mut text);
    // The last line end belongs to the fence.
    let text = without_returns(text.strip_suffix('\n').unwrap_or(&text));
    let language = language_of(code)
        .or_else(|| language_of(pre))
        .or_else(|| language_of(element))
        .or_else(|| heading_before(element, code))
        .unwrap_or_default();
    Some(Block::Code { language, text })
}

/// CRLF as LF.
fn without_returns(text: &str) -> String {
    let mut out = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\r' || characters.peek() != Some(&'\n') {
            out.push(character);
        }
    }
    out
}

#[inline(never)]
fn language_of(element: &Element) -> Option<String> {
    if let Some(language) = element.attribute("data-language") {
        return Some(language.to_owned());
    }
    let mut classes = element.attribute("class")?.split_ascii_whitespace();
    let name = classes.find_map(|c| {
        c.strip_prefix("language-")
            .or_else(|| c.strip_prefix("lang-"))
    });
    name.filter(|name| !name.is_empty()).map(str::to_owned)
}

/// The one word that stands over the code, as "python".
fn heading_before(element: &Element, code: &Element) -> Option<String> {
    let mut words = String::new();
    collect_before(element, code, &mut words);
    let word = words.trim_ascii();
    let plain = word
        .bytes()
        .all(|c| c.is_ascii_alphanumeric() || b"+#-._".contains(&c));
    let short = (1..=20).contains(&word.len());
    (short && plain).then(|| word.to_ascii_lowercase())
}

/// Collects the text before `code`; true once `code` is reached.
fn collect_before(element: &Element, code: &Element, out: &mut String) -> bool {
    if core::ptr::eq(element, code) {
        return true;
    }
    for child in &element.children {
        match child {
            Dom::Text(text) => out.push_str(text),
            Dom::Element(inside) if inside.tag == "button" => {}
            Dom::Element(inside) => {
                if collect_before(inside, code, out) {
                    return true;
                }
                out.push(' ');
            }
        }
    }
    false
}
