//! The one error type of the crate, and the one place that maps it to an exit
//! code. Messages say what, where and what to do next; none carries a password.

use std::path::PathBuf;

/// How the program ends, as a number scripts can rely on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Good,
    /// The thing asked for could not be had: no picture, a failed check.
    Bad,
    /// The arguments, the configuration or the machine are not fit for it.
    Usage,
    /// A defect of this program.
    Internal,
}

impl Exit {
    /// The process exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Good => 0,
            Self::Bad => 1,
            Self::Usage => 2,
            Self::Internal => 3,
        }
    }
}

/// Everything that can go wrong, sorted by who can do something about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The commit argument is not one commit named by hex digits.
    /// Remedy: pass the full hash, as `git rev-parse HEAD` prints it.
    #[error("commit {given:?} refused: {reason}; pass the full hash that `git rev-parse` prints")]
    Commit {
        /// The argument.
        given: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The path argument is not a plain repo-relative `.html` file of the commit.
    /// Remedy: pass the path as `git ls-tree -r --name-only COMMIT` prints it.
    #[error(
        "path {given:?} refused: {reason}; pass a path that `git ls-tree -r --name-only COMMIT` lists and that ends in .html"
    )]
    Path {
        /// The argument.
        given: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Git is missing, the folder is no repository, or an object cannot be read.
    #[error("git could not be read: {what}")]
    Git {
        /// What failed, with git's own words where it gave some.
        what: String,
    },
    /// A configuration file or variable is wrong or not trusted.
    #[error("configuration {place}: {what}")]
    Config {
        /// The file or variable.
        place: String,
        /// What is wrong and what to do.
        what: String,
    },
    /// The machine lacks something the verb cannot do without.
    #[error("{what}")]
    Environment {
        /// What is missing and what to do.
        what: String,
    },
    /// The browser did not start, died, or did not answer in time.
    #[error("could not render, because {what}")]
    Render {
        /// Why, in words, with the browser's exit status and last line if it died.
        what: String,
    },
    /// A file could not be written or read.
    #[error("{place}: {source}", place = place.display())]
    File {
        /// The file or folder.
        place: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A defect of this program.
    #[error("internal error: {0}; please report it")]
    Internal(String),
}

impl Error {
    /// A stable word for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Commit { .. } => "commit-refused",
            Self::Path { .. } => "path-refused",
            Self::Git { .. } => "git-unreadable",
            Self::Config { .. } => "config-refused",
            Self::Environment { .. } => "environment",
            Self::Render { .. } => "not-rendered",
            Self::File { .. } => "file",
            Self::Internal(_) => "internal",
        }
    }

    /// The exit code that goes with it.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Render { .. } => Exit::Bad,
            Self::Internal(_) => Exit::Internal,
            Self::Commit { .. }
            | Self::Path { .. }
            | Self::Git { .. }
            | Self::Config { .. }
            | Self::Environment { .. }
            | Self::File { .. } => Exit::Usage,
        }
    }

    pub(crate) fn render(what: impl Into<String>) -> Self {
        Self::Render { what: what.into() }
    }

    pub(crate) fn git(what: impl Into<String>) -> Self {
        Self::Git { what: what.into() }
    }

    pub(crate) fn environment(what: impl Into<String>) -> Self {
        Self::Environment { what: what.into() }
    }

    pub(crate) fn file(place: impl Into<PathBuf>, source: std::io::Error) -> Self {
        Self::File {
            place: place.into(),
            source,
        }
    }
}
