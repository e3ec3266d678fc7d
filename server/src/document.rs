//! Reading our own documents (packs, selectors, judges) with every problem named by place.

use eval752_contract::json::{self, Node};
use eval752_contract::problem::Problems;

use crate::error::{Error, Issue};

/// Reads `bytes` as a `what`, with the contract's reader for it.
pub(crate) fn read<T>(
    name: &str,
    what: &'static str,
    bytes: &[u8],
    read: impl FnOnce(&Node<'_>, &mut Problems) -> Option<T>,
) -> Result<T, Error> {
    let refuse = |issues| Error::Document {
        name: name.to_owned(),
        what,
        issues,
    };
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let node = json::parse(bytes).map_err(|error| {
        refuse(vec![
            Issue::new(error.kind.code(), error.kind.message()).at(place(bytes, error.at)),
        ])
    })?;
    let mut problems = Problems::new();
    let value = read(&node, &mut problems);
    let issues: Vec<Issue> = problems
        .into_vec()
        .into_iter()
        .map(|problem| {
            let pointer = if problem.pointer.is_empty() {
                "the document"
            } else {
                &problem.pointer
            };
            Issue::new(
                problem.reason.code(),
                format!("{pointer} {}", problem.reason),
            )
            .at(place(bytes, problem.at))
        })
        .collect();
    match value {
        Some(value) if issues.is_empty() => Ok(value),
        _ => Err(refuse(issues)),
    }
}

fn place(bytes: &[u8], at: usize) -> String {
    let before = bytes.get(..at).unwrap_or(bytes);
    let line = before.split(|&byte| byte == b'\n').count();
    let column = before
        .iter()
        .rev()
        .take_while(|&&byte| byte != b'\n')
        .count()
        + 1;
    format!("line {line}, column {column}")
}
