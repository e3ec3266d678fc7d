//! JSON Lines: one object a line, LF or CRLF, blank lines skipped.

use eval752_contract::json;

use super::{Complaint, Document, Place, Row, capped};
use crate::dataset::tree::Tree;
use crate::error::Issue;

pub(super) fn read(text: &str) -> Result<Document, Complaint> {
    let mut rows = Vec::new();
    let mut issues = Vec::new();
    for (line, place) in text.split('\n').zip((1..).map(Place::Line)) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.trim_ascii().is_empty() {
            continue;
        }
        match json::parse(line.as_bytes()) {
            Ok(node) if node.as_object().is_some() => rows.push(Row {
                place,
                tree: Tree::from_json(&node),
            }),
            Ok(node) => issues.push(
                Issue::new(
                    "dataset.row",
                    format!("should be an object with fields, but is {}", node.kind()),
                )
                .at(place),
            ),
            Err(error) => issues.push(super::json::syntax(&error).at(place)),
        }
    }
    if issues.is_empty() {
        Ok(Document::Rows { rows, table: false })
    } else {
        Err(Complaint::Bad(capped(issues)))
    }
}

/// Whether the first two lines with something on them are whole objects.
pub(super) fn looks_like(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim_ascii().is_empty());
    let whole =
        |line: &str| json::parse(line.as_bytes()).is_ok_and(|node| node.as_object().is_some());
    lines.next().is_some_and(whole) && lines.next().is_some_and(|line| line.starts_with('{'))
}
