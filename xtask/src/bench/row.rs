//! One line of the bench: what was measured, beside whom, and whether that is
//! within budget. Numbers only; what they are held to is in `budgets.rs`.

use serde_json::{Map, Value, json};

use super::budgets::{Budget, Judge};

/// What a measurement hands over.
#[derive(Debug, Clone, Default)]
pub(crate) struct Measured {
    pub(crate) ours: f64,
    /// The peer's number, taken in the same run.
    pub(crate) peer: Option<f64>,
    /// The ratio, where it was taken pair by pair and is more than a quotient.
    pub(crate) ratio: Option<f64>,
    /// What a reader of the table should know.
    pub(crate) note: String,
}

/// A row of the table: a budget with its measurement, or why there is none.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    budget: Budget,
    found: Result<Measured, String>,
}

impl Row {
    /// A row that was measured.
    pub(crate) fn new(budget: Budget, measured: Measured) -> Self {
        Self {
            budget,
            found: Ok(measured),
        }
    }

    /// A row that could not be measured here.
    pub(crate) fn skipped(budget: Budget, why: impl Into<String>) -> Self {
        Self {
            budget,
            found: Err(why.into()),
        }
    }

    /// The row's name.
    pub(crate) fn name(&self) -> &str {
        &self.budget.name
    }

    /// Our number against the peer's.
    fn ratio(&self) -> Option<f64> {
        let found = self.found.as_ref().ok()?;
        let quotient = || found.peer.map(|peer| found.ours / peer);
        found.ratio.or_else(quotient)
    }

    /// Whether it is within budget; nothing where there is no budget or no measurement.
    pub(crate) fn ok(&self) -> Option<bool> {
        let found = self.found.as_ref().ok()?;
        let limit = self.budget.limit?;
        Some(match self.budget.judge {
            Judge::OursAtMost => found.ours <= limit,
            Judge::RatioAtMost => self.ratio()? <= limit,
            Judge::RatioAtLeast => self.ratio()? >= limit,
            Judge::BeyondPeerAtMost => found.ours - found.peer? <= limit,
        })
    }

    /// The verdict in one word.
    fn verdict(&self) -> &'static str {
        match (&self.found, self.ok()) {
            (Err(_), _) => "skipped",
            (Ok(_), Some(true)) => "ok",
            (Ok(_), Some(false)) => "OVER",
            (Ok(_), None) => "shown",
        }
    }

    /// The row as an object.
    pub(crate) fn to_json(&self) -> Value {
        let budget = &self.budget;
        let found = self.found.as_ref().ok();
        let number = |value: Option<f64>| value.map_or(Value::Null, |value| json!(round(value)));
        let mut object = Map::new();
        let mut put = |name: &str, value: Value| object.insert(name.to_owned(), value);
        put("name", json!(budget.name));
        put("what", json!(budget.what));
        put("unit", json!(budget.unit));
        put("ours", number(found.map(|found| found.ours)));
        put("peer", number(found.and_then(|found| found.peer)));
        put("peer_is", json!(budget.peer));
        put("ratio", number(self.ratio()));
        put("judge", json!(budget.judge.word()));
        put("budget", number(budget.limit));
        put("aim", number(budget.aim));
        put("ok", self.ok().map_or(Value::Null, |ok| json!(ok)));
        match &self.found {
            Ok(found) if !found.note.is_empty() => {
                put("note", json!(found.note));
            }
            Ok(_) => {}
            Err(why) => {
                put("skipped", json!(why));
            }
        }
        object.into()
    }

    /// The cells of the table for people.
    pub(crate) fn cells(&self) -> [String; 7] {
        let budget = &self.budget;
        let shown = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), short);
        let found = self.found.as_ref().ok();
        let (limit, remark) = match &self.found {
            Ok(found) => (budget.limit_shown(), found.note.clone()),
            Err(why) => (budget.limit_shown(), why.clone()),
        };
        [
            budget.name.clone(),
            format!("{} {}", shown(found.map(|found| found.ours)), budget.unit),
            shown(found.and_then(|found| found.peer)),
            self.ratio()
                .map_or_else(|| "-".to_owned(), |r| format!("{r:.2}")),
            limit,
            self.verdict().to_owned(),
            remark,
        ]
    }
}

/// Three figures, as a person would write them.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 || value.abs() >= 100.0 {
        format!("{value:.0}")
    } else if value.abs() >= 10.0 {
        format!("{value:.1}")
    } else if value.abs() >= 0.1 {
        format!("{value:.2}")
    } else {
        format!("{value:.4}")
    }
}

/// Six figures: no clock here knows more.
fn round(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}
