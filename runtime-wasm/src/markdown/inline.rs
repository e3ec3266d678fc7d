//! Reading inlines out of the DOM.

use super::ast::Inline;
use super::dom::{Dom, Element};
use super::math;

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
    match element.tag.as_str() {
        "br" => run.push(Inline::Break),
        "img" => push_text(run, element.attribute("alt").unwrap_or_default()),
        "input" if element.attribute("type") == Some("checkbox") => {
            let checked = element.attribute("checked").is_some();
            run.push(Inline::Text(
                if checked { "[x] " } else { "[ ] " }.to_owned(),
            ));
        }
        "code" | "kbd" | "samp" | "tt" => {
            let mut text = String::new();
            element.raw_text(&mut text);
            let text = text.replace('\n', " ");
            if !text.is_empty() {
                run.push(Inline::Code(text));
            }
        }
        "a" => push_link(run, element),
        "strong" | "b" => wrap(run, element, Inline::Strong),
        "em" | "i" => wrap(run, element, Inline::Emphasis),
        "del" | "s" | "strike" => wrap(run, element, Inline::Strike),
        _ => {
            let hints = element.hints;
            match (hints.bold, hints.italic) {
                (true, true) => {
                    let mut inside = Vec::new();
                    wrap(&mut inside, element, Inline::Emphasis);
                    push_wrapped(run, inside, Inline::Strong);
                }
                (true, false) => wrap(run, element, Inline::Strong),
                (false, true) => wrap(run, element, Inline::Emphasis),
                (false, false) => {
                    for child in &element.children {
                        push(run, child);
                    }
                }
            }
        }
    }
}

fn wrap(run: &mut Vec<Inline>, element: &Element, make: fn(Vec<Inline>) -> Inline) {
    push_wrapped(run, of(&element.children), make);
}

/// White space at the edges of an emphasis can't be inside its marks.
fn push_wrapped(run: &mut Vec<Inline>, mut inside: Vec<Inline>, make: fn(Vec<Inline>) -> Inline) {
    let space = |inline: Option<&Inline>, edge: fn(&str, &[char]) -> bool| matches!(inline, Some(Inline::Text(text)) if edge(text, &[' ', '\n']));
    let before = space(inside.first(), |text, set| text.starts_with(set));
    let after = space(inside.last(), |text, set| text.ends_with(set));
    inside = trim(inside);
    if before || (inside.is_empty() && after) {
        push_text(run, " ");
    }
    if inside.is_empty() {
        return;
    }
    // The same emphasis twice in a row is one: the marks between would not be read.
    let same = run.last_mut().filter(|last| {
        core::mem::discriminant(*last) == core::mem::discriminant(&make(Vec::new()))
    });
    match same {
        Some(Inline::Strong(last) | Inline::Emphasis(last) | Inline::Strike(last)) => {
            last.extend(inside);
        }
        _ => run.push(make(inside)),
    }
    if after {
        push_text(run, " ");
    }
}

fn push_link(run: &mut Vec<Inline>, element: &Element) {
    let text = trim(of(&element.children));
    let href = element.attribute("href").unwrap_or_default();
    let scheme = href.split(':').next().unwrap_or_default();
    let dangerous = href.contains(':')
        && ["javascript", "data", "vbscript", "blob"]
            .iter()
            .any(|s| scheme.eq_ignore_ascii_case(s));
    if text.is_empty() {
        return;
    }
    if href.is_empty() || href.starts_with('#') || dangerous {
        return run.extend(text);
    }
    let title = element.attribute("title").map(str::to_owned);
    run.push(Inline::Link {
        href: href.to_owned(),
        title,
        text,
    });
}

/// Adds text with its white space collapsed; line ends stay, as soft breaks, and an empty line
/// stays as the end of a paragraph.
fn push_text(run: &mut Vec<Inline>, text: &str) {
    if !matches!(run.last(), Some(Inline::Text(_))) {
        run.push(Inline::Text(String::new()));
    }
    let after_break = run.len() >= 2 && matches!(run[run.len() - 2], Inline::Break);
    let Some(Inline::Text(out)) = run.last_mut() else {
        return;
    };
    for character in text.chars() {
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
                let start = out.is_empty() && after_break;
                if !out.ends_with([' ', '\n']) && !start {
                    out.push(' ');
                }
            }
            // Invisible and meaningless in text; pages insert it to allow line breaks.
            '\u{200B}' | '\u{FEFF}' => {}
            _ => out.push(character),
        }
    }
    if out.is_empty() {
        run.pop();
    }
}

/// Without white space and line breaks at the edges.
pub(super) fn trim(mut run: Vec<Inline>) -> Vec<Inline> {
    while let Some(first) = run.first_mut() {
        match first {
            Inline::Break => {}
            Inline::Text(text) => {
                let trimmed = text.trim_start_matches([' ', '\n', '\t']).to_owned();
                if !trimmed.is_empty() {
                    *text = trimmed;
                    break;
                }
            }
            _ => break,
        }
        run.remove(0);
    }
    while let Some(last) = run.last_mut() {
        match last {
            Inline::Break => {}
            Inline::Text(text) => {
                text.truncate(text.trim_end_matches([' ', '\n', '\t']).len());
                if !text.is_empty() {
                    break;
                }
            }
            _ => break,
        }
        run.pop();
    }
    run
}
