//! Findings about how a file is called or kept, which the bytes cannot show.

use super::{Kind, Report, Summary};
use crate::collect::Findings;
use crate::finding::codes::archive;
use crate::finding::{Finding, Place};
use crate::options::Options;

/// Adds what the name of a checked file gives to notice.
pub fn note_name(report: &mut Report, name: &str, options: &Options) {
    if report.summary.kind == Kind::Payload && name.to_ascii_lowercase().ends_with(".zip") {
        let finding = Finding::new(
            archive::JSON_NAMED_ZIP,
            options.profile,
            Place::file(),
            "the name ends in .zip, the content is JSON",
        );
        report.findings.push(finding);
        report.counts.notes += 1;
    }
}

/// The report for a folder that holds a capture's three parts, unpacked.
pub fn unpacked_folder(options: &Options) -> Report {
    let mut findings = Findings::new(options.max_findings);
    findings.push(Finding::new(
        archive::UNPACKED,
        options.profile,
        Place::file(),
        "the folder holds manifest.json, browser_harness.json and results.jsonl, unpacked",
    ));
    Report {
        counts: findings.counts(),
        findings: findings.into_sorted(),
        summary: Summary::default(),
    }
}
