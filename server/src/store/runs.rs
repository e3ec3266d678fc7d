//! Runs: their heads, in pages.

use eval752_contract::time::Timestamp;
use serde::Serialize;
use serde_json::Value;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::{RunId, Store, VersionId};
use crate::error::Error;

/// A run without its items.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// The dataset's id.
    pub dataset_id: String,
    /// The dataset's name.
    pub dataset_name: String,
    /// The version it ran on.
    pub version_hash: String,
    /// The provider.
    pub provider_id: String,
    /// The provider's name.
    pub provider_name: String,
    /// `completed`.
    pub status: String,
    /// `browser_harness`.
    pub triggered_by: String,
    /// The user's name for it.
    pub label: Option<String>,
    /// An earlier run of the same session that this one is fuller than.
    pub supersedes: Option<String>,
    /// What the run was told to do.
    pub config: Value,
    /// First start, RFC 3339.
    pub started_at: String,
    /// Last end, RFC 3339.
    pub finished_at: String,
    /// When it was imported, RFC 3339.
    pub created_at: String,
    /// Items there are.
    pub item_count: i64,
    /// Items that were captured with an error: neither right nor wrong.
    pub error_count: i64,
    /// Items with a score.
    pub scored_count: i64,
    /// Items without one, with a reason.
    pub unscored_count: i64,
    /// Mean score of the scored items; say `scored_count` of `item_count` beside it.
    pub accuracy: Option<f64>,
    /// `pending`, `done` or `not_queued`.
    pub scoring: String,
    /// Where the version's items are.
    #[serde(skip)]
    pub version: VersionId,
}

/// A page of runs, newest first.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RunPage {
    /// The runs.
    pub runs: Vec<Run>,
    /// Pass it as `after` for the next page; absent on the last.
    pub next: Option<String>,
}

/// Milliseconds as the API writes times.
pub(super) fn time(millis: i64) -> String {
    Timestamp::from_millis(millis).canonical()
}

const SELECT: &str = "SELECT r.id, d.id AS dataset_id, d.name AS dataset_name, v.version_hash,
    r.version_id, r.provider_id, p.name AS provider_name, r.status, r.triggered_by, r.label,
    r.supersedes, r.config, r.started_at, r.finished_at, r.created_at, r.item_count, r.error_count,
    r.scored_count, r.unscored_count, r.score_sum,
    (SELECT CASE WHEN SUM(j.state IN ('promised', 'running')) > 0 THEN 'pending'
                 WHEN COUNT(*) > 0 THEN 'done' ELSE 'not_queued' END
     FROM jobs j WHERE j.run_id = r.id) AS scoring
    FROM runs r JOIN dataset_versions v ON v.id = r.version_id
    JOIN datasets d ON d.id = v.dataset_id JOIN providers p ON p.id = r.provider_id";

fn run(row: &SqliteRow) -> Result<Run, Error> {
    let scored: i64 = row.try_get("scored_count")?;
    let sum: f64 = row.try_get("score_sum")?;
    Ok(Run {
        id: RunId::from_text(row.try_get::<String, _>("id")?),
        dataset_id: row.try_get("dataset_id")?,
        dataset_name: row.try_get("dataset_name")?,
        version_hash: row.try_get("version_hash")?,
        provider_id: row.try_get("provider_id")?,
        provider_name: row.try_get("provider_name")?,
        status: row.try_get("status")?,
        triggered_by: row.try_get("triggered_by")?,
        label: row.try_get("label")?,
        supersedes: row.try_get("supersedes")?,
        config: serde_json::from_str(row.try_get("config")?).unwrap_or_default(),
        started_at: time(row.try_get("started_at")?),
        finished_at: time(row.try_get("finished_at")?),
        created_at: time(row.try_get("created_at")?),
        item_count: row.try_get("item_count")?,
        error_count: row.try_get("error_count")?,
        scored_count: scored,
        unscored_count: row.try_get("unscored_count")?,
        accuracy: mean(sum, scored),
        scoring: row.try_get("scoring")?,
        version: VersionId::from_text(row.try_get::<String, _>("version_id")?),
    })
}

/// A mean that is absent rather than 0 where there is nothing to take it of.
pub(crate) fn mean(sum: f64, count: i64) -> Option<f64> {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a number of items is far below 2^52"
    )]
    let count = count as f64;
    (count > 0.0).then(|| sum / count)
}

impl Store {
    /// A page of runs, newest first, after the run `after`.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn runs(&self, after: Option<&str>, limit: u16) -> Result<RunPage, Error> {
        let query = format!("{SELECT} WHERE (?1 IS NULL OR r.id < ?1) ORDER BY r.id DESC LIMIT ?2");
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(after)
            .bind(i64::from(limit) + 1)
            .fetch_all(self.readers())
            .await?;
        let mut runs: Vec<Run> = rows.iter().map(run).collect::<Result<_, _>>()?;
        let more = runs.len() > usize::from(limit);
        runs.truncate(usize::from(limit));
        let next = runs.last().filter(|_| more).map(|run| run.id.to_string());
        Ok(RunPage { runs, next })
    }

    /// One run.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn run(&self, id: &str) -> Result<Run, Error> {
        let query = format!("{SELECT} WHERE r.id = ?");
        let row = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(id)
            .fetch_optional(self.readers())
            .await?
            .ok_or_else(|| Error::not_found("run", id))?;
        run(&row)
    }

    /// The session document of a run, as it was captured, without its token.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn session(&self, id: &RunId) -> Result<Value, Error> {
        let text: String = sqlx::query_scalar("SELECT session FROM runs WHERE id = ?")
            .bind(id.as_str())
            .fetch_optional(self.readers())
            .await?
            .ok_or_else(|| Error::not_found("run", id.as_str()))?;
        let mut session: Value = serde_json::from_str(&text).unwrap_or_default();
        if let Some(members) = session.as_object_mut() {
            members.remove("dataset_token");
        }
        Ok(session)
    }
}
