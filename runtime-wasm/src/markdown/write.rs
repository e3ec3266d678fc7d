//! Spelling blocks and inlines as CommonMark.

use super::ast::{Align, Block, Inline, List, Table, Wrapper};
use super::escape::{Beside, Marks, beside, escape, escape_line_start, escape_quoted};
use crate::text::{number, repeated, replaced, split, text};

/// The document, without a newline at its end.
pub(super) fn document(blocks: &[Block]) -> String {
    join(blocks, false, false)
}

#[inline(never)]
fn join(blocks: &[Block], in_item: bool, tight: bool) -> String {
    let mut out = String::new();
    let mut alternate = false;
    for (index, block) in blocks.iter().enumerate() {
        // Two lists of one kind in a row would be read as one: the second changes its marker.
        alternate = match (index.checked_sub(1).map(|before| &blocks[before]), block) {
            (Some(Block::List(before)), Block::List(list))
                if before.start.is_some() == list.start.is_some() =>
            {
                !alternate
            }
            _ => false,
        };
        if index > 0 {
            out.push_str(between(tight && interrupts(block)));
        }
        out.push_str(&match block {
            // Behind a list's marker, or under text, `---` would be part of it.
            Block::Rule if in_item => "___".to_owned(),
            _ => write_block(block, alternate),
        });
    }
    out
}

fn between(tight: bool) -> &'static str {
    if tight { "\n" } else { "\n\n" }
}

/// Whether `block` ends the block before it without an empty line between, whatever that is.
fn interrupts(block: &Block) -> bool {
    match block {
        Block::Code { .. } => true,
        Block::List(list) => {
            list.start.is_none_or(|start| start == 1)
                && list.items.first().is_some_and(|item| !item.is_empty())
        }
        _ => false,
    }
}

fn write_block(block: &Block, alternate: bool) -> String {
    match block {
        Block::Paragraph(run) => paragraph(run),
        Block::Heading(level, run) => {
            let mut out = repeated('#', usize::from(*level));
            out.push(' ');
            out.push_str(&one_line(run, " "));
            // A run of # at the end would be read as closing the heading.
            if out.ends_with('#') {
                out.pop();
                out.push_str("\\#");
            }
            out
        }
        Block::List(list) => write_list(list, alternate),
        Block::Code { language, text } => fenced(language, text),
        Block::Quote(blocks) => prefix(&document(blocks), "> ", ">"),
        Block::Table(table) => write_table(table),
        Block::Rule => "---".to_owned(),
        Block::Math(tex) => text(&["$$\n", tex, "\n$$"]),
    }
}

#[inline(never)]
fn paragraph(run: &[Inline]) -> String {
    let text = inlines(run, "\\\n");
    let mut out = String::with_capacity(text.len());
    for (index, line) in split(&text, b'\n').into_iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(&escape_line_start(line.trim_ascii_start()));
    }
    out
}

/// Inlines where only one line fits.
fn one_line(run: &[Inline], line_break: &'static str) -> String {
    replaced(&inlines(run, line_break), '\n', " ")
}

#[inline(never)]
fn write_list(list: &List, alternate: bool) -> String {
    let mut out = String::new();
    let marks = match (list.start, alternate) {
        (Some(_), true) => ")",
        (Some(_), false) => ".",
        (None, true) => "*",
        (None, false) => "-",
    };
    for (index, item) in list.items.iter().enumerate() {
        if index > 0 {
            out.push_str(between(list.tight));
        }
        let mut marker = String::new();
        if let Some(start) = list.start {
            marker = number(start.wrapping_add(index as u64));
        }
        marker.push_str(marks);
        out.push_str(&marker);
        let body = join(item, true, list.tight);
        if !body.is_empty() {
            out.push(' ');
            let indent = repeated(' ', marker.len() + 1);
            out.push_str(prefix(&body, &indent, "").trim_ascii_start());
        }
    }
    out
}

/// Every line with `before` in front of it; empty lines with `empty`.
#[inline(never)]
fn prefix(text: &str, before: &str, empty: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for (index, line) in split(text, b'\n').into_iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(if line.is_empty() { empty } else { before });
        out.push_str(line);
    }
    out
}

fn fenced(language: &str, code: &str) -> String {
    let fence = repeated('`', longest_run(code).max(2) + 1);
    let end = if code.is_empty() { "" } else { "\n" };
    text(&[&fence, language, "\n", code, end, &fence])
}

fn longest_run(text: &str) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[inline(never)]
fn write_table(table: &Table) -> String {
    let mut out = String::new();
    for (index, row) in table.rows.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push('|');
        for cell in row {
            out.push(' ');
            // Marks of a table come before all others: one backslash for each pipe, in code too.
            out.push_str(&replaced(&one_line(cell, "<br>"), '|', "\\|"));
            out.push_str(" |");
        }
        if index == 0 {
            out.push_str("\n|");
            for align in &table.align {
                out.push_str(match align {
                    Align::None => " --- |",
                    Align::Left => " :-- |",
                    Align::Center => " :-: |",
                    Align::Right => " --: |",
                });
            }
        }
    }
    out
}

#[inline(never)]
fn inlines(run: &[Inline], line_break: &'static str) -> String {
    let mut writer = Inlines {
        out: String::new(),
        line_break,
        marks: Marks {
            dollars: count(run, b'$') > 1,
            tildes: count(run, b'~') > 1,
            brackets: false,
        },
        in_strong: false,
        as_reference: false,
    };
    writer.run(run, None);
    writer.out
}

/// How often `mark` is in the text, and in what is written around it.
fn count(run: &[Inline], mark: u8) -> usize {
    let mut number = 0;
    for inline in run {
        match inline {
            Inline::Text(text) => {
                for byte in text.bytes() {
                    number += usize::from(byte == mark);
                }
            }
            Inline::Wrapped(wrapper, inside) => {
                number += usize::from(matches!(wrapper, Wrapper::Strike)) + count(inside, mark);
            }
            Inline::Math(_) => number += 1,
            Inline::Code(_) | Inline::Break => {}
        }
    }
    number
}

struct Inlines {
    out: String,
    line_break: &'static str,
    marks: Marks,
    in_strong: bool,
    /// The next character of text has to be a reference, see [`Inlines::marked`].
    as_reference: bool,
}

impl Inlines {
    fn run(&mut self, run: &[Inline], after: Option<char>) {
        for (index, inline) in run.iter().enumerate() {
            let next = run.get(index + 1).map_or(after, first_char);
            let reference = core::mem::take(&mut self.as_reference);
            match inline {
                Inline::Text(text) => {
                    let mut text = text.as_str();
                    if reference && let Some(first) = text.chars().next() {
                        self.reference(first);
                        text = text.get(first.len_utf8()..).unwrap_or_default();
                    }
                    let before = self.out.chars().next_back();
                    self.out.push_str(&escape(text, before, next, self.marks));
                }
                Inline::Code(text) => self.code(text),
                Inline::Wrapped(wrapper, inside) => self.wrapped(wrapper, inside, next),
                Inline::Break => self.out.push_str(self.line_break),
                Inline::Math(tex) => self.add(&["$", &replaced(tex, '\n', " "), "$"]),
            }
        }
    }

    fn wrapped(&mut self, wrapper: &Wrapper, inside: &[Inline], next: Option<char>) {
        let mark = match wrapper {
            Wrapper::Strong => "**",
            Wrapper::Emphasis => self.emphasis_mark(inside, next),
            Wrapper::Strike => "~~",
            Wrapper::Script(tag) => {
                self.add(&["<", tag, ">"]);
                self.run(inside, Some('<'));
                return self.add(&["</", tag, ">"]);
            }
            Wrapper::Link(href, title) => return self.link(href, title, inside),
        };
        let outer = self.in_strong;
        self.in_strong |= matches!(wrapper, Wrapper::Strong);
        self.marked(mark, inside, next);
        self.in_strong = outer;
    }

    #[inline(never)]
    fn add(&mut self, parts: &[&str]) {
        for part in parts {
            self.out.push_str(part);
        }
    }

    /// A character by its number: the same text, but no letter that touches a mark.
    #[inline(never)]
    fn reference(&mut self, character: char) {
        self.add(&["&#", &number(u64::from(u32::from(character))), ";"]);
    }

    /// Marks are read only where they stand right: a mark between a letter outside and a quote
    /// inside is text. There the letter is written as a reference, which ends in a semicolon.
    #[inline(never)]
    fn marked(&mut self, mark: &str, inside: &[Inline], next: Option<char>) {
        let before = self.out.chars().next_back();
        if let Some(letter) = before
            && beside(before) != Beside::Mark
            && beside(inside.first().and_then(first_char)) != Beside::Letter
        {
            self.out.pop();
            self.reference(letter);
        }
        self.out.push_str(mark);
        self.run(inside, mark.chars().next());
        self.as_reference =
            beside(next) != Beside::Mark && beside(self.out.chars().next_back()) != Beside::Letter;
        self.out.push_str(mark);
    }

    /// `*` and `**` next to each other are ambiguous: `_` sets them apart where it can be read.
    fn emphasis_mark(&self, inside: &[Inline], next: Option<char>) -> &'static str {
        let strong =
            |inline: Option<&Inline>| matches!(inline, Some(Inline::Wrapped(Wrapper::Strong, _)));
        let touching = self.out.ends_with('*')
            || strong(inside.first())
            || strong(inside.last())
            || next == Some('*');
        let marks = [self.out.chars().next_back(), next].map(beside) == [Beside::Mark; 2];
        if (touching || self.in_strong) && marks {
            "_"
        } else {
            "*"
        }
    }

    #[inline(never)]
    fn code(&mut self, text: &str) {
        let mut ticks = 1;
        while has_run(text, ticks) {
            ticks += 1;
        }
        let fence = repeated('`', ticks);
        let bytes = text.as_bytes();
        let edge = |byte| bytes.first() == Some(&byte) || bytes.last() == Some(&byte);
        let spaced = bytes.first() == Some(&b' ')
            && bytes.last() == Some(&b' ')
            && bytes.iter().any(|byte| *byte != b' ');
        let pad = if edge(b'`') || spaced { " " } else { "" };
        self.add(&[&fence, pad, text, pad, &fence]);
    }

    #[inline(never)]
    fn link(&mut self, href: &str, title: &str, text: &[Inline]) {
        let has = |set: &[u8]| href.bytes().any(|byte| set.contains(&byte));
        if title.is_empty()
            && has(b":")
            && !has(b" <>")
            && matches!(text, [Inline::Text(text)] if text == href)
        {
            return self.add(&["<", href, ">"]);
        }
        self.out.push('[');
        let outer = core::mem::replace(&mut self.marks.brackets, true);
        self.run(text, Some(']'));
        self.marks.brackets = outer;
        let (open, close) = if has(b" ()<>\n") {
            ("](<", ">")
        } else {
            ("](", "")
        };
        self.add(&[open, &escape_quoted(href), close]);
        if !title.is_empty() {
            self.add(&[" \"", &escape_quoted(title), "\""]);
        }
        self.out.push(')');
    }
}

fn has_run(text: &str, of: usize) -> bool {
    text.as_bytes()
        .split(|byte| *byte != b'`')
        .any(|run| run.len() == of)
}

fn first_char(inline: &Inline) -> Option<char> {
    match inline {
        Inline::Text(text) => text.chars().next(),
        Inline::Code(_) => Some('`'),
        Inline::Wrapped(Wrapper::Strong | Wrapper::Emphasis, _) => Some('*'),
        Inline::Wrapped(Wrapper::Strike, _) => Some('~'),
        Inline::Wrapped(Wrapper::Link(..), _) => Some('['),
        Inline::Wrapped(Wrapper::Script(_), _) => Some('<'),
        Inline::Break => Some('\n'),
        Inline::Math(_) => Some('$'),
    }
}
