//! What a program can decide about an answer.

use serde::{Deserialize, Serialize};

/// One comparison. An item's checks must all hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "check", rename_all = "snake_case")]
pub enum Check {
    /// The whole answer is one of these texts, white space apart.
    Exact {
        /// The accepted answers.
        any_of: Vec<String>,
        /// Whether case matters.
        case: bool,
    },
    /// The answer chooses this letter.
    Choice {
        /// The right letter.
        letter: char,
        /// The options in order; empty when the prompt itself lists them.
        options: Vec<String>,
    },
    /// The answer chooses these letters; scored with F1.
    ChoiceSet {
        /// The right letters.
        letters: Vec<char>,
        /// The options in order.
        options: Vec<String>,
    },
    /// The answer contains these texts.
    Contains {
        /// The texts.
        texts: Vec<String>,
        /// All of them, or any.
        all: bool,
        /// Whether case matters.
        case: bool,
    },
    /// The answer begins with one of these texts.
    StartsWith {
        /// The texts.
        any_of: Vec<String>,
    },
    /// The pattern matches somewhere in the answer.
    Regex {
        /// The pattern, in the syntax of the `regex` crate.
        pattern: String,
    },
    /// The last number in the answer is this one, within a tolerance.
    Numeric {
        /// The number as it is written.
        value: String,
        /// The largest difference that still counts as equal.
        tolerance: f64,
    },
    /// The answer is valid JSON.
    IsJson,
    /// The inner check does not hold.
    Not {
        /// The check that must fail.
        inner: Box<Check>,
    },
}
