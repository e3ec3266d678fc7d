//! YAML by its 1.2 core schema: `Yes` is a text, aliases are followed within a budget.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};

use super::{Complaint, Document, document_of};
use crate::dataset::tree::Tree;
use crate::error::Issue;

/// How many values a document may have once its aliases are followed.
const MAX_NODES: usize = 2_000_000;
const MAX_DEPTH: usize = 64;

pub(super) fn read(text: &str, list: Option<&str>) -> Result<Document, Complaint> {
    let mut builder = Builder::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| scan_error(&error))?;
        builder
            .event(event)
            .map_err(|issue| issue.at(format!("line {}", span.start.line())))?;
    }
    let tree = builder
        .root
        .ok_or_else(|| Issue::new("dataset.empty", "there is nothing in it"))?;
    document_of(tree, list)
}

fn scan_error(error: &ScanError) -> Issue {
    let mark = error.marker();
    Issue::new("dataset.syntax", format!("no valid YAML: {}", error.info())).at(format!(
        "line {}, column {}",
        mark.line(),
        mark.col() + 1
    ))
}

#[derive(Default)]
struct Builder {
    root: Option<Tree>,
    open: Vec<Open>,
    anchors: HashMap<usize, (Tree, usize)>,
    nodes: usize,
}

struct Open {
    anchor: usize,
    before: usize,
    kind: Kind,
}

enum Kind {
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>, Option<String>),
}

impl Builder {
    fn event(&mut self, event: Event<'_>) -> Result<(), Issue> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let is_text = tag.is_some_and(|tag| tag.suffix == "str");
                let tree = if style == ScalarStyle::Plain && !is_text {
                    plain(&text)
                } else {
                    Tree::Text(text.into_owned())
                };
                self.push(tree, anchor, 1)
            }
            Event::SequenceStart(anchor, _) => self.open(anchor, Kind::List(Vec::new())),
            Event::MappingStart(anchor, _) => self.open(anchor, Kind::Map(Vec::new(), None)),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open {
                    anchor,
                    before,
                    kind,
                }) => {
                    let tree = match kind {
                        Kind::List(list) => Tree::List(list),
                        Kind::Map(members, _) => Tree::Map(members),
                    };
                    let size = self.nodes - before;
                    self.push(tree, anchor, size).map(|()| self.nodes -= size)
                }
                None => Ok(()),
            },
            Event::Alias(anchor) => match self.anchors.get(&anchor).cloned() {
                Some((tree, size)) => self.push(tree, 0, size),
                None => Err(Issue::new(
                    "dataset.syntax",
                    "the alias refers to something that contains it",
                )),
            },
            Event::DocumentStart(_) if self.root.is_some() => Err(Issue::new(
                "dataset.shape",
                "a second YAML document begins here; one is needed",
            )),
            _ => Ok(()),
        }
    }

    fn open(&mut self, anchor: usize, kind: Kind) -> Result<(), Issue> {
        if self.open.len() >= MAX_DEPTH {
            return Err(Issue::new("dataset.syntax", "values are nested too deeply"));
        }
        self.open.push(Open {
            anchor,
            before: self.nodes,
            kind,
        });
        self.nodes += 1;
        Ok(())
    }

    fn push(&mut self, tree: Tree, anchor: usize, size: usize) -> Result<(), Issue> {
        self.nodes += size;
        if self.nodes > MAX_NODES {
            return Err(Issue::new(
                "dataset.limit",
                "the document is too large once its aliases are followed",
            ));
        }
        if anchor > 0 {
            self.anchors.insert(anchor, (tree.clone(), size));
        }
        match self.open.last_mut().map(|open| &mut open.kind) {
            None => self.root = Some(tree),
            Some(Kind::List(list)) => list.push(tree),
            Some(Kind::Map(members, key)) => {
                if let Some(name) = key.take() {
                    members.push((name, tree));
                    return Ok(());
                }
                let name = tree.scalar().unwrap_or_default().to_owned();
                if members.iter().any(|(other, _)| *other == name) {
                    return Err(Issue::new(
                        "dataset.syntax",
                        format!("the name \"{name}\" stands twice in one object"),
                    ));
                }
                *key = Some(name);
            }
        }
        Ok(())
    }
}

/// A plain scalar by the core schema; numbers keep their spelling.
fn plain(text: &str) -> Tree {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Tree::Null,
        "true" | "True" | "TRUE" => Tree::Bool(true),
        "false" | "False" | "FALSE" => Tree::Bool(false),
        _ if is_number(text) => Tree::Number(text.to_owned()),
        _ => Tree::Text(text.to_owned()),
    }
}

fn is_number(text: &str) -> bool {
    let begins = text
        .trim_start_matches(['-', '+', '.'])
        .starts_with(|c: char| c.is_ascii_digit());
    begins && text.parse::<f64>().is_ok()
}
