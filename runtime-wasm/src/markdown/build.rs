//! Reading blocks out of the DOM.

use super::ast::{Block, Inline, List};
use super::dom::{Dom, Element};
use super::{code, inline, math, table};
use crate::text::{find, leading_number, listed};

/// Elements that are blocks whatever their style.
const BLOCKS: &str = "address article aside blockquote dd details div dl dt fieldset \
     figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section \
     summary table ul";

/// The blocks of `nodes`.
pub(super) fn blocks(nodes: &[Dom]) -> Vec<Block> {
    let mut builder = Builder::default();
    builder.nodes(nodes);
    builder.end_run();
    builder.blocks
}

#[derive(Default)]
struct Builder {
    blocks: Vec<Block>,
    /// Inline nodes that will become a paragraph.
    run: Vec<Inline>,
}

impl Builder {
    fn nodes(&mut self, nodes: &[Dom]) {
        for node in nodes {
            match node {
                Dom::Element(element) if is_block(element) && inline::link(element).is_none() => {
                    self.block(element);
                }
                _ => inline::push(&mut self.run, node, 0),
            }
        }
    }

    #[inline(never)]
    fn end_run(&mut self) {
        let run = core::mem::take(&mut self.run);
        paragraphs(run, &mut self.blocks);
    }

    #[inline(never)]
    fn block(&mut self, element: &Element) {
        self.end_run();
        if let Some(tex) = math::display(element) {
            return self.blocks.push(Block::Math(tex));
        }
        let tag = element.tag.as_str();
        let block = if let [b'h', level @ b'1'..=b'6'] = tag.as_bytes() {
            let mut text = inline::of(&element.children, 0);
            inline::trim(&mut text);
            Block::Heading(level - b'0', text)
        } else if tag == "ul" || tag == "ol" {
            Block::List(list(element))
        } else if tag == "blockquote" {
            Block::Quote(blocks(&element.children))
        } else if tag == "hr" {
            Block::Rule
        } else {
            let found = if tag == "pre" || tag == "code-block" {
                code::block(element)
            } else if tag == "table" {
                if let Some(caption) = element.find(&|e| e.tag == "caption") {
                    self.inside(caption);
                }
                table::table(element).map(Block::Table)
            } else {
                None
            };
            match found {
                Some(block) => block,
                None => return self.inside(element),
            }
        };
        if !block.is_empty() {
            self.blocks.push(block);
        }
    }

    fn inside(&mut self, element: &Element) {
        self.nodes(&element.children);
        self.end_run();
    }
}

/// Whether `element` stands apart from the text around it.
pub(super) fn is_block(element: &Element) -> bool {
    if listed(&element.tag, BLOCKS) || math::display(element).is_some() {
        return true;
    }
    if math::inline(element).is_some() {
        return false;
    }
    // Custom elements wrap blocks; their own display says little.
    element.hints.block && !element.children.is_empty()
        || element
            .children
            .iter()
            .any(|child| matches!(child, Dom::Element(e) if is_block(e)))
}

fn list(element: &Element) -> List {
    let start = element.attribute("start");
    let mut items: Vec<Vec<Block>> = Vec::new();
    let mut tight = true;
    for child in &element.children {
        match child {
            Dom::Element(item) if item.tag == "li" => {
                tight &= !holds_paragraphs(item);
                items.push(blocks(&item.children));
            }
            // A list straight inside a list belongs to the item before it.
            Dom::Element(other) if is_block(other) => {
                let inside = blocks(core::slice::from_ref(child));
                match items.last_mut() {
                    Some(last) => last.extend(inside),
                    None => items.push(inside),
                }
            }
            _ => {}
        }
    }
    let start = start.filter(|start| start.as_bytes().first().is_some_and(u8::is_ascii_digit));
    List {
        start: (element.tag == "ol").then(|| start.map_or(1, leading_number)),
        tight,
        items,
    }
}

fn holds_paragraphs(item: &Element) -> bool {
    item.children.iter().any(|child| match child {
        Dom::Element(element) => element.tag == "p",
        Dom::Text(_) => false,
    })
}

/// A run with blank lines in it (text shown with its line ends kept) is several paragraphs.
fn paragraphs(run: Vec<Inline>, blocks: &mut Vec<Block>) {
    let mut open = Vec::new();
    for inline in run {
        let Inline::Text(text) = &inline else {
            // So are lines with an empty line between.
            if matches!((&inline, open.last()), (Inline::Break, Some(Inline::Break))) {
                end_paragraph(&mut open, blocks);
            } else {
                open.push(inline);
            }
            continue;
        };
        let mut rest = text.as_str();
        while let Some(at) = find(rest, "\n\n") {
            push_text(&mut open, rest.get(..at));
            end_paragraph(&mut open, blocks);
            rest = rest.get(at + 2..).unwrap_or_default();
        }
        push_text(&mut open, Some(rest));
    }
    end_paragraph(&mut open, blocks);
}

fn push_text(open: &mut Vec<Inline>, text: Option<&str>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        open.push(Inline::Text(text.to_owned()));
    }
}

#[inline(never)]
fn end_paragraph(open: &mut Vec<Inline>, blocks: &mut Vec<Block>) {
    let mut run = core::mem::take(open);
    inline::trim(&mut run);
    if !run.is_empty() {
        blocks.push(Block::Paragraph(run));
    }
}
