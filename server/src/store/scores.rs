//! Scorings: added, never changed. An item shows its latest; the rest is its history.

use serde::Serialize;
use serde_json::Value;
use sqlx::Row as _;

use super::{Job, RunId, RunItem, Store, Write, run_items};
use crate::clock;
use crate::dataset::Grading;
use crate::error::Error;

/// What a scoring came to.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// A score from 0 to 1.
    Scored(f64),
    /// None, and why.
    Unscored(&'static str),
}

/// One scoring of one item.
#[derive(Debug, Clone)]
pub struct Score {
    /// The item's place in the run.
    pub position: i64,
    /// What it came to.
    pub verdict: Verdict,
    /// How, as `choice` or `judge`.
    pub method: &'static str,
    /// What a person needs to follow it.
    pub detail: Value,
}

/// One scoring out of an item's history.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct PastScore {
    /// The job it was made by.
    pub job_id: String,
    /// `scored` or `unscored`.
    pub verdict: String,
    /// From 0 to 1.
    pub score: Option<f64>,
    /// Why there is none.
    pub reason: Option<String>,
    /// How it was made.
    pub method: String,
    /// What a person needs to follow it.
    pub detail: Value,
    /// When, RFC 3339.
    pub created_at: String,
}

/// The counts of a run from its items.
pub(super) async fn recount(write: &mut Write, run: &RunId) -> Result<(), Error> {
    sqlx::query(
        "UPDATE runs SET (scored_count, score_sum, unscored_count) = (
            SELECT COUNT(score), COALESCE(SUM(score), 0.0), COUNT(reason)
            FROM run_items WHERE run_id = ?1)
         WHERE id = ?1",
    )
    .bind(run.as_str())
    .execute(&mut **write)
    .await?;
    Ok(())
}

/// Says in the run's log what a job came to: failures of a judge by reason, too.
pub(super) async fn log_outcome(write: &mut Write, job: &Job) -> Result<(), Error> {
    let rows = sqlx::query(
        "SELECT COALESCE(reason, 'scored') AS outcome, COUNT(*) AS items FROM scores
         WHERE job_id = ? GROUP BY 1 ORDER BY verdict, 1",
    )
    .bind(job.id.as_str())
    .fetch_all(&mut **write)
    .await?;
    let parts = rows
        .iter()
        .map(|row| {
            let items: i64 = row.try_get("items")?;
            Ok(format!("{items} {}", row.try_get::<String, _>("outcome")?))
        })
        .collect::<Result<Vec<_>, Error>>()?;
    let level = if parts.len() > 1 { "warning" } else { "info" };
    let message = format!("scoring ended: {}", parts.join(", "));
    let now = clock::now().millis();
    super::logs::add(write, &job.run, now, level, "scoring", &message).await
}

impl Store {
    /// Adds scorings of a job, unless another has taken it over. A scoring that the job has
    /// made already stays as it is.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn add_scores(
        &self,
        job: &Job,
        owner: &str,
        scores: &[Score],
    ) -> Result<bool, Error> {
        let now = clock::now().millis();
        let mut write = self.write().await?;
        let held: Option<i64> = sqlx::query_scalar(
            "SELECT 1 FROM jobs WHERE id = ? AND owner = ? AND state = 'running'",
        )
        .bind(job.id.as_str())
        .bind(owner)
        .fetch_optional(&mut *write)
        .await?;
        if held.is_none() {
            return Ok(false);
        }
        for score in scores {
            let (word, value, reason) = match &score.verdict {
                Verdict::Scored(value) => ("scored", Some(*value), None),
                Verdict::Unscored(reason) => ("unscored", None, Some(*reason)),
            };
            let added = sqlx::query(
                "INSERT OR IGNORE INTO scores
                 (job_id, position, run_id, verdict, score, reason, method, detail, created_at)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(job.id.as_str())
            .bind(score.position)
            .bind(job.run.as_str())
            .bind(word)
            .bind(value)
            .bind(reason)
            .bind(score.method)
            .bind(score.detail.to_string())
            .bind(now)
            .execute(&mut *write)
            .await?
            .rows_affected();
            if added == 1 {
                sqlx::query(
                    "UPDATE run_items SET verdict = ?, score = ?, reason = ?
                     WHERE run_id = ? AND position = ?",
                )
                .bind(word)
                .bind(value)
                .bind(reason)
                .bind(job.run.as_str())
                .bind(score.position)
                .execute(&mut *write)
                .await?;
            }
        }
        write.commit().await?;
        Ok(true)
    }

    /// The next items that a job has to score, with what they are graded by.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn items_to_score(
        &self,
        job: &Job,
        after: i64,
        limit: i64,
    ) -> Result<Vec<(RunItem, Option<Grading>)>, Error> {
        let columns = run_items::COLUMNS
            .split(',')
            .map(|name| format!("i.{}", name.trim()))
            .collect::<Vec<_>>()
            .join(", ");
        let only = job
            .spec
            .only
            .as_ref()
            .map(|ids| serde_json::json!(ids).to_string());
        let query = format!(
            "SELECT {columns}, d.grading FROM run_items i JOIN runs r ON r.id = i.run_id
             LEFT JOIN dataset_items d ON d.version_id = r.version_id AND d.item_id = i.item_id
             WHERE i.run_id = ?1 AND i.position > ?2
               AND (?3 IS NULL OR i.item_id IN (SELECT value FROM json_each(?3)))
               AND NOT EXISTS (SELECT 1 FROM scores s WHERE s.job_id = ?4 AND s.position = i.position)
             ORDER BY i.position LIMIT ?5"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(job.run.as_str())
            .bind(after)
            .bind(only)
            .bind(job.id.as_str())
            .bind(limit)
            .fetch_all(self.readers())
            .await?;
        rows.iter()
            .map(|row| {
                let grading: Option<String> = row.try_get("grading")?;
                let grading = grading.and_then(|text| serde_json::from_str(&text).ok());
                Ok((run_items::item(row)?, grading))
            })
            .collect()
    }

    /// Every scoring of an item, oldest first.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn score_history(&self, run: &RunId, item_id: &str) -> Result<Vec<PastScore>, Error> {
        let rows = sqlx::query(
            "SELECT s.job_id, s.verdict, s.score, s.reason, s.method, s.detail, s.created_at
             FROM run_items i JOIN scores s ON s.run_id = i.run_id AND s.position = i.position
             WHERE i.run_id = ? AND i.item_id = ? ORDER BY s.created_at, s.job_id",
        )
        .bind(run.as_str())
        .bind(item_id)
        .fetch_all(self.readers())
        .await?;
        rows.iter()
            .map(|row| {
                let detail: Option<String> = row.try_get("detail")?;
                Ok(PastScore {
                    job_id: row.try_get("job_id")?,
                    verdict: row.try_get("verdict")?,
                    score: row.try_get("score")?,
                    reason: row.try_get("reason")?,
                    method: row.try_get("method")?,
                    detail: detail
                        .and_then(|text| serde_json::from_str(&text).ok())
                        .unwrap_or_default(),
                    created_at: super::runs::time(row.try_get("created_at")?),
                })
            })
            .collect()
    }
}
