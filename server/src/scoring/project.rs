//! The plain text of a response: what a reader sees, without Markdown's marks.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Projects CommonMark with tables and mathematics onto plain text.
pub(crate) fn plain_text(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_STRIKETHROUGH;
    let mut out = String::with_capacity(markdown.len());
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Text(text)
            | Event::Code(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::InlineHtml(text)
            | Event::Html(text) => out.push_str(&text),
            Event::SoftBreak | Event::HardBreak => out.push('\n'),
            Event::End(TagEnd::TableCell) => out.push('\t'),
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Heading(_)
                | TagEnd::Item
                | TagEnd::CodeBlock
                | TagEnd::TableRow
                | TagEnd::TableHead,
            )
            | Event::Rule
            | Event::Start(Tag::List(_)) => end_line(&mut out),
            _ => {}
        }
    }
    out.trim().to_owned()
}

fn end_line(out: &mut String) {
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

/// Text for comparing: white space runs are one space, marks that are not seen are gone.
pub(crate) fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !is_invisible(*c))
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Zero-width and byte-order marks.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_stays_and_marks_go() {
        for (markdown, text) in [
            ("**Paris**", "Paris"),
            ("It is *very* `cold`.\n\n- a\n- b", "It is very cold.\na\nb"),
            ("# Title\n\ntext", "Title\ntext"),
            ("```json\n{\"a\": 1}\n```", "{\"a\": 1}"),
            ("| a | b |\n|---|---|\n| 1 | 2 |", "a\tb\t\n1\t2"),
            ("$x^2$ and $$y$$", "x^2 and y"),
            ("[link](https://x)", "link"),
            ("1. one\n2. two", "one\ntwo"),
            ("a < b & c", "a < b & c"),
        ] {
            assert_eq!(plain_text(markdown), text, "{markdown}");
        }
        assert_eq!(squeezed(" a\u{200B}\n\tb\u{A0}c "), "a b c");
    }
}
