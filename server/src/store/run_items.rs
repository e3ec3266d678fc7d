//! The items of a run, in pages.

use serde::Serialize;
use serde_json::Value;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::{RunId, Store};
use crate::error::Error;

/// One item of a run with its latest scoring.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RunItem {
    /// Its place in the run, from 0.
    pub position: i64,
    /// The dataset's id for it.
    pub item_id: String,
    /// Its section.
    pub section: String,
    /// What was sent.
    pub prompt: String,
    /// What came back.
    pub response: Option<String>,
    /// Why there is no whole answer.
    pub error: Option<String>,
    /// RFC 3339.
    pub started_at: String,
    /// RFC 3339.
    pub finished_at: String,
    /// From sending to the end of the answer.
    pub latency_ms: i64,
    /// The model's name as the page showed it.
    pub model_label: Option<String>,
    /// How the answer was captured.
    pub evidence: Option<Value>,
    /// `scored`, `unscored`, or absent where nothing was tried yet.
    pub verdict: Option<String>,
    /// From 0 to 1.
    pub score: Option<f64>,
    /// Why there is no score.
    pub reason: Option<String>,
}

/// Which items of a run are meant.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    clap::ValueEnum,
    serde::Deserialize,
    utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ItemFilter {
    /// Every item.
    #[default]
    All,
    /// Captured with an error.
    Errors,
    /// Without a score.
    Unscored,
    /// With a score below 1.
    Wrong,
}

impl ItemFilter {
    /// The filter as an SQL condition on `run_items`.
    pub(super) fn condition(self) -> &'static str {
        match self {
            Self::All => "1",
            Self::Errors => "error IS NOT NULL",
            Self::Unscored => "score IS NULL",
            Self::Wrong => "score < 1",
        }
    }
}

pub(super) const COLUMNS: &str = "position, item_id, section, prompt, response, error, started_at,
    finished_at, latency_ms, model_label, evidence, verdict, score, reason";

pub(super) fn item(row: &SqliteRow) -> Result<RunItem, Error> {
    let evidence: Option<String> = row.try_get("evidence")?;
    Ok(RunItem {
        position: row.try_get("position")?,
        item_id: row.try_get("item_id")?,
        section: row.try_get("section")?,
        prompt: row.try_get("prompt")?,
        response: row.try_get("response")?,
        error: row.try_get("error")?,
        started_at: super::runs::time(row.try_get("started_at")?),
        finished_at: super::runs::time(row.try_get("finished_at")?),
        latency_ms: row.try_get("latency_ms")?,
        model_label: row.try_get("model_label")?,
        evidence: evidence.and_then(|text| serde_json::from_str(&text).ok()),
        verdict: row.try_get("verdict")?,
        score: row.try_get("score")?,
        reason: row.try_get("reason")?,
    })
}

impl Store {
    /// A page of a run's items, after the position `after` (−1 for the first page).
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn run_items(
        &self,
        run: &RunId,
        filter: ItemFilter,
        after: i64,
        limit: i64,
    ) -> Result<Vec<RunItem>, Error> {
        let query = format!(
            "SELECT {COLUMNS} FROM run_items WHERE run_id = ? AND position > ? AND {}
             ORDER BY position LIMIT ?",
            filter.condition()
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(run.as_str())
            .bind(after)
            .bind(limit)
            .fetch_all(self.readers())
            .await?;
        rows.iter().map(item).collect()
    }

    /// The ids of a run's items that pass the filter, in order.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn run_item_ids(
        &self,
        run: &RunId,
        filter: ItemFilter,
    ) -> Result<Vec<String>, Error> {
        let query = format!(
            "SELECT item_id FROM run_items WHERE run_id = ? AND {} ORDER BY position",
            filter.condition()
        );
        Ok(sqlx::query_scalar(sqlx::AssertSqlSafe(query))
            .bind(run.as_str())
            .fetch_all(self.readers())
            .await?)
    }
}
