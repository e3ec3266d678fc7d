//! What a check came to: verdict, findings, and what success proves.

mod json;
mod name;
mod summary;
mod text;

pub use json::files_to_json;
pub use name::{note_name, unpacked_folder};
pub use summary::{Completeness, Kind, Summary, TokenState};
pub use text::Accent;

use crate::collect::Counts;
use crate::finding::{Finding, Severity};

/// The outcome of checking one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The findings shown, in the order of the file.
    pub findings: Vec<Finding>,
    /// All findings by severity, shown or not.
    pub counts: Counts,
    /// What is known about the file.
    pub summary: Summary,
}

/// Whether a file may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Nothing speaks against it.
    Good,
    /// At least one error.
    Bad,
}

impl Verdict {
    /// The word used in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
        }
    }
}

impl Report {
    /// Good when there is no error.
    pub fn verdict(&self) -> Verdict {
        if self.counts.errors == 0 {
            Verdict::Good
        } else {
            Verdict::Bad
        }
    }

    /// Whether the file may be used.
    pub fn is_good(&self) -> bool {
        self.verdict() == Verdict::Good
    }

    /// The first error shown, if any.
    pub fn first_error(&self) -> Option<&Finding> {
        self.findings
            .iter()
            .find(|finding| finding.severity == Severity::Error)
    }
}
