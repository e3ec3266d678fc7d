//! What can be wrong with JSON text, before anyone looks at what it means.

use core::fmt;

/// The first thing that makes a text unacceptable, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    /// Byte offset into the text that was parsed.
    pub at: usize,
    /// What is wrong there.
    pub kind: SyntaxKind,
}

/// The kinds of syntax error. Each has a stable code, see [`SyntaxKind::code`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxKind {
    /// The text begins with a byte order mark.
    ByteOrderMark,
    /// A value was expected and something else, or nothing, stands there.
    ExpectedValue,
    /// The text ends inside a value.
    UnexpectedEnd,
    /// An object member must begin with a quoted name.
    ExpectedKey,
    /// A `:` must follow a member's name.
    ExpectedColon,
    /// A `,` or the closing bracket must follow.
    ExpectedCommaOrEnd,
    /// Something other than white space follows the value.
    TrailingData,
    /// A control character (U+0000 to U+001F) stands unescaped in a string.
    ControlCharacter,
    /// A backslash is followed by something that is no escape.
    BadEscape,
    /// A `\u` escape names half of a surrogate pair.
    LoneSurrogate,
    /// The bytes are not UTF-8.
    InvalidUtf8,
    /// A number is not written as JSON writes numbers (leading zero, `+`, `.5`, `NaN`, hex …).
    BadNumber,
    /// The same name stands twice in one object, whether spelt alike or with escapes.
    DuplicateKey,
    /// Brackets are nested deeper than [`super::MAX_DEPTH`].
    TooDeep,
}

impl SyntaxKind {
    /// The stable code of this kind.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "json.bom",
            Self::ControlCharacter
            | Self::BadEscape
            | Self::ExpectedValue
            | Self::UnexpectedEnd
            | Self::ExpectedKey
            | Self::ExpectedColon
            | Self::ExpectedCommaOrEnd
            | Self::TrailingData => "json.syntax",
            Self::LoneSurrogate => "json.surrogate",
            Self::InvalidUtf8 => "json.utf8",
            Self::BadNumber => "json.number",
            Self::DuplicateKey => "json.duplicate_key",
            Self::TooDeep => "json.depth",
        }
    }

    /// One sentence for people.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "the text begins with a byte order mark",
            Self::ExpectedValue => "a JSON value is expected here",
            Self::UnexpectedEnd => "the text ends inside a JSON value",
            Self::ExpectedKey => "a quoted member name is expected here",
            Self::ExpectedColon => "a colon is expected after the member name",
            Self::ExpectedCommaOrEnd => "a comma or a closing bracket is expected here",
            Self::TrailingData => "something follows the end of the JSON value",
            Self::ControlCharacter => "a control character stands unescaped in a string",
            Self::BadEscape => "this is not an escape that JSON knows",
            Self::LoneSurrogate => {
                "the escape names half of a surrogate pair, which is no character"
            }
            Self::InvalidUtf8 => "the bytes are not UTF-8",
            Self::BadNumber => "this is not a number as JSON writes it",
            Self::DuplicateKey => "the same member name stands twice in one object",
            Self::TooDeep => "brackets are nested too deeply",
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.kind.message(), self.at)
    }
}

impl core::error::Error for SyntaxError {}
