//! Why an item has no whole answer: the one list of codes a record's `error` begins with.

use core::fmt;

macro_rules! error_codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $code:literal,)+) => {
        /// A reason why an item has no whole answer.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl ErrorCode {
            /// Every code, in the order of this list.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The code as it is written.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)+ }
            }

            /// What the code says, in a sentence or two.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc,)+).trim_ascii(),)+ }
            }
        }
    };
}

error_codes! {
    /// The page's composer was not found by any selector.
    ComposerMissing = "composer-missing",
    /// More than one visible composer matched, so that writing into one would be a guess.
    ComposerAmbiguous = "composer-ambiguous",
    /// The composer was there but did not take input.
    ComposerDisabled = "composer-disabled",
    /// A draft was left in the composer and could not be removed.
    ComposerNotEmpty = "composer-not-empty",
    /// Nothing of the prompt arrived in the composer.
    FillFailed = "fill-failed",
    /// The composer held something other than the prompt after filling.
    FillMismatch = "fill-mismatch",
    /// The page turned the prompt into an attachment.
    PromptBecameAttachment = "prompt-became-attachment",
    /// No usable send control appeared although the composer held the prompt.
    SendUnavailable = "send-unavailable",
    /// The prompt was sent once and the page gave no proof that it took it.
    SendUncertain = "send-uncertain",
    /// A new, empty conversation could not be had.
    NewChatFailed = "new-chat-failed",
    /// The prompt was sent and no answer appeared in time.
    NoAnswer = "no-answer",
    /// The page showed a finished answer without text.
    EmptyResponse = "empty-response",
    /// The answer stopped growing without any sign that it was finished.
    Stalled = "stalled",
    /// The page still said it was busy long after the text had stopped.
    BusyStuck = "busy-stuck",
    /// The item took longer than it may.
    Timeout = "timeout",
    /// The answer stood still, but the page never showed the mark that ends an answer.
    EndUnproven = "end-unproven",
    /// The page offers to continue: the answer is cut off.
    Truncated = "truncated",
    /// The page showed an error in place of, or after part of, the answer.
    PageError = "page-error",
    /// The page said that too much was asked too quickly.
    RateLimited = "rate-limited",
    /// The page asked to sign in, or to prove something, and showed no answer.
    Wall = "wall",
    /// The answer's turn left the page before it was read.
    AnswerLost = "answer-lost",
    /// The turn that appeared does not belong to this prompt.
    AnswerForeign = "answer-foreign",
    /// The answer was there but could not be read.
    ExtractFailed = "extract-failed",
    /// The run ended between sending and recording, so what the page answered is not known.
    Interrupted = "interrupted",
    /// The user stopped the run during this item.
    Stopped = "stopped",
    /// The runtime itself failed.
    Internal = "internal",
}

impl ErrorCode {
    /// The code that is written as `text`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == text)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text of a record's `error`: a code, a colon and, mostly, a detail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureError(String);

impl CaptureError {
    /// An error with a detail for people.
    #[must_use]
    pub fn new(code: ErrorCode, detail: &str) -> Self {
        let mut text = String::from(code.as_str());
        text.push_str(": ");
        text.push_str(detail);
        Self(text)
    }

    /// Reads `code: detail`; the code may be one that this version does not know.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (code, _) = text.split_once(':')?;
        let shape = code.starts_with(|c: char| c.is_ascii_lowercase())
            && !code.ends_with('-')
            && code
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        shape.then(|| Self(text.to_owned()))
    }

    /// The whole text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The code as it is written.
    #[must_use]
    pub fn code(&self) -> &str {
        self.0.split(':').next().unwrap_or_default()
    }

    /// The code, if this version knows it.
    #[must_use]
    pub fn known(&self) -> Option<ErrorCode> {
        ErrorCode::parse(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_reads_back_and_says_something() {
        for &code in ErrorCode::ALL {
            assert_eq!(ErrorCode::parse(code.as_str()), Some(code));
            assert!(code.meaning().ends_with('.'), "{code}");
            assert_eq!(CaptureError::new(code, "x").known(), Some(code));
        }
    }

    #[test]
    fn an_error_begins_with_a_code_and_a_colon() {
        assert!(CaptureError::parse("timeout: 600 s").is_some());
        assert!(CaptureError::parse("from-the-future:").is_some());
        for text in [
            "",
            "timeout",
            "Timeout: x",
            ": x",
            "it broke: badly",
            "-a: x",
            "a-: x",
        ] {
            assert_eq!(CaptureError::parse(text), None, "{text}");
        }
    }
}
