//! The JSON fallback: the three documents as one object, for when no ZIP can be saved.

use super::{Manifest, Record, Session};
use crate::json::{Node, Writer};
use crate::problem::Problems;

/// The documents of a capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// `manifest.json`
    pub manifest: Manifest,
    /// `browser_harness.json`
    pub browser_harness: Session,
    /// The lines of `results.jsonl`.
    pub results: Vec<Record>,
}

impl Payload {
    /// Reads `{ "manifest": …, "browser_harness": …, "results": [ … ] }`.
    ///
    /// Checks each document; what must agree between them is the validator's business.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(node, &["manifest", "browser_harness", "results"])?;
        let manifest = problems.required(object, "manifest", |problems, node| {
            Manifest::read(node, problems)
        });
        let browser_harness = problems.required(object, "browser_harness", |problems, node| {
            Session::read(node, problems)
        });
        let results = problems.required(object, "results", |problems, node| {
            problems.array(node, |problems, node| Record::read(node, problems))
        });
        Some(Self {
            manifest: manifest?,
            browser_harness: browser_harness?,
            results: results?,
        })
    }

    /// Writes the object.
    #[must_use]
    pub fn to_json(&self) -> String {
        let lines: Vec<String> = self.results.iter().map(Record::to_line).collect();
        write_payload(
            &self.manifest.to_json(),
            &self.browser_harness.to_json(),
            &lines,
        )
    }
}

/// Joins documents that are JSON text already: the entries of an archive, as they are in it.
#[must_use]
pub fn write_payload<L: AsRef<str>>(manifest: &str, browser_harness: &str, lines: &[L]) -> String {
    let mut out = Writer::new();
    out.object(|out| {
        out.key("manifest").raw(manifest);
        out.key("browser_harness").raw(browser_harness);
        out.key("results").array(|out| {
            for line in lines {
                out.raw(line.as_ref().trim_end_matches('\n'));
            }
        });
    });
    out.finish()
}
