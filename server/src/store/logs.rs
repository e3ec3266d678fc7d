//! What happened to a run, for people.

use serde::Serialize;
use sqlx::Row as _;

use super::{RunId, Store, Write};
use crate::clock;
use crate::error::Error;

/// One line of a run's log.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct LogEntry {
    /// Counts up; pass the last one to read on.
    pub id: i64,
    /// When, RFC 3339.
    pub at: String,
    /// `info`, `warning` or `error`.
    pub level: String,
    /// `import`, `capture` or `scoring`.
    pub source: String,
    /// What happened.
    pub message: String,
}

/// Adds a line as part of a transaction.
pub(super) async fn add(
    write: &mut Write,
    run: &RunId,
    at: i64,
    level: &str,
    source: &str,
    message: &str,
) -> Result<(), Error> {
    sqlx::query("INSERT INTO run_logs (run_id, at, level, source, message) VALUES (?, ?, ?, ?, ?)")
        .bind(run.as_str())
        .bind(at)
        .bind(level)
        .bind(source)
        .bind(message)
        .execute(&mut **write)
        .await?;
    Ok(())
}

impl Store {
    /// Adds a line.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn log(
        &self,
        run: &RunId,
        level: &str,
        source: &str,
        message: &str,
    ) -> Result<(), Error> {
        let mut write = self.write().await?;
        add(
            &mut write,
            run,
            clock::now().millis(),
            level,
            source,
            message,
        )
        .await?;
        write.commit().await?;
        Ok(())
    }

    /// A page of a run's log, after the line `after`.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn logs(&self, run: &RunId, after: i64, limit: i64) -> Result<Vec<LogEntry>, Error> {
        let rows = sqlx::query(
            "SELECT id, at, level, source, message FROM run_logs
             WHERE run_id = ? AND id > ? ORDER BY id LIMIT ?",
        )
        .bind(run.as_str())
        .bind(after)
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        rows.iter()
            .map(|row| {
                Ok(LogEntry {
                    id: row.try_get("id")?,
                    at: super::runs::time(row.try_get("at")?),
                    level: row.try_get("level")?,
                    source: row.try_get("source")?,
                    message: row.try_get("message")?,
                })
            })
            .collect()
    }
}
