//! From bytes to rows: encoding, file format, syntax. What the rows mean is decided elsewhere.

mod encoding;
mod json;
mod jsonl;
mod table;
mod yaml;

use std::fmt;

use super::tree::Tree;
use crate::error::{Error, Issue};

/// How many complaints of one file are listed; the rest are counted.
pub(crate) const MAX_ISSUES: usize = 20;

/// What a file holds.
#[derive(Debug)]
pub(crate) enum Document {
    /// Rows, each an object.
    Rows {
        rows: Vec<Row>,
        /// Whether they come from a table, whose cells are all text.
        table: bool,
    },
    /// A promptfoo configuration: prompts and tests in one document.
    Config(Tree),
}

/// One row and where it stands.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) place: Place,
    pub(crate) tree: Tree,
}

/// Where a row stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A line of the file, counted from 1.
    Line(u64),
    /// An element of the list, counted from 1.
    Element(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Element(element) => write!(f, "element {element}"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Jsonl,
    Json,
    Yaml,
    Table(Option<u8>),
}

/// Reads `bytes`, which are called `name`. `list` names the list to take where a JSON object
/// has several.
pub(crate) fn read(name: &str, bytes: &[u8], list: Option<&str>) -> Result<Document, Error> {
    let refuse = |issues: Vec<Issue>| Error::Dataset {
        name: name.to_owned(),
        issues,
    };
    let text = encoding::decode(bytes).map_err(|issue| refuse(vec![issue]))?;
    let document = match format_of(name, text) {
        Format::Jsonl => jsonl::read(text),
        Format::Json => json::read(text, list),
        Format::Yaml => yaml::read(text, list),
        Format::Table(delimiter) => table::read(text, delimiter),
    };
    let document = document.map_err(|complaint| match complaint {
        Complaint::Bad(issues) => refuse(issues),
        Complaint::Ask(message) => Error::Mapping {
            name: name.to_owned(),
            message,
        },
    })?;
    if let Document::Rows { rows, .. } = &document
        && rows.is_empty()
    {
        return Err(refuse(vec![Issue::new(
            "dataset.empty",
            "there is no row in it",
        )]));
    }
    Ok(document)
}

/// Why a file gives no rows.
enum Complaint {
    /// It is broken.
    Bad(Vec<Issue>),
    /// The user has to say which part is meant.
    Ask(String),
}

impl From<Issue> for Complaint {
    fn from(issue: Issue) -> Self {
        Self::Bad(vec![issue])
    }
}

fn format_of(name: &str, text: &str) -> Format {
    let extension = name
        .rsplit_once('.')
        .map(|(_, ext)| ext.to_ascii_lowercase());
    let first = text.trim_start().chars().next();
    match (extension.as_deref(), first) {
        (Some("jsonl" | "ndjson"), Some('[')) => Format::Json,
        (Some("jsonl" | "ndjson"), _) => Format::Jsonl,
        (Some("yaml" | "yml"), _) => Format::Yaml,
        (Some("tsv"), _) => Format::Table(Some(b'\t')),
        (Some("csv"), _) => Format::Table(None),
        // JSON Lines under another name: several objects in a row.
        (_, Some('{')) if jsonl::looks_like(text) => Format::Jsonl,
        (Some("json"), _) | (_, Some('{' | '[')) => Format::Json,
        _ => Format::Table(None),
    }
}

/// The rows of a list whose elements must be objects.
fn rows_of(list: Vec<Tree>) -> Result<Document, Complaint> {
    let mut issues = Vec::new();
    let mut rows = Vec::new();
    for (index, tree) in list.into_iter().enumerate() {
        let place = Place::Element(index + 1);
        match tree {
            Tree::Map(_) => rows.push(Row { place, tree }),
            // A bare text is a prompt and nothing else.
            Tree::Text(_) => rows.push(Row {
                place,
                tree: Tree::Map(vec![("prompt".to_owned(), tree)]),
            }),
            other => issues.push(
                Issue::new(
                    "dataset.row",
                    format!("should be an object with fields, but is {}", other.kind()),
                )
                .at(place),
            ),
        }
    }
    if issues.is_empty() {
        Ok(Document::Rows { rows, table: false })
    } else {
        Err(Complaint::Bad(capped(issues)))
    }
}

/// What a whole JSON or YAML document holds.
fn document_of(tree: Tree, wanted: Option<&str>) -> Result<Document, Complaint> {
    let members = match tree {
        Tree::List(list) => return rows_of(list),
        Tree::Map(members) => members,
        other => {
            return Err(Issue::new(
                "dataset.shape",
                format!(
                    "the document is {}; a list of objects is needed, or an object with one such list",
                    other.kind()
                ),
            )
            .into());
        }
    };
    let has = |name: &str| members.iter().any(|(key, _)| key == name);
    if let Some((_, Tree::Text(format))) = members.iter().find(|(key, _)| key == "format")
        && format.starts_with("eval752.")
    {
        return Err(Issue::new(
            "dataset.other_document",
            format!("this is a document of the format {format}, not a dataset"),
        )
        .into());
    }
    if wanted.is_none() && has("tests") && (has("prompts") || has("providers")) {
        return Ok(Document::Config(Tree::Map(members)));
    }
    let is_rows = |value: &Tree| {
        value
            .as_list()
            .is_some_and(|list| list.first().is_some_and(|row| row.as_map().is_some()))
    };
    let lists: Vec<&str> = members
        .iter()
        .filter(|(key, value)| match wanted {
            Some(wanted) => key == wanted && value.as_list().is_some(),
            None => is_rows(value),
        })
        .map(|(key, _)| key.as_str())
        .collect();
    match lists.as_slice() {
        [one] => {
            let one = (*one).to_owned();
            let list = members.into_iter().find(|(key, _)| *key == one);
            match list {
                Some((_, Tree::List(list))) => rows_of(list),
                _ => Ok(Document::Rows {
                    rows: Vec::new(),
                    table: false,
                }),
            }
        }
        [] => Err(match wanted {
            Some(wanted) => Complaint::Ask(format!("there is no list called \"{wanted}\"")),
            None => Issue::new(
                "dataset.shape",
                "the object has no list of objects in it; a list of rows is needed",
            )
            .into(),
        }),
        several => Err(Complaint::Ask(format!(
            "there are several lists ({}); say which holds the rows, as --map rows={}",
            several.join(", "),
            several[0]
        ))),
    }
}

/// Keeps the first complaints and counts the rest.
fn capped(mut issues: Vec<Issue>) -> Vec<Issue> {
    if issues.len() > MAX_ISSUES {
        let more = issues.len() - MAX_ISSUES;
        issues.truncate(MAX_ISSUES);
        issues.push(Issue::new(
            "dataset.more",
            format!("and {more} more like these"),
        ));
    }
    issues
}

/// The line (from 1) and column (characters, from 1) of a byte offset.
fn line_and_column(text: &str, at: usize) -> (u64, usize) {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() as u64 + 1;
    (line, before[start..].chars().count() + 1)
}
