//! Spelling blocks and inlines as CommonMark.

use super::ast::{Align, Block, Inline, List, Table};
use super::escape::{escape, escape_line_start};
use crate::text::{number, repeated, replaced, split, text};

/// The document, without a newline at its end.
pub(super) fn document(blocks: &[Block]) -> String {
    join(blocks, "\n\n")
}

#[inline(never)]
fn join(blocks: &[Block], between: &str) -> String {
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
            out.push_str(between);
        }
        out.push_str(&write_block(block, alternate));
    }
    out
}

fn write_block(block: &Block, alternate: bool) -> String {
    match block {
        Block::Paragraph(run) => paragraph(run),
        Block::Heading(level, run) => {
            let mut out = repeated('#', usize::from(*level));
            out.push(' ');
            out.push_str(&inlines(run, false));
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
    let text = inlines(run, false);
    let mut out = String::with_capacity(text.len());
    for (index, line) in split(&text, b'\n').into_iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(&escape_line_start(line.trim_start_matches([' ', '\t'])));
    }
    out
}

#[inline(never)]
fn write_list(list: &List, alternate: bool) -> String {
    let mut out = String::new();
    let between = if list.tight { "\n" } else { "\n\n" };
    let marks = match (list.start, alternate) {
        (Some(_), true) => ")",
        (Some(_), false) => ".",
        (None, true) => "*",
        (None, false) => "-",
    };
    for (index, item) in list.items.iter().enumerate() {
        if index > 0 {
            out.push_str(between);
        }
        let mut marker = String::new();
        if let Some(start) = list.start {
            marker = number(start.wrapping_add(index as u64));
        }
        marker.push_str(marks);
        out.push_str(&marker);
        let body = join(item, between);
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
            out.push_str(&inlines(cell, true));
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
fn inlines(run: &[Inline], in_table: bool) -> String {
    let mut writer = Inlines {
        out: String::new(),
        in_table,
        in_strong: false,
    };
    writer.run(run, None);
    writer.out
}

struct Inlines {
    out: String,
    in_table: bool,
    in_strong: bool,
}

impl Inlines {
    fn run(&mut self, run: &[Inline], after: Option<char>) {
        for (index, inline) in run.iter().enumerate() {
            let next = run.get(index + 1).map_or(after, first_char);
            match inline {
                Inline::Text(text) => {
                    let before = self.out.chars().next_back();
                    self.out
                        .push_str(&escape(text, before, next, self.in_table));
                }
                Inline::Code(text) => self.code(text),
                Inline::Strong(inside) => {
                    let outer = core::mem::replace(&mut self.in_strong, true);
                    self.marked("**", inside);
                    self.in_strong = outer;
                }
                Inline::Emphasis(inside) => {
                    let mark = self.emphasis_mark(inside, next);
                    self.marked(mark, inside);
                }
                Inline::Strike(inside) => self.marked("~~", inside),
                Inline::Link { href, title, text } => self.link(href, title.as_deref(), text),
                Inline::Break => self.out.push_str(if self.in_table { " " } else { "\\\n" }),
                Inline::Math(tex) => {
                    let mut tex = replaced(tex, '\n', " ");
                    if self.in_table {
                        tex = replaced(&tex, '|', "\\vert ");
                    }
                    self.add(&["$", &tex, "$"]);
                }
            }
        }
    }

    #[inline(never)]
    fn add(&mut self, parts: &[&str]) {
        for part in parts {
            self.out.push_str(part);
        }
    }

    #[inline(never)]
    fn marked(&mut self, mark: &str, inside: &[Inline]) {
        self.out.push_str(mark);
        self.run(inside, mark.chars().next());
        self.out.push_str(mark);
    }

    /// `*` and `**` next to each other are ambiguous: `_` sets them apart where it can be read.
    fn emphasis_mark(&self, inside: &[Inline], next: Option<char>) -> &'static str {
        let strong = |inline: Option<&Inline>| matches!(inline, Some(Inline::Strong(_)));
        let touching = self.out.ends_with('*')
            || strong(inside.first())
            || strong(inside.last())
            || next == Some('*');
        let word =
            |c: Option<char>| c.is_some_and(|c| !c.is_whitespace() && !c.is_ascii_punctuation());
        let readable = !word(self.out.chars().next_back()) && !word(next);
        if readable && (touching || self.in_strong) {
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
        let to = if self.in_table { "\\|" } else { "|" };
        self.add(&[&fence, pad, &replaced(text, '|', to), pad, &fence]);
    }

    #[inline(never)]
    fn link(&mut self, href: &str, title: Option<&str>, text: &[Inline]) {
        let has = |set: &[u8]| href.bytes().any(|byte| set.contains(&byte));
        if title.is_none()
            && has(b":")
            && !has(b" <>")
            && matches!(text, [Inline::Text(text)] if text == href)
        {
            return self.add(&["<", href, ">"]);
        }
        self.out.push('[');
        self.run(text, Some(']'));
        if has(b" ()<>\n") || href.is_empty() {
            let mut href = replaced(href, '<', "%3C");
            href = replaced(&href, '>', "%3E");
            href = replaced(&href, '\n', "%0A");
            self.add(&["](<", &href, ">"]);
        } else {
            let to = if self.in_table { "%7C" } else { "|" };
            self.add(&["](", &replaced(href, '|', to)]);
        }
        if let Some(title) = title {
            let mut title = replaced(title, '\\', "\\\\");
            title = replaced(&title, '"', "\\\"");
            title = replaced(&title, '\n', " ");
            self.add(&[" \"", &title, "\""]);
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
        Inline::Strong(_) | Inline::Emphasis(_) => Some('*'),
        Inline::Strike(_) => Some('~'),
        Inline::Link { .. } => Some('['),
        Inline::Break => Some('\n'),
        Inline::Math(_) => Some('$'),
    }
}
