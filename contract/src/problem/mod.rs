//! What can be wrong with a document, and where; [`Problems`] reads one strictly.

mod reader;

use core::fmt;

use crate::origin::OriginError;

pub use reader::{Object, Problems};

/// One thing that is wrong with a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// JSON pointer (RFC 6901) to the value; empty for the whole document.
    pub pointer: String,
    /// Byte offset of the value in the parsed text.
    pub at: usize,
    /// What is wrong.
    pub reason: Reason,
}

/// What can be wrong with a value. Each has a stable code, see [`Reason::code`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Another kind of value is expected.
    Type {
        /// What is expected, as "a string".
        expected: &'static str,
        /// What stands there.
        found: &'static str,
    },
    /// A member that must be there is not; `null` must be written out.
    Missing(&'static str),
    /// A member that the format does not have.
    Unknown(String),
    /// A number that is no plain integer from 0 to 2^53 − 1.
    Integer,
    /// An empty text where something must stand.
    Empty,
    /// `format` names something else.
    Format(String),
    /// No RFC 3339 time in UTC with `Z`.
    Time,
    /// No canonical origin.
    Origin(OriginError),
    /// No preset id: lower-case letters, digits, `-` and `_`.
    Slug,
    /// No `sha256:` digest.
    Digest,
    /// No role of a page.
    Role(String),
    /// A word that is not in the list of words allowed here.
    Word(&'static str),
    /// `item_count` must be at least 1.
    NoItems,
    /// `error_count` is larger than `item_count`.
    MoreErrorsThanItems,
    /// `response` and `error` are both null.
    NoResult,
    /// `response` is the empty text: an empty answer is an error, not a response.
    EmptyResponse,
    /// `error` does not begin with a code and a colon.
    ErrorCode,
    /// The end is before the start.
    TimeOrder,
    /// `latency_ms` and the two times disagree by more than a second.
    Latency {
        /// What `latency_ms` says.
        stated_ms: u64,
        /// What the two times say.
        elapsed_ms: i64,
    },
    /// Two things that must be different are the same.
    Repeated(String),
    /// Two places that must agree do not.
    Mismatch(&'static str),
}

impl Reason {
    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Type { .. } => "schema.type",
            Self::Missing(_) => "schema.missing_member",
            Self::Unknown(_) => "schema.unknown_member",
            Self::Integer => "schema.integer",
            Self::Empty => "schema.empty",
            Self::Word(_) => "schema.word",
            Self::Role(_) => "schema.role",
            Self::Slug => "schema.preset",
            Self::Digest => "schema.digest",
            Self::Origin(_) => "schema.origin",
            Self::Time => "schema.time",
            Self::Format(_) => "archive.format_unknown",
            Self::NoItems => "archive.no_items",
            Self::MoreErrorsThanItems => "archive.count_mismatch",
            Self::NoResult => "record.no_result",
            Self::EmptyResponse => "record.empty_response",
            Self::ErrorCode => "record.error_code",
            Self::TimeOrder => "record.time_order",
            Self::Latency { .. } => "record.latency_mismatch",
            Self::Repeated(_) => "schema.repeated",
            Self::Mismatch(_) => "schema.mismatch",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type { expected, found } => write!(f, "must be {expected}, found {found}"),
            Self::Missing(name) => write!(f, "lacks the member \"{name}\""),
            Self::Unknown(name) => {
                let name: String = name.chars().take(40).flat_map(char::escape_debug).collect();
                write!(
                    f,
                    "has the member \"{name}\", which the format does not know"
                )
            }
            Self::Integer => f.write_str("must be a plain integer from 0 to 9007199254740991"),
            Self::Empty => f.write_str("must not be empty"),
            Self::Word(words) => write!(f, "must be one of {words}"),
            Self::Role(name) => {
                let name: String = name.chars().take(40).flat_map(char::escape_debug).collect();
                write!(f, "names the role \"{name}\", which does not exist")
            }
            Self::Slug => f.write_str("must be a preset id: lower-case letters, digits, - and _"),
            Self::Digest => f.write_str("must be \"sha256:\" and 64 lower-case hexadecimal digits"),
            Self::Origin(error) => write!(f, "is no origin: it {}", error.message()),
            Self::Time => f.write_str("must be a time in UTC like 2026-03-12T18:09:02.000Z"),
            Self::Format(found) => {
                let found: String = found
                    .chars()
                    .take(60)
                    .flat_map(char::escape_debug)
                    .collect();
                write!(f, "is \"{found}\", which is another format")
            }
            Self::NoItems => f.write_str("must be at least 1"),
            Self::MoreErrorsThanItems => f.write_str("must not be larger than item_count"),
            Self::NoResult => f.write_str("has neither a response nor an error"),
            Self::EmptyResponse => {
                f.write_str("is the empty text; an empty answer is the error \"empty-response: …\"")
            }
            Self::ErrorCode => f.write_str("must begin with a code and a colon, as \"timeout: …\""),
            Self::TimeOrder => f.write_str("ends before it starts"),
            Self::Latency {
                stated_ms,
                elapsed_ms,
            } => write!(
                f,
                "says {stated_ms} ms, but {elapsed_ms} ms lie between start and finish; \
                 at most 1000 ms may differ"
            ),
            Self::Repeated(what) => {
                let what: String = what.chars().take(40).flat_map(char::escape_debug).collect();
                write!(f, "repeats \"{what}\"")
            }
            Self::Mismatch(what) => write!(f, "does not agree with {what}"),
        }
    }
}
