//! Reading inlines out of the DOM.

use super::ast::Inline;
use super::dom::{Dom, Element};
use super::math;
use crate::text::{listed, replaced};

/// The inlines of `nodes`.
pub(super) fn of(nodes: &[Dom]) -> Vec<Inline> {
    let mut run = Vec::new();
    for node in nodes {
        push(&mut run, node);
    }
    run
}

/// Adds `node` to `run`.
pub(super) fn push(run: &mut Vec<Inline>, node: &Dom) {
    match node {
        Dom::Text(text) => push_text(run, text),
        Dom::Element(element) => push_element(run, element),
    }
}

fn push_element(run: &mut Vec<Inline>, element: &Element) {
    if let Some(tex) = math::inline(element).or_else(|| math::display(element)) {
        return run.push(Inline::Math(tex));
    }
    let tag = element.tag.as_str();
    let hints = element.hints;
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
    } else if tag == "a" {
        push_link(run, element);
    } else if listed(tag, "del s strike") {
        push_wrapped(run, of(&element.children), Inline::Strike);
    } else if listed(tag, "strong b") {
        push_wrapped(run, of(&element.children), Inline::Strong);
    } else if listed(tag, "em i") {
        push_wrapped(run, of(&element.children), Inline::Emphasis);
    } else {
        if !hints.bold && !hints.italic {
            for child in &element.children {
                push(run, child);
            }
            return;
        }
        let mut inside = of(&element.children);
        if hints.bold && hints.italic {
            let mut both = Vec::new();
            push_wrapped(&mut both, inside, Inline::Emphasis);
            inside = both;
        }
        let make = if hints.bold {
            Inline::Strong
        } else {
            Inline::Emphasis
        };
        push_wrapped(run, inside, make);
    }
}

/// White space at the edges of an emphasis can't be inside its marks.
#[inline(never)]
fn push_wrapped(run: &mut Vec<Inline>, mut inside: Vec<Inline>, make: fn(Vec<Inline>) -> Inline) {
    let before =
        matches!(inside.first(), Some(Inline::Text(text)) if text.starts_with([' ', '\n']));
    let after = matches!(inside.last(), Some(Inline::Text(text)) if text.ends_with([' ', '\n']));
    trim(&mut inside);
    if before || (inside.is_empty() && after) {
        push_text(run, " ");
    }
    if inside.is_empty() {
        return;
    }
    let mut wrapped = make(inside);
    // The same emphasis twice in a row is one: the marks between would not be read.
    match (run.last_mut(), &mut wrapped) {
        (Some(Inline::Strong(last)), Inline::Strong(inside))
        | (Some(Inline::Emphasis(last)), Inline::Emphasis(inside))
        | (Some(Inline::Strike(last)), Inline::Strike(inside)) => last.append(inside),
        _ => run.push(wrapped),
    }
    if after {
        push_text(run, " ");
    }
}

#[inline(never)]
fn push_link(run: &mut Vec<Inline>, element: &Element) {
    let mut text = of(&element.children);
    trim(&mut text);
    if text.is_empty() {
        return;
    }
    let href = element.attribute("href").unwrap_or_default();
    let scheme = href.as_bytes().iter().position(|byte| *byte == b':');
    let scheme = href.get(..scheme.unwrap_or(0)).unwrap_or_default();
    if href.is_empty()
        || href.starts_with('#')
        || listed(
            &scheme.to_ascii_lowercase(),
            "javascript data vbscript blob",
        )
    {
        return run.append(&mut text);
    }
    run.push(Inline::Link {
        href: href.to_owned(),
        title: element.attribute("title").map(str::to_owned),
        text,
    });
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
                while out.ends_with([' ', '\t']) {
                    out.pop();
                }
                let start = out.is_empty() && after_break;
                if !(start || out.ends_with("\n\n")) {
                    out.push('\n');
                }
            }
            ' ' | '\t' | '\u{C}' => {
                if !out.ends_with([' ', '\n']) && !start {
                    out.push(' ');
                }
            }
            // Invisible and meaningless in text; pages insert it to allow line breaks.
            '\u{200B}' | '\u{FEFF}' => {}
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
            let set = [' ', '\n', '\t'];
            if start {
                *text = text.trim_start_matches(set).to_owned();
            } else {
                text.truncate(text.trim_end_matches(set).len());
            }
            text.is_empty()
        }
        _ => false,
    }
}

/// Turns line ends into spaces, for where only one line fits.
#[inline(never)]
pub(super) fn one_line(run: &mut [Inline]) {
    for inline in run {
        match inline {
            Inline::Text(text) => *text = replaced(text, '\n', " "),
            Inline::Break => *inline = Inline::Text(" ".to_owned()),
            _ => {}
        }
    }
}
