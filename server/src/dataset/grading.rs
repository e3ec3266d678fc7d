//! How an item's answer is going to be graded: by a program, by a judge, or not at all.

use eval752_contract::pack::Scoring;
use serde::{Deserialize, Serialize};

use super::check::Check;

/// The private half of an item: everything that must not leave the workspace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Grading {
    /// All checks must hold.
    Program {
        /// At least one.
        checks: Vec<Check>,
    },
    /// A judge decides, unless a check has failed before.
    Judge {
        /// What the answer should say.
        reference: Option<String>,
        /// What to look for.
        criteria: Option<String>,
        /// What must hold as well.
        checks: Vec<Check>,
    },
    /// There is nothing to grade by.
    Nothing,
}

impl Grading {
    /// What the pack says about it.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        match self {
            Self::Program { .. } => Scoring::Programmatic,
            Self::Judge { .. } => Scoring::Judge,
            Self::Nothing => Scoring::None,
        }
    }

    /// What a person should know about it; never how it is done.
    #[must_use]
    pub fn note(&self) -> Option<&'static str> {
        match self {
            Self::Nothing => Some("the dataset has no reference answer and no criteria"),
            _ => None,
        }
    }
}

/// What to do with a free-text reference that names no checker of its own.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum GradingDefault {
    /// Ask a judge (an answer equal to the reference needs none).
    #[default]
    Judge,
    /// The whole answer must equal the reference.
    Exact,
    /// The answer must contain the reference.
    Contains,
    /// The last number of the answer must equal the reference.
    Numeric,
}

impl GradingDefault {
    /// The grading for a reference with alternatives.
    pub(crate) fn grade(self, alternatives: Vec<String>, criteria: Option<String>) -> Grading {
        let check = match self {
            Self::Judge => {
                return Grading::Judge {
                    reference: Some(alternatives.join("\nor: ")),
                    criteria,
                    checks: Vec::new(),
                };
            }
            Self::Exact => Check::Exact {
                any_of: alternatives,
                case: false,
            },
            Self::Contains => Check::Contains {
                texts: alternatives,
                all: false,
                case: false,
            },
            Self::Numeric => match <[String; 1]>::try_from(alternatives) {
                Ok([value]) if value.trim().parse::<f64>().is_ok_and(f64::is_finite) => {
                    Check::Numeric {
                        value: value.trim().to_owned(),
                        tolerance: 0.0,
                    }
                }
                Ok([value]) => return Self::Judge.grade(vec![value], criteria),
                Err(alternatives) => return Self::Judge.grade(alternatives, criteria),
            },
        };
        Grading::Program {
            checks: vec![check],
        }
    }
}
