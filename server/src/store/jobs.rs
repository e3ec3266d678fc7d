//! Promises to score (`runs.score`): made in the transaction of an import, kept by whoever
//! holds the lease, and taken over when its holder has died.

use eval752_contract::capture::Judge;
use serde::{Deserialize, Serialize};
use sqlx::Row as _;

use super::{JobId, RunId, Store, Write};
use crate::clock;
use crate::error::Error;

/// How long a holder may be silent before another takes over.
pub(crate) const LEASE_MS: i64 = 15_000;

/// What is to be scored, and by whom.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct JobSpec {
    /// Only these items; all where absent.
    pub only: Option<Vec<String>>,
    /// The judge; the run's own where absent.
    pub judge: Option<JudgeSpec>,
    /// At most this many calls of the judge.
    pub max_calls: Option<u32>,
}

/// A judge as a job names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeSpec {
    /// The provider's id.
    pub provider_id: String,
    /// The model.
    pub model: String,
    /// The instruction.
    pub prompt: String,
}

impl From<&Judge> for JudgeSpec {
    fn from(judge: &Judge) -> Self {
        Self {
            provider_id: judge.provider_id.clone(),
            model: judge.model.clone(),
            prompt: judge.prompt.clone(),
        }
    }
}

/// A job that this process holds.
#[derive(Debug, Clone)]
pub struct Job {
    /// Its id.
    pub id: JobId,
    /// The run.
    pub run: RunId,
    /// What to do.
    pub spec: JobSpec,
    /// Judge calls made so far, by earlier holders too.
    pub calls: u32,
}

/// Promises a scoring as part of a transaction.
pub(super) async fn promise(
    write: &mut Write,
    run: &RunId,
    spec: &JobSpec,
) -> Result<JobId, Error> {
    let id = JobId::fresh();
    sqlx::query(
        "INSERT INTO jobs (id, run_id, kind, spec, state, created_at)
         VALUES (?, ?, 'runs.score', ?, 'promised', ?)",
    )
    .bind(id.as_str())
    .bind(run.as_str())
    .bind(serde_json::json!(spec).to_string())
    .bind(clock::now().millis())
    .execute(&mut **write)
    .await?;
    Ok(id)
}

impl Store {
    /// Promises a scoring of a run.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn promise_scoring(&self, run: &RunId, spec: &JobSpec) -> Result<JobId, Error> {
        let mut write = self.write().await?;
        let id = promise(&mut write, run, spec).await?;
        write.commit().await?;
        Ok(id)
    }

    /// Takes the oldest job that nobody holds, or `wanted` if nobody holds it.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn take_job(
        &self,
        owner: &str,
        wanted: Option<&JobId>,
    ) -> Result<Option<Job>, Error> {
        let now = clock::now().millis();
        let mut write = self.write().await?;
        let row = sqlx::query(
            "UPDATE jobs SET state = 'running', owner = ?1, lease_until = ?2 WHERE id = (
                SELECT id FROM jobs
                WHERE (state = 'promised' OR (state = 'running' AND lease_until < ?3))
                  AND (?4 IS NULL OR id = ?4)
                ORDER BY created_at, id LIMIT 1)
             RETURNING id, run_id, spec, calls",
        )
        .bind(owner)
        .bind(now + LEASE_MS)
        .bind(now)
        .bind(wanted.map(JobId::as_str))
        .fetch_optional(&mut *write)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let job = Job {
            id: JobId::from_text(row.try_get::<String, _>("id")?),
            run: RunId::from_text(row.try_get::<String, _>("run_id")?),
            spec: serde_json::from_str(row.try_get("spec")?)
                .map_err(|_| Error::Internal("a stored job can't be read".to_owned()))?,
            calls: row.try_get("calls")?,
        };
        write.commit().await?;
        Ok(Some(job))
    }

    /// How many items a job has dealt with, and how many it is about.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn job_progress(&self, job: &Job) -> Result<(u64, u64), Error> {
        let (done, all): (i64, i64) = sqlx::query_as(
            "SELECT (SELECT COUNT(*) FROM scores WHERE job_id = ?1),
                (SELECT item_count FROM runs WHERE id = ?2)",
        )
        .bind(job.id.as_str())
        .bind(job.run.as_str())
        .fetch_one(self.readers())
        .await?;
        let count = |number: i64| u64::try_from(number).unwrap_or(0);
        let of = match &job.spec.only {
            Some(only) => only.len() as u64,
            None => count(all),
        };
        Ok((count(done), of))
    }

    /// Says that the holder is alive; false when another has taken over.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn keep_job(&self, job: &JobId, owner: &str) -> Result<bool, Error> {
        let mut write = self.write().await?;
        let kept = sqlx::query(
            "UPDATE jobs SET lease_until = ? WHERE id = ? AND owner = ? AND state = 'running'",
        )
        .bind(clock::now().millis() + LEASE_MS)
        .bind(job.as_str())
        .bind(owner)
        .execute(&mut *write)
        .await?
        .rows_affected();
        write.commit().await?;
        Ok(kept == 1)
    }

    /// Gives a job back unfinished, as at a shutdown: the next worker need not wait.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn release_job(&self, job: &JobId, owner: &str) -> Result<(), Error> {
        let mut write = self.write().await?;
        sqlx::query(
            "UPDATE jobs SET state = 'promised', owner = NULL, lease_until = NULL
             WHERE id = ? AND owner = ? AND state = 'running'",
        )
        .bind(job.as_str())
        .bind(owner)
        .execute(&mut *write)
        .await?;
        write.commit().await?;
        Ok(())
    }

    /// Gives back all that `owner` holds, as when its process is told to stop.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn release_all(&self, owner: &str) -> Result<(), Error> {
        let mut write = self.write().await?;
        sqlx::query(
            "UPDATE jobs SET state = 'promised', owner = NULL, lease_until = NULL
             WHERE owner = ? AND state = 'running'",
        )
        .bind(owner)
        .execute(&mut *write)
        .await?;
        write.commit().await?;
        Ok(())
    }

    /// Counts a judge call before it is made.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn count_call(&self, job: &JobId) -> Result<(), Error> {
        let mut write = self.write().await?;
        sqlx::query("UPDATE jobs SET calls = calls + 1 WHERE id = ?")
            .bind(job.as_str())
            .execute(&mut *write)
            .await?;
        write.commit().await?;
        Ok(())
    }

    /// Ends a job: the run's counts become those of its items' latest scorings.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn finish_job(&self, job: &Job, owner: &str) -> Result<(), Error> {
        let mut write = self.write().await?;
        let ended = sqlx::query(
            "UPDATE jobs SET state = 'done', finished_at = ?, lease_until = NULL
             WHERE id = ? AND owner = ? AND state = 'running'",
        )
        .bind(clock::now().millis())
        .bind(job.id.as_str())
        .bind(owner)
        .execute(&mut *write)
        .await?
        .rows_affected();
        if ended == 1 {
            super::scores::recount(&mut write, &job.run).await?;
            super::scores::log_outcome(&mut write, job).await?;
        }
        write.commit().await?;
        Ok(())
    }

    /// How many jobs are not done.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn open_jobs(&self) -> Result<i64, Error> {
        Ok(
            sqlx::query_scalar("SELECT COUNT(*) FROM jobs WHERE state IN ('promised', 'running')")
                .fetch_one(self.readers())
                .await?,
        )
    }
}
