//! What can be decided about an item without a judge.

use serde_json::Value;

use super::{program, reason};
use crate::dataset::{Check, Grading};
use crate::store::{RunItem, Score, Verdict};

/// An item that stays without a score, and why.
pub(super) fn unscored(position: i64, reason: &'static str, detail: Value) -> Score {
    Score {
        position,
        verdict: Verdict::Unscored(reason),
        method: "none",
        detail,
    }
}

/// What a judge is to be asked about an item.
pub(super) struct ToAsk {
    pub(super) reference: Option<String>,
    pub(super) criteria: Option<String>,
}

/// Everything that can be decided without a judge.
pub(super) fn without_judge(item: &RunItem, grading: Option<Grading>) -> Result<Score, ToAsk> {
    let open = |reason| Ok(unscored(item.position, reason, Value::Null));
    if item.error.is_some() {
        return open(reason::CAPTURE_ERROR);
    }
    let Some(response) = &item.response else {
        return open(reason::CAPTURE_ERROR);
    };
    let by_program = |checks: &[Check]| {
        let outcome = program::check_all(checks, response);
        Score {
            position: item.position,
            verdict: outcome.verdict,
            method: outcome.method,
            detail: outcome.detail,
        }
    };
    match grading {
        None | Some(Grading::Nothing) => open(reason::NO_REFERENCE),
        Some(Grading::Program { checks }) => Ok(by_program(&checks)),
        Some(Grading::Judge {
            reference,
            criteria,
            checks,
        }) => {
            if !checks.is_empty() {
                let score = by_program(&checks);
                if score.verdict != Verdict::Scored(1.0) {
                    return Ok(score);
                }
            }
            if criteria.is_none()
                && reference
                    .as_deref()
                    .is_some_and(|wanted| program::equals_reference(wanted, response))
            {
                return Ok(Score {
                    position: item.position,
                    verdict: Verdict::Scored(1.0),
                    method: "exact",
                    detail: Value::Null,
                });
            }
            Err(ToAsk {
                reference,
                criteria,
            })
        }
    }
}
