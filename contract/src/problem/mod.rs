//! What is wrong with a document, where, and the helpers that read one strictly.
//!
//! A reader goes through all members and notes every problem instead of stopping at the
//! first, so that a person sees them together.

use core::fmt;

use crate::json::{Fields, Node, Value};
use crate::origin::OriginError;

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

/// An object whose member names have been checked.
#[derive(Debug, Clone, Copy)]
pub struct Object<'n, 'a> {
    at: usize,
    fields: Fields<'n, 'a>,
}

/// Collects problems and knows where in the document the reader stands.
#[derive(Debug, Default)]
pub struct Problems {
    path: String,
    found: Vec<Problem>,
}

impl Problems {
    /// No problems yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The problems found, in the order of reading.
    #[must_use]
    pub fn into_vec(self) -> Vec<Problem> {
        self.found
    }

    /// Whether none was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Notes a problem with the value that is being read; `None`, so that readers can end with it.
    pub fn note<T>(&mut self, at: usize, reason: Reason) -> Option<T> {
        self.found.push(Problem {
            pointer: self.path.clone(),
            at,
            reason,
        });
        None
    }

    /// Reads a value one level further down.
    pub fn within<T>(&mut self, segment: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        self.path.push('/');
        for character in segment.chars() {
            match character {
                '~' => self.path.push_str("~0"),
                '/' => self.path.push_str("~1"),
                other => self.path.push(other),
            }
        }
        let value = read(self);
        self.path.truncate(length);
        value
    }

    /// The value as an object that has no members but `members`.
    pub fn object<'n, 'a>(
        &mut self,
        node: &'n Node<'a>,
        members: &[&'static str],
    ) -> Option<Object<'n, 'a>> {
        let Value::Object(found) = &node.value else {
            return self.note(
                node.at,
                Reason::Type {
                    expected: "an object",
                    found: node.kind(),
                },
            );
        };
        for member in found {
            if !members.iter().any(|name| *name == member.name) {
                self.note::<()>(member.at, Reason::Unknown(member.name.to_string()));
            }
        }
        Some(Object {
            at: node.at,
            fields: Fields(found),
        })
    }

    /// A member that must be there.
    pub fn required<'n, 'a, T>(
        &mut self,
        object: Object<'n, 'a>,
        name: &'static str,
        read: impl FnOnce(&mut Self, &'n Node<'a>) -> Option<T>,
    ) -> Option<T> {
        match object.fields.get(name) {
            Some(node) => self.within(name, |problems| read(problems, node)),
            None => self.note(object.at, Reason::Missing(name)),
        }
    }

    /// A member that must be there and may be `null`.
    pub fn nullable<'n, 'a, T>(
        &mut self,
        object: Object<'n, 'a>,
        name: &'static str,
        read: impl FnOnce(&mut Self, &'n Node<'a>) -> Option<T>,
    ) -> Option<Option<T>> {
        self.required(object, name, |problems, node| {
            if node.is_null() {
                Some(None)
            } else {
                read(problems, node).map(Some)
            }
        })
    }

    /// A member that may be absent; `null` is no way to say that.
    pub fn optional<'n, 'a, T>(
        &mut self,
        object: Object<'n, 'a>,
        name: &'static str,
        read: impl FnOnce(&mut Self, &'n Node<'a>) -> Option<T>,
    ) -> Option<Option<T>> {
        match object.fields.get(name) {
            Some(node) => self.within(name, |problems| read(problems, node)).map(Some),
            None => Some(None),
        }
    }

    /// Every element of an array.
    pub fn array<'n, 'a, T>(
        &mut self,
        node: &'n Node<'a>,
        mut read: impl FnMut(&mut Self, &'n Node<'a>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Value::Array(nodes) = &node.value else {
            return self.note(
                node.at,
                Reason::Type {
                    expected: "an array",
                    found: node.kind(),
                },
            );
        };
        let mut all = Some(Vec::new());
        for (index, node) in nodes.iter().enumerate() {
            let mut writer = crate::json::Writer::new();
            writer.integer(index as u64);
            match (
                self.within(&writer.finish(), |problems| read(problems, node)),
                &mut all,
            ) {
                (Some(value), Some(values)) => values.push(value),
                _ => all = None,
            }
        }
        all
    }

    /// Any text.
    pub fn text(&mut self, node: &Node<'_>) -> Option<String> {
        match node.as_str() {
            Some(text) => Some(text.to_owned()),
            None => self.note(
                node.at,
                Reason::Type {
                    expected: "a string",
                    found: node.kind(),
                },
            ),
        }
    }

    /// A text that `make` turns into a value, or `reason`.
    pub fn text_as<T>(
        &mut self,
        node: &Node<'_>,
        reason: Reason,
        make: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let Some(text) = node.as_str() else {
            return self.note(
                node.at,
                Reason::Type {
                    expected: "a string",
                    found: node.kind(),
                },
            );
        };
        match make(text) {
            Some(value) => Some(value),
            None => self.note(node.at, reason),
        }
    }

    /// A text that is not empty.
    pub fn filled(&mut self, node: &Node<'_>) -> Option<String> {
        self.text_as(node, Reason::Empty, |text| {
            (!text.is_empty()).then(|| text.to_owned())
        })
    }

    /// A plain integer.
    pub fn integer(&mut self, node: &Node<'_>) -> Option<u64> {
        if !matches!(node.value, Value::Number(_)) {
            return self.note(
                node.at,
                Reason::Type {
                    expected: "an integer",
                    found: node.kind(),
                },
            );
        }
        match node.as_integer() {
            Some(number) => Some(number),
            None => self.note(node.at, Reason::Integer),
        }
    }

    /// A boolean.
    pub fn boolean(&mut self, node: &Node<'_>) -> Option<bool> {
        match node.as_bool() {
            Some(value) => Some(value),
            None => self.note(
                node.at,
                Reason::Type {
                    expected: "a boolean",
                    found: node.kind(),
                },
            ),
        }
    }

    /// A time.
    pub fn time(&mut self, node: &Node<'_>) -> Option<crate::time::Timestamp> {
        self.text_as(node, Reason::Time, crate::time::Timestamp::parse)
    }
}
