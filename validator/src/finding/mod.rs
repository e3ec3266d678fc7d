//! What the validator has to say: findings, their codes and their places.
//!
//! The registry in [`codes`] is the single source for messages, for
//! `eval752-validate explain` and for `docs/findings.md`.

mod code;
pub mod codes;
mod excerpt;
pub mod explain;
mod place;

pub use code::{Code, CodeInfo, Grade, Profile, Severity};
pub use excerpt::{excerpt, show_bytes};
pub use place::Place;

/// One thing found in a file: what, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The stable code, such as `zip.prefix_data`.
    pub code: Code,
    /// How bad it is under the profile that was used.
    pub severity: Severity,
    /// Where in the file it is.
    pub place: Place,
    /// What was expected and what was found, with numbers.
    pub message: String,
    /// At most 40 characters of the file, control characters escaped.
    /// Never set for the token or the judge.
    pub excerpt: Option<String>,
    /// Advice that fits this file better than the code's general remedy.
    pub hint: Option<String>,
}

impl Finding {
    /// A finding of `code`, graded for `profile`.
    pub fn new(code: Code, profile: Profile, place: Place, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(profile),
            place,
            message: message.into(),
            excerpt: None,
            hint: None,
        }
    }

    /// Adds a piece of the file; it is cut and escaped here.
    #[must_use]
    pub fn with_excerpt(mut self, text: &str) -> Self {
        self.excerpt = Some(excerpt(text));
        self
    }

    /// Adds advice for this very case.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// What to do: the hint where there is one, else the code's remedy.
    pub fn remedy(&self) -> &str {
        self.hint.as_deref().unwrap_or(self.code.info().remedy)
    }
}
