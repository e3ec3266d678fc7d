//! Reading inlines out of the DOM.

use super::ast::{Inline, Wrapper};
use super::dom::{Dom, Element};
use super::{build, math};
use crate::text::{listed, replaced};

/// The inlines of `nodes`, which stand in wrappers of the kinds `within`.
pub(super) fn of(nodes: &[Dom], within: u8) -> Vec<Inline> {
    let mut run = Vec::new();
    for node in nodes {
        push(&mut run, node, within);
    }
    run
}

/// Adds `node` to `run`.
pub(super) fn push(run: &mut Vec<Inline>, node: &Dom, within: u8) {
    match node {
        Dom::Text(text) => push_text(run, text),
        Dom::Element(element) => push_element(run, element, within),
    }
}

fn push_element(run: &mut Vec<Inline>, element: &Element, within: u8) {
    if let Some(tex) = math::inline(element).or_else(|| math::display(element)) {
        return run.push(Inline::Math(tex));
    }
    let tag = element.tag.as_str();
    if tag == "br" {
        run.push(Inline::Break);
    } else if tag == "img" {
        push_text(run, element.attribute("alt").unwrap_or_default());
    } else if tag == "input" {
        if element.attribute("type") == Some("checkbox") {
            let checked = element.attribute("checked").is_some();
            let text = if checked { "[x] " } else { "[ ] " };
            run.push(Inline::Text(text.to_owned()));
        }
    } else if listed(tag, "code kbd samp tt") {
        let mut text = String::new();
        element.raw_text(&mut text);
        if !text.is_empty() {
            run.push(Inline::Code(replaced(&text, '\n', " ")));
        }
    } else {
        // Where only one line fits, blocks are lines.
        let block = build::is_block(element);
        push_break(run, block);
        push_wrapped(run, element, within);
        push_break(run, block);
    }
}

/// What `element` makes of the text in it.
fn wrapper(element: &Element, within: u8) -> Option<Wrapper> {
    let tag = element.tag.as_str();
    let hints = element.hints;
    let is = |kind: u8, hint: bool, tags: &str| within & kind == 0 && (hint || listed(tag, tags));
    if listed(tag, "sup sub") {
        Some(Wrapper::Script(tag.to_owned()))
    } else if is(4, false, "del s strike") {
        Some(Wrapper::Strike)
    } else if is(1, hints.bold, "strong b") {
        Some(Wrapper::Strong)
    } else if is(2, hints.italic, "em i") {
        Some(Wrapper::Emphasis)
    } else {
        link(element)
    }
}

fn push_break(run: &mut Vec<Inline>, block: bool) {
    if block && !matches!(run.last(), None | Some(Inline::Break)) {
        run.push(Inline::Break);
    }
}

/// Adds what is in `element`. White space and line breaks at the edges can't be inside a
/// wrapper's marks: they move out, as a space.
#[inline(never)]
fn push_wrapped(run: &mut Vec<Inline>, element: &Element, within: u8) {
    let Some(wrapper) = wrapper(element, within) else {
        for child in &element.children {
            push(run, child, within);
        }
        return;
    };
    let kind = wrapper.kind();
    let mut inside = Vec::new();
    if kind == 0 {
        inside = of(&element.children, within);
    } else {
        // It may be of another kind as well.
        push_wrapped(&mut inside, element, within | kind);
    }
    let before = apart(inside.first(), <[u8]>::first);
    let after = apart(inside.last(), <[u8]>::last);
    trim(&mut inside);
    push_text(run, before);
    if !inside.is_empty() {
        join(run, Inline::Wrapped(wrapper, inside));
    }
    push_text(run, after);
}

/// Adds an inline. The same emphasis twice in a row is one: the marks between would not be read.
#[inline(never)]
fn join(run: &mut Vec<Inline>, inline: Inline) {
    match (run.last_mut(), inline) {
        (Some(Inline::Wrapped(last, text)), Inline::Wrapped(wrapper, inside))
            if wrapper.kind() != 0 && last.kind() == wrapper.kind() =>
        {
            for inline in inside {
                join(text, inline);
            }
        }
        (_, inline) => run.push(inline),
    }
}

fn is_blank(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b' ' | b'\n'))
}

/// The space that keeps an edge apart from what is around, if it was apart.
fn apart(inline: Option<&Inline>, edge: fn(&[u8]) -> Option<&u8>) -> &'static str {
    match inline {
        Some(Inline::Break) => " ",
        Some(Inline::Text(text)) if is_blank(edge(text.as_bytes())) => " ",
        _ => "",
    }
}

/// A link that leads somewhere.
#[inline(never)]
pub(super) fn link(element: &Element) -> Option<Wrapper> {
    if element.tag != "a" {
        return None;
    }
    let href = element.attribute("href")?;
    let scheme = href.as_bytes().iter().position(|byte| *byte == b':');
    let scheme = href.get(..scheme.unwrap_or(0)).unwrap_or_default();
    let nowhere = href.is_empty()
        || href.starts_with('#')
        || listed(
            &scheme.to_ascii_lowercase(),
            "javascript data vbscript blob",
        );
    let title = element.attribute("title").unwrap_or_default();
    (!nowhere).then(|| Wrapper::Link(href.to_owned(), title.to_owned()))
}

/// Adds text with its white space collapsed; line ends stay, as soft breaks, and an empty line
/// stays as the end of a paragraph.
#[inline(never)]
fn push_text(run: &mut Vec<Inline>, text: &str) {
    let (mut out, after_break) = match run.pop() {
        Some(Inline::Text(before)) => (before, matches!(run.last(), Some(Inline::Break))),
        other => {
            let after_break = matches!(other, Some(Inline::Break));
            run.extend(other);
            (String::new(), after_break)
        }
    };
    for character in text.chars() {
        let start = out.is_empty() && after_break;
        match character {
            '\n' | '\r' => {
                if out.as_bytes().last() == Some(&b' ') {
                    out.truncate(out.len() - 1);
                }
                let start = out.is_empty() && after_break;
                if !(start || out.ends_with("\n\n")) {
                    out.push('\n');
                }
            }
            ' ' | '\t' | '\u{C}' => {
                if !is_blank(out.as_bytes().last()) && !start {
                    out.push(' ');
                }
            }
            // Invisible and meaningless in text; pages insert them to allow line breaks.
            '\u{200B}' | '\u{FEFF}' | '\u{AD}' => {}
            _ => out.push(character),
        }
    }
    if !out.is_empty() {
        run.push(Inline::Text(out));
    }
}

/// Drops white space and line breaks at the edges.
#[inline(never)]
pub(super) fn trim(run: &mut Vec<Inline>) {
    while run.first_mut().is_some_and(|first| is_space(first, true)) {
        run.remove(0);
    }
    while run.last_mut().is_some_and(|last| is_space(last, false)) {
        run.pop();
    }
}

/// Whether nothing is left of `inline` once white space at its start, or its end, is gone.
fn is_space(inline: &mut Inline, start: bool) -> bool {
    match inline {
        Inline::Break => true,
        Inline::Text(text) => {
            if start {
                *text = text.trim_ascii_start().to_owned();
            } else {
                text.truncate(text.trim_ascii_end().len());
            }
            text.is_empty()
        }
        _ => false,
    }
}
