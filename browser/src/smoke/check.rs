//! One line of the outcome.

use serde::Serialize;

/// What came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Ok,
    Failed,
    Skipped,
}

/// A check that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Check {
    pub(crate) name: &'static str,
    pub(crate) verdict: Verdict,
    /// What was seen.
    pub(crate) detail: String,
    /// What to do, when it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) remedy: Option<&'static str>,
}

impl Check {
    pub(super) fn ok(name: &'static str, detail: impl Into<String>) -> Self {
        Self {
            name,
            verdict: Verdict::Ok,
            detail: detail.into(),
            remedy: None,
        }
    }

    pub(super) fn failed(
        name: &'static str,
        detail: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        Self {
            name,
            verdict: Verdict::Failed,
            detail: detail.into(),
            remedy: Some(remedy),
        }
    }

    pub(super) fn skipped(name: &'static str, detail: impl Into<String>) -> Self {
        Self {
            name,
            verdict: Verdict::Skipped,
            detail: detail.into(),
            remedy: None,
        }
    }

    /// By a condition.
    pub(super) fn when(
        good: bool,
        name: &'static str,
        detail: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        if good {
            Self::ok(name, detail)
        } else {
            Self::failed(name, detail, remedy)
        }
    }
}
