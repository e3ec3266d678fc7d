//! The plain text of a response: what a reader sees, without Markdown's marks.
//!
//! Scoring compares this, so two spellings of one answer have to come out the same. It is the
//! only projection there is; the in-page runtime writes Markdown and leaves this feature out.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Projects CommonMark with tables and mathematics onto plain text.
///
/// Blocks and list items are lines, cells stand apart by tabs, math is its TeX. The inline HTML
/// that a capture can hold is what it looks like: `<br>` ends a line (a word, in a cell),
/// `<sub>` is seen through (`H2O`), and so is `<sup>` unless it raises to a power (`10^6`).
#[must_use]
pub fn plain_text(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_STRIKETHROUGH;
    let mut plain = Plain {
        out: String::with_capacity(markdown.len()),
        in_table: false,
        cells: 0,
        raised: None,
    };
    for event in Parser::new_ext(markdown, options) {
        plain.take(event);
    }
    plain.out.trim().to_owned()
}

struct Plain {
    out: String,
    in_table: bool,
    /// Cells of the row so far.
    cells: usize,
    /// Where the text of an open `<sup>` begins.
    raised: Option<usize>,
}

impl Plain {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::InlineHtml(tag) => self.tag(&tag),
            Event::Text(text)
            | Event::Code(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::Html(text) => self.out.push_str(&text),
            Event::SoftBreak | Event::HardBreak => self.out.push('\n'),
            Event::Start(Tag::TableCell) => {
                if self.cells > 0 {
                    self.out.push('\t');
                }
                self.cells += 1;
            }
            Event::Start(Tag::Table(_)) => {
                self.in_table = true;
                self.end_line();
            }
            Event::End(TagEnd::Table) => self.in_table = false,
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => {
                self.cells = 0;
                self.end_line();
            }
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::CodeBlock,
            )
            | Event::Rule
            | Event::Start(Tag::List(_) | Tag::CodeBlock(_)) => self.end_line(),
            _ => {}
        }
    }

    fn tag(&mut self, tag: &str) {
        match tag.to_ascii_lowercase().as_str() {
            "<br>" | "<br/>" | "<br />" => self.out.push(if self.in_table { ' ' } else { '\n' }),
            "<sup>" => self.raised = Some(self.out.len()),
            "</sup>" => self.end_raised(),
            "<sub>" | "</sub>" => {}
            _ => self.out.push_str(tag),
        }
    }

    /// A power is told from an ordinal or a trademark by what is raised, and over what.
    fn end_raised(&mut self) {
        let Some(at) = self.raised.take() else { return };
        let (base, text) = self.out.split_at(at);
        let over = base.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | ']'));
        let power = text
            .strip_prefix(['-', '−', '+'])
            .unwrap_or(text)
            .starts_with(|c: char| c.is_ascii_digit());
        let letter = text.chars().count() == 1 && text.starts_with(|c: char| c.is_alphabetic());
        if over && (power || letter) {
            self.out.insert(at, '^');
        }
    }

    fn end_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }
}

/// Text for comparing: white space runs are one space, marks that are not seen are gone.
#[must_use]
pub fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut space = false;
    for character in text.chars().filter(|c| !is_invisible(*c)) {
        if character.is_whitespace() {
            space = true;
            continue;
        }
        if space && !out.is_empty() {
            out.push(' ');
        }
        space = false;
        out.push(character);
    }
    out
}

/// Zero-width marks, marks of direction, soft hyphens and byte-order marks.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}'
    )
}
