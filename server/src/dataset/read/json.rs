//! A JSON file: a list of objects, or an object with one such list.

use eval752_contract::json::{self, SyntaxError, SyntaxKind};

use super::{Complaint, Document, document_of, line_and_column};
use crate::dataset::tree::Tree;
use crate::error::Issue;

pub(super) fn read(text: &str, list: Option<&str>) -> Result<Document, Complaint> {
    let node = json::parse(text.as_bytes()).map_err(|error| {
        let (line, column) = line_and_column(text, error.at);
        syntax(&error).at(format!("line {line}, column {column}"))
    })?;
    document_of(Tree::from_json(&node), list)
}

/// A syntax error in the words of a dataset's author.
pub(super) fn syntax(error: &SyntaxError) -> Issue {
    let code = match error.kind {
        SyntaxKind::LoneSurrogate => "dataset.surrogate",
        _ => "dataset.syntax",
    };
    let advice = match error.kind {
        SyntaxKind::LoneSurrogate => "; no page could be sent it, so replace the escape",
        SyntaxKind::DuplicateKey => "; which of the two is meant can't be known",
        _ => "",
    };
    Issue::new(
        code,
        format!("{} (byte {}){advice}", error.kind.message(), error.at + 1),
    )
}
