//! Reading blocks out of the DOM.

use super::ast::{Block, Inline, List};
use super::dom::{Dom, Element};
use super::{code, inline, math, table};

/// Elements that are blocks whatever their style.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "ul",
];

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
                Dom::Element(element) if is_block(element) => self.block(element),
                _ => inline::push(&mut self.run, node),
            }
        }
    }

    fn end_run(&mut self) {
        let run = inline::trim(core::mem::take(&mut self.run));
        self.blocks
            .extend(paragraphs(run).into_iter().map(Block::Paragraph));
    }

    fn block(&mut self, element: &Element) {
        self.end_run();
        if let Some(tex) = math::display(element) {
            return self.blocks.push(Block::Math(tex));
        }
        match element.tag.as_str() {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                let level = element.tag.as_bytes()[1] - b'0';
                let text = inline::trim(inline::of(&element.children));
                if !text.is_empty() {
                    self.blocks.push(Block::Heading(level, one_line(text)));
                }
            }
            "ul" | "ol" => {
                let list = list(element);
                if !list.items.is_empty() {
                    self.blocks.push(Block::List(list));
                }
            }
            "pre" | "code-block" => {
                if let Some(block) = code::block(element) {
                    self.blocks.push(block);
                } else {
                    self.inside(element);
                }
            }
            "blockquote" => {
                let inside = blocks(&element.children);
                if !inside.is_empty() {
                    self.blocks.push(Block::Quote(inside));
                }
            }
            "table" => match table::table(element) {
                Some(table) => self.blocks.push(Block::Table(table)),
                None => self.inside(element),
            },
            "hr" => self.blocks.push(Block::Rule),
            _ => self.inside(element),
        }
    }

    fn inside(&mut self, element: &Element) {
        self.nodes(&element.children);
        self.end_run();
    }
}

/// Whether `element` stands apart from the text around it.
pub(super) fn is_block(element: &Element) -> bool {
    if BLOCKS.contains(&element.tag.as_str()) || math::display(element).is_some() {
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
    let start = (element.tag == "ol").then(|| {
        element
            .attribute("start")
            .and_then(|start| start.parse().ok())
            .unwrap_or(1)
    });
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
    List {
        start,
        tight,
        items,
    }
}

fn holds_paragraphs(item: &Element) -> bool {
    let blocks = item.children.iter().filter(|child| match child {
        Dom::Element(element) => element.tag == "p",
        Dom::Text(_) => false,
    });
    blocks.count() > 0
}

/// A run with blank lines in it (text shown with its line ends kept) is several paragraphs.
fn paragraphs(run: Vec<Inline>) -> Vec<Vec<Inline>> {
    let mut all = vec![Vec::new()];
    for inline in run {
        let Inline::Text(text) = &inline else {
            if let Some(last) = all.last_mut() {
                last.push(inline);
            }
            continue;
        };
        for (index, part) in text.split("\n\n").enumerate() {
            if index > 0 {
                all.push(Vec::new());
            }
            if let Some(last) = all.last_mut()
                && !part.is_empty()
            {
                last.push(Inline::Text(part.to_owned()));
            }
        }
    }
    all.into_iter()
        .map(inline::trim)
        .filter(|run| !run.is_empty())
        .collect()
}

fn one_line(run: Vec<Inline>) -> Vec<Inline> {
    run.into_iter()
        .map(|inline| match inline {
            Inline::Text(text) => Inline::Text(text.replace('\n', " ")),
            Inline::Break => Inline::Text(" ".to_owned()),
            other => other,
        })
        .collect()
}
