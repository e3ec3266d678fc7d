//! What is known about a capture, for people and for `--json`.

use std::collections::BTreeMap;

/// What kind of file was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Kind {
    /// A ZIP archive, or something that was taken for one.
    #[default]
    Archive,
    /// The JSON fallback payload.
    Payload,
}

impl Kind {
    /// The word used in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Archive => "archive",
            Self::Payload => "payload",
        }
    }
}

/// How much of its pack a capture holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Completeness {
    /// Neither a key nor a pack was given, or the file could not be read.
    #[default]
    Unknown,
    /// Every item has its record.
    Complete {
        /// Items of the pack.
        of: u64,
        /// What says how many there are: `pack` or `token`.
        by: &'static str,
    },
    /// Some items have no record.
    Partial {
        /// Items with a record.
        have: u64,
        /// Items of the pack.
        of: u64,
        /// What says how many there are: `pack` or `token`.
        by: &'static str,
    },
}

/// What was found out about the token.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TokenState {
    /// There is no token to look at.
    #[default]
    Absent,
    /// No key was given.
    NotVerified,
    /// The signature holds.
    Verified {
        /// The key that signed it.
        key_id: String,
        /// The dataset it names.
        dataset_id: String,
        /// When it was signed, RFC 3339.
        signed_at: String,
        /// Items of the signed pack.
        item_count: u64,
        /// Whether the records were held against the signed digest.
        digest_checked: bool,
    },
    /// The token is refused.
    Refused,
}

/// What is known about the file. Members are absent where the file could not
/// be read that far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// What kind of file it is.
    pub kind: Kind,
    /// Bytes read.
    pub bytes: u64,
    /// `manifest.format`, or what it says instead.
    pub format: Option<String>,
    /// When the archive was made.
    pub exported_at: Option<String>,
    /// Preset of the target.
    pub preset: Option<String>,
    /// Origin of the target.
    pub origin: Option<String>,
    /// The target's name for people.
    pub target_name: Option<String>,
    /// The run's label.
    pub label: Option<String>,
    /// The session's start.
    pub started_at: Option<String>,
    /// The session's end.
    pub finished_at: Option<String>,
    /// Provider and model of the proposed judge; never its prompt.
    pub judge: Option<(String, String)>,
    /// Records there are.
    pub records: u64,
    /// Records with an error.
    pub errors: u64,
    /// Records by error code.
    pub error_codes: BTreeMap<String, u64>,
    /// Model labels in order of appearance, with the number of records each.
    pub model_labels: Vec<(String, u64)>,
    /// How much of the pack there is.
    pub completeness: Completeness,
    /// Ids of missing items, when a pack was given; the first few.
    pub missing: Vec<String>,
    /// The name of the pack given.
    pub pack_name: Option<String>,
    /// What was found out about the token.
    pub token: TokenState,
    /// Entries of the archive, for `--zip-only`.
    pub entries: Vec<(String, u64)>,
    /// Only the container was checked.
    pub zip_only: bool,
    /// A structural error kept the documents from being judged.
    pub content_judged: bool,
}
