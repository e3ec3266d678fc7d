//! Comparing runs: aligned by item id and prompt, page by page along the first run.

use serde::Serialize;
use sqlx::Row as _;

use super::runs::mean;
use super::{Run, RunId, Store};
use crate::error::Error;

/// Runs that can be compared at once.
pub const MAX_RUNS: usize = 10;

/// Which items of the first run are wanted.
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
pub enum CompareFilter {
    /// Every item.
    #[default]
    All,
    /// Another run has another score, or none, or has the only one.
    Changed,
    /// Another run scores higher.
    Better,
    /// Another run scores lower.
    Worse,
    /// Another run lacks it, or has another prompt for it.
    Unmatched,
    /// Some run has an error for it.
    Errors,
}

impl CompareFilter {
    /// The condition on an item `a` and another run's item `b`, which may be absent.
    fn condition(self) -> &'static str {
        match self {
            Self::All => "TRUE",
            Self::Changed => "b.prompt_digest = a.prompt_digest AND b.score IS NOT a.score",
            Self::Better => "b.prompt_digest = a.prompt_digest AND b.score > a.score",
            Self::Worse => "b.prompt_digest = a.prompt_digest AND b.score < a.score",
            Self::Unmatched => "b.item_id IS NULL OR b.prompt_digest <> a.prompt_digest",
            Self::Errors => "a.error IS NOT NULL OR b.error IS NOT NULL",
        }
    }
}

/// A page of a comparison.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Comparison {
    /// The runs, in the order asked for; the first is the one the others are held against.
    pub runs: Vec<ComparedRun>,
    /// Items of the first run with what each run has for them.
    pub items: Vec<ComparedItem>,
    /// Pass it as `after` for the next page; absent on the last.
    pub next: Option<i64>,
}

/// A run with what it shares with the first.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ComparedRun {
    /// The run.
    pub run: Run,
    /// Items with the same id and prompt as in the first run.
    pub matched: i64,
    /// Items of the first run that this one lacks.
    pub missing: i64,
    /// Items of this run that the first one lacks.
    pub extra: i64,
    /// Items that have the same id but another prompt.
    pub prompt_differs: i64,
    /// The first few ids of `extra`.
    pub extra_ids: Vec<String>,
    /// Matched items that both runs have a score for.
    pub both_scored: i64,
    /// Mean score of the first run over those.
    pub first_accuracy: Option<f64>,
    /// Mean score of this run over those.
    pub accuracy: Option<f64>,
    /// Of those, where this run is better.
    pub better: i64,
    /// Of those, where this run is worse.
    pub worse: i64,
}

/// One item across the runs.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ComparedItem {
    /// Its place in the first run.
    pub position: i64,
    /// Its id.
    pub item_id: String,
    /// Its section.
    pub section: String,
    /// What was asked.
    pub prompt: String,
    /// One a run, in the order of `runs`.
    pub results: Vec<ComparedResult>,
}

/// What a run has for an item.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ComparedResult {
    /// `matched`, `missing` or `prompt_differs`.
    pub alignment: &'static str,
    /// What came back.
    pub response: Option<String>,
    /// Why there is no whole answer.
    pub error: Option<String>,
    /// From 0 to 1.
    pub score: Option<f64>,
    /// Why there is no score.
    pub reason: Option<String>,
    /// From sending to the end of the answer.
    pub latency_ms: Option<i64>,
}

impl Store {
    /// A page of a comparison, after the first run's position `after` (−1 for the first page).
    /// The runs' own numbers are about all items, whatever is wanted of them.
    ///
    /// # Errors
    /// [`Error::Usage`] for fewer than two or too many runs, [`Error::NotFound`].
    pub async fn compare(
        &self,
        ids: &[String],
        only: CompareFilter,
        after: i64,
        limit: u16,
    ) -> Result<Comparison, Error> {
        if ids.len() < 2 || ids.len() > MAX_RUNS {
            return Err(Error::Usage(format!(
                "a comparison takes from 2 to {MAX_RUNS} runs; {} given",
                ids.len()
            )));
        }
        let mut runs = Vec::new();
        for id in ids {
            let run = self.run(id).await?;
            let first = RunId::from_text(ids[0].clone());
            runs.push(self.compared_run(&first, run).await?);
        }
        let mut items = self
            .first_items(ids, only, after, i64::from(limit) + 1)
            .await?;
        let more = items.len() > usize::from(limit);
        items.truncate(usize::from(limit));
        let until = items.last().map_or(after, |item| item.position);
        for id in &ids[1..] {
            self.add_results(&ids[0], id, &mut items).await?;
        }
        Ok(Comparison {
            runs,
            next: more.then_some(until),
            items,
        })
    }

    async fn compared_run(&self, first: &RunId, run: Run) -> Result<ComparedRun, Error> {
        let row = sqlx::query(
            "SELECT COUNT(*) AS items,
                SUM(b.item_id IS NULL) AS missing,
                SUM(b.prompt_digest <> a.prompt_digest) AS differs,
                SUM(b.prompt_digest = a.prompt_digest) AS matched,
                SUM(b.prompt_digest = a.prompt_digest AND a.score IS NOT NULL AND b.score IS NOT NULL) AS both,
                SUM(CASE WHEN b.prompt_digest = a.prompt_digest AND b.score IS NOT NULL THEN a.score END) AS first_sum,
                SUM(CASE WHEN b.prompt_digest = a.prompt_digest AND a.score IS NOT NULL THEN b.score END) AS sum,
                SUM(b.prompt_digest = a.prompt_digest AND b.score > a.score) AS better,
                SUM(b.prompt_digest = a.prompt_digest AND b.score < a.score) AS worse
             FROM run_items a INDEXED BY run_items_compare
             LEFT JOIN run_items b INDEXED BY run_items_compare
               ON b.run_id = ? AND b.item_id = a.item_id
             WHERE a.run_id = ?",
        )
        .bind(run.id.as_str())
        .bind(first.as_str())
        .fetch_one(self.readers())
        .await?;
        let extra_ids: Vec<String> = sqlx::query_scalar(
            "SELECT b.item_id FROM run_items b LEFT JOIN run_items a
             ON a.run_id = ?2 AND a.item_id = b.item_id
             WHERE b.run_id = ?1 AND a.item_id IS NULL ORDER BY b.position LIMIT 20",
        )
        .bind(run.id.as_str())
        .bind(first.as_str())
        .fetch_all(self.readers())
        .await?;
        let count = |name: &str| {
            row.try_get::<Option<i64>, _>(name)
                .map(Option::unwrap_or_default)
        };
        let sum = |name: &str| {
            row.try_get::<Option<f64>, _>(name)
                .map(Option::unwrap_or_default)
        };
        let both = count("both")?;
        let matched = count("matched")?;
        let differs = count("differs")?;
        Ok(ComparedRun {
            matched,
            missing: count("missing")?,
            extra: run.item_count - matched - differs,
            prompt_differs: differs,
            extra_ids,
            both_scored: both,
            first_accuracy: mean(sum("first_sum")?, both),
            accuracy: mean(sum("sum")?, both),
            better: count("better")?,
            worse: count("worse")?,
            run,
        })
    }

    async fn first_items(
        &self,
        ids: &[String],
        only: CompareFilter,
        after: i64,
        limit: i64,
    ) -> Result<Vec<ComparedItem>, Error> {
        // The condition is ours; everything else is bound.
        let query = format!(
            "SELECT position, item_id, section, prompt, response, error, score, reason, latency_ms
             FROM run_items a WHERE run_id = ?1 AND position > ?2 AND EXISTS (
                SELECT 1 FROM json_each(?3) o
                LEFT JOIN run_items b ON b.run_id = o.value AND b.item_id = a.item_id
                WHERE {})
             ORDER BY position LIMIT ?4",
            only.condition()
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(&ids[0])
            .bind(after)
            .bind(serde_json::json!(ids[1..]).to_string())
            .bind(limit)
            .fetch_all(self.readers())
            .await?;
        rows.iter()
            .map(|row| {
                Ok(ComparedItem {
                    position: row.try_get("position")?,
                    item_id: row.try_get("item_id")?,
                    section: row.try_get("section")?,
                    prompt: row.try_get("prompt")?,
                    results: vec![result(row, "matched")?],
                })
            })
            .collect()
    }

    async fn add_results(
        &self,
        first: &str,
        other: &str,
        items: &mut [ComparedItem],
    ) -> Result<(), Error> {
        let positions: Vec<i64> = items.iter().map(|item| item.position).collect();
        let rows = sqlx::query(
            "SELECT b.item_id IS NULL AS missing, b.prompt_digest = a.prompt_digest AS same,
                b.response, b.error, b.score, b.reason, b.latency_ms
             FROM json_each(?3) p JOIN run_items a ON a.run_id = ?1 AND a.position = p.value
             LEFT JOIN run_items b ON b.run_id = ?2 AND b.item_id = a.item_id
             ORDER BY a.position",
        )
        .bind(first)
        .bind(other)
        .bind(serde_json::json!(positions).to_string())
        .fetch_all(self.readers())
        .await?;
        for (item, row) in items.iter_mut().zip(&rows) {
            let alignment = if row.try_get("missing")? {
                "missing"
            } else if row.try_get::<Option<bool>, _>("same")? == Some(true) {
                "matched"
            } else {
                "prompt_differs"
            };
            item.results.push(result(row, alignment)?);
        }
        Ok(())
    }
}

fn result(row: &sqlx::sqlite::SqliteRow, alignment: &'static str) -> Result<ComparedResult, Error> {
    Ok(ComparedResult {
        alignment,
        response: row.try_get("response")?,
        error: row.try_get("error")?,
        score: row.try_get("score")?,
        reason: row.try_get("reason")?,
        latency_ms: row.try_get("latency_ms")?,
    })
}
