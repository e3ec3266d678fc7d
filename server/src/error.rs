//! The one error type, and the one place that decides what kind of failure each is.
//!
//! Messages say what is wrong, where, and what to do next. They never hold answers, rubrics,
//! tokens or keys: an [`Issue`] names an item, not its content.

use std::path::{Path, PathBuf};

use serde::Serialize;

/// How a failure ends a command; HTTP statuses follow the same split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The data that was looked at is bad: exit code 1.
    BadData,
    /// The call or the machine is at fault: exit code 2.
    Usage,
    /// A defect of this program: exit code 3.
    Internal,
}

impl Outcome {
    /// The exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::BadData => 1,
            Self::Usage => 2,
            Self::Internal => 3,
        }
    }
}

/// One specific thing that is wrong with a dataset, a selection or an upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Issue {
    /// Stable code, as `item.several_turns`.
    pub code: &'static str,
    /// The item it is about, if it has a name yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// Where it stands, as `line 3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What is wrong and what to do.
    pub message: String,
}

impl Issue {
    /// An issue of a whole file or call.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            item: None,
            place: None,
            message: message.into(),
        }
    }

    /// The same, at a place.
    #[must_use]
    pub fn at(mut self, place: impl std::fmt::Display) -> Self {
        self.place = Some(place.to_string());
        self
    }

    /// The same, about an item.
    #[must_use]
    pub fn of(mut self, item: impl std::fmt::Display) -> Self {
        self.item = Some(item.to_string());
        self
    }
}

impl std::fmt::Display for Issue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.item, &self.place) {
            (Some(item), Some(place)) => write!(f, "item \"{item}\" ({place}): ")?,
            (Some(item), None) => write!(f, "item \"{item}\": ")?,
            (None, Some(place)) => write!(f, "{place}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.message)
    }
}

/// Everything that can go wrong here.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The arguments contradict each other or name something that does not exist. Change the
    /// call as the message says.
    #[error("{0}")]
    Usage(String),

    /// A file could not be read. Check the path and its permissions.
    #[error("can't read {path}: {source}")]
    Read {
        /// The file, or `standard input`.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },

    /// A file could not be written; what stood there before is unharmed. Check the folder,
    /// its permissions and the free space.
    #[error("can't write {path}: {source}; what was there before is unchanged")]
    Write {
        /// The file, or `standard output`.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },

    /// A dataset can't be read as one. Each issue says what is wrong where.
    #[error("{name} can't be used as a dataset")]
    Dataset {
        /// The file's name.
        name: String,
        /// What is wrong; at least one.
        issues: Vec<Issue>,
    },

    /// More than one field could be meant, or none: only `--map` can tell.
    #[error("{name}: {message}")]
    Mapping {
        /// The file's name.
        name: String,
        /// What is ambiguous, the candidates, and an example of `--map`.
        message: String,
    },

    /// Items that were selected can't be packed. Fix them, select others, or leave them out on
    /// purpose with `--skip-blocked`.
    #[error(
        "{} of the selected items can't be packed; fix them, select others (--section, --ids), \
         or leave them out on purpose with --skip-blocked", issues.len()
    )]
    Blocked {
        /// One an item, or more.
        issues: Vec<Issue>,
    },

    /// A document (pack, selectors, judge, runtime) breaks its format.
    #[error("{name} is no valid {what}")]
    Document {
        /// The file's name.
        name: String,
        /// What it should be, as "pack".
        what: &'static str,
        /// What is wrong where.
        issues: Vec<Issue>,
    },

    /// The in-page runtime is not in this build. Run `cargo xtask build`.
    #[error(
        "this build of eval752 has no capture runtime in it; run `cargo xtask build` and use \
         target/release/eval752, or name a runtime with --runtime build/runtime.json"
    )]
    NoRuntime,

    /// The runtime in plain JavaScript is not in this build. Install the npm tools and build.
    #[error(
        "this build of eval752 has no runtime in plain JavaScript in it, which --no-wasm needs; run \
         `npm ci --ignore-scripts` in xtask/npm, then `cargo xtask build`, or name one with \
         --runtime build/runtime-js.json"
    )]
    NoPlainRuntime,

    /// The signing key or the secret of this workspace is damaged. Restore the file from a
    /// backup; making a new one would orphan the packs that are out.
    #[error("{} is damaged: {why}; restore it from a backup (a new one would not fit the packs already made)", path.display())]
    KeyFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },

    /// The system would not do something it normally does (random numbers, sockets, signals).
    #[error("{what}: {why}")]
    System {
        /// What was tried.
        what: &'static str,
        /// What the system said.
        why: String,
    },

    /// What was asked for is not in the store. List what there is.
    #[error("there is no {what} \"{id}\"")]
    NotFound {
        /// What was looked for, as "run".
        what: &'static str,
        /// What it was called.
        id: String,
    },

    /// A capture can't be taken in. The message and the issues say why and what to do.
    #[error("{message}")]
    Refused {
        /// The stable code.
        code: &'static str,
        /// Why, and what to do.
        message: String,
        /// What is wrong where.
        issues: Vec<Issue>,
    },

    /// The store failed: full disk, wrong permissions, damage.
    #[error("{what} ({why})")]
    Store {
        /// What it means and what to do.
        what: &'static str,
        /// What SQLite said.
        why: String,
    },

    /// A provider did not do its part. Check its settings.
    #[error("the provider {name} {why}")]
    Provider {
        /// The provider's name.
        name: String,
        /// What it did, without keys.
        why: String,
    },

    /// A defect of this program. Please report it.
    #[error("internal error: {0}; this is a defect of eval752, please report it")]
    Internal(String),
}

impl Error {
    /// Whose fault it is.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Dataset { .. }
            | Self::Blocked { .. }
            | Self::Document { .. }
            | Self::Refused { .. } => Outcome::BadData,
            Self::Usage(_)
            | Self::Read { .. }
            | Self::Write { .. }
            | Self::Mapping { .. }
            | Self::NoRuntime
            | Self::NoPlainRuntime
            | Self::KeyFile { .. }
            | Self::NotFound { .. }
            | Self::Store { .. }
            | Self::Provider { .. }
            | Self::System { .. } => Outcome::Usage,
            Self::Internal(_) => Outcome::Internal,
        }
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Usage(_) => "usage",
            Self::Read { .. } => "file.read",
            Self::Write { .. } => "file.write",
            Self::Dataset { .. } => "dataset.unusable",
            Self::Mapping { .. } => "dataset.mapping",
            Self::Blocked { .. } => "pack.blocked",
            Self::Document { .. } => "document.invalid",
            Self::NoRuntime => "runtime.missing",
            Self::NoPlainRuntime => "runtime.plain_missing",
            Self::KeyFile { .. } => "key.damaged",
            Self::System { .. } => "system",
            Self::NotFound { .. } => "not_found",
            Self::Refused { code, .. } => code,
            Self::Store { .. } => "store",
            Self::Provider { .. } => "provider",
            Self::Internal(_) => "internal",
        }
    }

    /// The specific issues, where there are any.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        match self {
            Self::Dataset { issues, .. }
            | Self::Blocked { issues }
            | Self::Refused { issues, .. }
            | Self::Document { issues, .. } => issues,
            _ => &[],
        }
    }

    pub(crate) fn not_found(what: &'static str, id: &str) -> Self {
        Self::NotFound {
            what,
            id: id.to_owned(),
        }
    }

    /// Makes `map_err` at a read short.
    pub(crate) fn read(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.display().to_string();
        move |source| Self::Read { path, source }
    }

    /// Makes `map_err` at a write short.
    pub(crate) fn write(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.display().to_string();
        move |source| Self::Write { path, source }
    }
}
