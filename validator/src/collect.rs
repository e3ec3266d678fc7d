//! Collects findings up to a cap and counts the rest, so that a million bad
//! lines cost no more memory than a hundred.

use crate::finding::{Code, Finding, Severity};

/// How many findings of each severity there were, shown or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Findings that refuse the file.
    pub errors: u64,
    /// Findings that somebody should look at.
    pub warnings: u64,
    /// Findings that are good to know.
    pub notes: u64,
}

impl Counts {
    fn slot(&mut self, severity: Severity) -> &mut u64 {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Note => &mut self.notes,
        }
    }

    /// All findings together.
    pub fn total(self) -> u64 {
        self.errors + self.warnings + self.notes
    }
}

#[derive(Debug)]
pub(crate) struct Findings {
    max: usize,
    kept: Vec<Finding>,
    shown: Counts,
    all: Counts,
}

impl Findings {
    pub(crate) fn new(max: usize) -> Self {
        Self {
            max,
            kept: Vec::new(),
            shown: Counts::default(),
            all: Counts::default(),
        }
    }

    pub(crate) fn push(&mut self, finding: Finding) {
        *self.all.slot(finding.severity) += 1;
        let shown = self.shown.slot(finding.severity);
        if *shown < self.max as u64 {
            *shown += 1;
            self.kept.push(finding);
        }
    }

    /// Counts errors that nobody will see.
    pub(crate) fn count_errors(&mut self, more: u64) {
        self.all.errors += more;
    }

    /// Whether further errors would only be counted.
    pub(crate) fn is_full(&self) -> bool {
        self.shown.errors >= self.max as u64
    }

    /// The first finding of a code, if it was kept.
    pub(crate) fn first_of(&self, code: Code) -> Option<Finding> {
        self.kept
            .iter()
            .find(|finding| finding.code == code)
            .cloned()
    }

    pub(crate) fn counts(&self) -> Counts {
        self.all
    }

    /// The kept findings in the order of the file; those without an offset last.
    pub(crate) fn into_sorted(mut self) -> Vec<Finding> {
        self.kept
            .sort_by_key(|finding| finding.place.offset.unwrap_or(u64::MAX));
        self.kept
    }
}
