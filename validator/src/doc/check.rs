//! Checks of one piece of JSON by itself: pure, so that pieces can be
//! checked on several threads with the same result.

use eval752_contract::json::{self, Node, SyntaxError, SyntaxKind};
use eval752_contract::problem::{Problem, Problems};

use super::locate::Spot;
use super::structure;
use crate::finding::codes::{find, json as codes, limit, schema};
use crate::finding::{Code, Finding, Profile};

/// Problems of one piece that get a finding of their own; the rest is counted.
const DETAILED: usize = 20;

/// What a piece of JSON came to.
#[derive(Debug)]
pub(crate) struct Checked<T> {
    /// The value, if it is sound.
    pub(crate) value: Option<T>,
    /// What is wrong with it.
    pub(crate) findings: Vec<Finding>,
    /// Errors beyond those.
    pub(crate) more: u64,
}

/// How a piece is checked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    pub(crate) profile: Profile,
    /// False once nobody will see the findings any more: count, don't describe.
    pub(crate) detail: bool,
    /// Whether pieces of the text may be shown.
    pub(crate) excerpts: bool,
    /// JSON pointer of the piece within its document, for payloads.
    pub(crate) line_framed: bool,
}

impl Manner {
    pub(crate) fn finding(
        self,
        code: Code,
        spot: &Spot,
        text: &[u8],
        at: usize,
        message: String,
    ) -> Finding {
        let finding = Finding::new(code, self.profile, spot.place(text, at), message);
        if self.excerpts {
            let from = at.min(text.len());
            let piece = &text[from..text.len().min(from + 160)];
            let shown = String::from_utf8_lossy(piece);
            let shown = shown.trim_end_matches(['\n', '\u{fffd}']);
            if !shown.is_empty() {
                return finding.with_excerpt(shown);
            }
        }
        finding
    }
}

/// Parses `text`, reads it with `read`, and holds it against `write` when
/// the canonical form is asked for. `prefix` goes before JSON pointers.
pub(crate) fn check<T>(
    text: &[u8],
    spot: &Spot,
    prefix: &str,
    manner: Manner,
    read: impl FnOnce(&Node<'_>, &mut Problems) -> Option<T>,
    write: impl FnOnce(&T) -> String,
) -> Checked<T> {
    let failed = |finding: Finding| Checked {
        value: None,
        findings: vec![finding],
        more: 0,
    };
    if structure::is_excessive(text) {
        let message = format!("more than {} values in one document", structure::MAX_VALUES);
        return failed(manner.finding(limit::STRUCTURE, spot, text, 0, message));
    }
    let node = match json::parse(text) {
        Ok(node) => node,
        Err(error) => return failed(syntax(text, spot, prefix, manner, error)),
    };
    let mut problems = Problems::new();
    let value = read(&node, &mut problems);
    drop(node);
    let problems = problems.into_vec();
    if !problems.is_empty() {
        return describe(text, spot, prefix, manner, &problems);
    }
    let Some(value) = value else {
        let message = "the document cannot be read".to_owned();
        return failed(manner.finding(schema::OTHER, spot, text, 0, message));
    };
    let mut findings = Vec::new();
    if manner.profile == Profile::Canonical {
        let written = write(&value);
        if written.as_bytes() != text {
            let at = written
                .bytes()
                .zip(text)
                .take_while(|(a, b)| a == *b)
                .count();
            let message = "our writer would write this differently from here on".to_owned();
            findings.push(manner.finding(codes::NOT_CANONICAL, spot, text, at, message));
        }
    }
    Checked {
        value: Some(value),
        findings,
        more: 0,
    }
}

fn describe<T>(
    text: &[u8],
    spot: &Spot,
    prefix: &str,
    manner: Manner,
    problems: &[Problem],
) -> Checked<T> {
    let shown = if manner.detail { DETAILED } else { 0 };
    let findings = problems
        .iter()
        .take(shown)
        .map(|problem| {
            let code = find(problem.reason.code()).unwrap_or(schema::OTHER);
            let what = problem
                .pointer
                .rsplit('/')
                .next()
                .filter(|last| !last.is_empty());
            let message = match what {
                Some(name) => format!("{name} {}", problem.reason),
                None => format!("this {}", problem.reason),
            };
            // A value that is not what it should be may be shown; what is missing cannot.
            let secret = problem.pointer.starts_with("/dataset_token")
                || problem.pointer.starts_with("/judge");
            let manner = Manner {
                excerpts: manner.excerpts && !secret,
                ..manner
            };
            let mut finding = manner.finding(code, spot, text, problem.at, message);
            finding.place.pointer = Some(format!("{prefix}{}", problem.pointer));
            finding
        })
        .collect();
    Checked {
        value: None,
        findings,
        more: problems.len().saturating_sub(shown) as u64,
    }
}

fn syntax(text: &[u8], spot: &Spot, prefix: &str, manner: Manner, error: SyntaxError) -> Finding {
    let code = find(error.kind.code()).unwrap_or(codes::SYNTAX);
    let framed = manner.line_framed;
    let (code, message) = match error.kind {
        SyntaxKind::TrailingData if framed && text.get(error.at) == Some(&b'{') => (
            codes::FRAMING,
            "a second object on the same line".to_owned(),
        ),
        SyntaxKind::UnexpectedEnd if framed => (
            codes::FRAMING,
            "the line ends inside a JSON value; every record is one line".to_owned(),
        ),
        kind => (code, kind.message().to_owned()),
    };
    let mut finding = manner.finding(code, spot, text, error.at, message);
    if !prefix.is_empty() {
        finding.place.pointer = Some(prefix.to_owned());
    }
    finding
}
