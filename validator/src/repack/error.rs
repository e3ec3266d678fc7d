//! Why a capture was not rewritten.

use std::io;
use std::path::{Path, PathBuf};

use crate::report::Report;

/// Why a capture was not rewritten. Nothing was written then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RepackError {
    /// The output is there already. Choose another name or remove it.
    #[error("{0} exists already: choose another name")]
    Exists(PathBuf),
    /// A file cannot be read or written. Check its name and permissions.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The archive has more than one reading, or is damaged: the findings say
    /// which. Get the file that the page saved.
    #[error("the archive cannot be rewritten without guessing: {}", first(.0))]
    Refused(Box<Report>),
    /// The archive cannot be read at all. Get the file that the page saved.
    #[error("the archive cannot be read: {0}")]
    Unreadable(String),
    /// A part of the capture is missing. Get the file that the page saved.
    #[error("there is no {0} in it")]
    Missing(&'static str),
    /// A part is there more than once. Remove the wrong one.
    #[error("there is more than one {0} in it")]
    Ambiguous(&'static str),
    /// A part's content is not sound. Get the file that the page saved.
    #[error("{entry}, line {line}: {what}")]
    Content {
        /// The part.
        entry: &'static str,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
    /// The result would need ZIP64. Split the run into several captures.
    #[error("{0}")]
    TooLarge(String),
}

impl RepackError {
    pub(super) fn io(path: &Path, error: io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            error,
        }
    }
}

/// The first error of a report, for a message.
fn first(report: &Report) -> String {
    report.first_error().map_or_else(
        || "it is not sound".to_owned(),
        |finding| format!("{}: {}", finding.code, finding.message),
    )
}
