//! Spelling blocks and inlines as CommonMark.

use super::ast::{Align, Block, Inline, List, Table};
use super::escape::{escape, escape_line_start};

/// The document, without a newline at its end.
pub(super) fn document(blocks: &[Block]) -> String {
    join(blocks, "\n\n")
}

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
            let mut out = "#".repeat(usize::from(*level));
            out.push(' ');
            let text = inlines(run, false);
            // A run of # at the end would be read as closing the heading.
            match text.strip_suffix('#') {
                Some(rest) => {
                    out.push_str(rest);
                    out.push_str("\\#");
                }
                None => out.push_str(&text),
            }
            out
        }
        Block::List(list) => write_list(list, alternate),
        Block::Code { language, text } => fenced(language, text),
        Block::Quote(blocks) => prefix(&document(blocks), "> ", ">"),
        Block::Table(table) => write_table(table),
        Block::Rule => "---".to_owned(),
        Block::Math(tex) => ["$$\n", tex, "\n$$"].concat(),
    }
}

fn paragraph(run: &[Inline]) -> String {
    let text = inlines(run, false);
    let mut out = String::with_capacity(text.len());
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(&escape_line_start(line.trim_start_matches([' ', '\t'])));
    }
    out
}

fn write_list(list: &List, alternate: bool) -> String {
    let mut out = String::new();
    let numbers = list.start.unwrap_or(0)..;
    for ((index, item), number) in list.items.iter().enumerate().zip(numbers) {
        let marker = if list.start.is_some() {
            let mut writer = eval752_contract::json::Writer::new();
            writer.integer(number);
            writer.finish() + if alternate { ") " } else { ". " }
        } else {
            if alternate { "* " } else { "- " }.to_owned()
        };
        if index > 0 {
            out.push_str(if list.tight { "\n" } else { "\n\n" });
        }
        let body = join(item, if list.tight { "\n" } else { "\n\n" });
        let indent = " ".repeat(marker.len());
        out.push_str(marker.trim_end());
        if !body.is_empty() {
            out.push(' ');
            out.push_str(prefix(&body, &indent, "").trim_start());
        }
    }
    out
}

/// Every line with `before` in front of it; empty lines with `empty`.
fn prefix(text: &str, before: &str, empty: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(if line.is_empty() { empty } else { before });
        out.push_str(line);
    }
    out
}

fn fenced(language: &str, text: &str) -> String {
    let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
    [
        fence.as_str(),
        language,
        "\n",
        text,
        if text.is_empty() { "" } else { "\n" },
        fence.as_str(),
    ]
    .concat()
}

fn longest_run(text: &str, of: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for character in text.chars() {
        run = if character == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

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
                    let tex = tex.replace('\n', " ");
                    self.out.push('$');
                    self.out.push_str(&if self.in_table {
                        tex.replace('|', "\\vert ")
                    } else {
                        tex
                    });
                    self.out.push('$');
                }
            }
        }
    }

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

    fn code(&mut self, text: &str) {
        let mut ticks = 1;
        while has_run(text, ticks) {
            ticks += 1;
        }
        let fence = "`".repeat(ticks);
        let all_space = text.chars().all(|c| c == ' ');
        let pad = text.starts_with('`')
            || text.ends_with('`')
            || (text.starts_with(' ') && text.ends_with(' ') && !all_space);
        self.out.push_str(&fence);
        if pad {
            self.out.push(' ');
        }
        if self.in_table {
            self.out.push_str(&text.replace('|', "\\|"));
        } else {
            self.out.push_str(text);
        }
        if pad {
            self.out.push(' ');
        }
        self.out.push_str(&fence);
    }

    fn link(&mut self, href: &str, title: Option<&str>, text: &[Inline]) {
        if title.is_none()
            && href.contains(':')
            && !href.contains([' ', '<', '>'])
            && matches!(text, [Inline::Text(text)] if text == href)
        {
            self.out.push('<');
            self.out.push_str(href);
            self.out.push('>');
            return;
        }
        self.out.push('[');
        self.run(text, Some(']'));
        self.out.push_str("](");
        if href.contains([' ', '(', ')', '<', '>', '\n']) || href.is_empty() {
            self.out.push('<');
            self.out.push_str(
                &href
                    .replace('<', "%3C")
                    .replace('>', "%3E")
                    .replace('\n', "%0A"),
            );
            self.out.push('>');
        } else {
            self.out.push_str(&if self.in_table {
                href.replace('|', "%7C")
            } else {
                href.to_owned()
            });
        }
        if let Some(title) = title {
            self.out.push_str(" \"");
            self.out.push_str(
                &title
                    .replace('\\', "\\\\")
                    .replace('"', "\\\"")
                    .replace('\n', " "),
            );
            self.out.push('"');
        }
        self.out.push(')');
    }
}

fn has_run(text: &str, of: usize) -> bool {
    text.split(|c| c != '`').any(|run| run.len() == of)
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
