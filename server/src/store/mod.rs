//! The workspace's memory: one SQLite file in the data folder.
//!
//! One connection writes, several read (write-ahead logging), and other processes wait their
//! turn instead of failing. What must happen together happens in one transaction, so that a
//! process that is killed leaves each run wholly or not at all.

mod compare;
mod datasets;
mod ids;
mod imports;
mod jobs;
mod logs;
mod migrations;
mod packs;
mod providers;
mod run_items;
mod runs;
mod scores;
mod versions;

use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};

use crate::data_dir::DataDir;
use crate::error::Error;

pub use compare::{CompareFilter, ComparedItem, ComparedResult, ComparedRun, Comparison, MAX_RUNS};
pub use datasets::{DatasetInfo, VersionInfo};
pub use ids::{JobId, ProviderId, RunId, VersionId};
pub(crate) use imports::BATCH as IMPORT_BATCH;
pub use imports::{ImportRun, Imported};
pub use jobs::{Job, JobSpec, JudgeSpec};
pub use logs::LogEntry;
pub use packs::PackInfo;
pub use providers::{ApiProvider, Provider, Surface};
pub use run_items::{ItemFilter, RunItem};
pub use runs::{Run, RunPage};
pub use scores::{PastScore, Score, Verdict};
pub use versions::Stored;

/// The file's name in the data folder.
pub(crate) const FILE: &str = "eval752.sqlite";
/// How long a writer waits for another process.
const BUSY: Duration = Duration::from_secs(30);

/// The open store.
#[derive(Debug, Clone)]
pub struct Store {
    writer: SqlitePool,
    readers: SqlitePool,
}

/// A transaction that may write.
pub(crate) type Write = Transaction<'static, Sqlite>;

impl Store {
    /// Opens the workspace's store, making or updating it.
    ///
    /// # Errors
    /// [`Error::Store`] when the file can't be opened, or was made by a newer version.
    pub async fn open(data: &DataDir) -> Result<Self, Error> {
        // It holds the answers. Its log and index get the same permissions from SQLite.
        own_file(&data.file(FILE)).map_err(Error::write(&data.file(FILE)))?;
        // The busy timeout is set when the connection is opened, before the switch to
        // write-ahead logging, which itself has to wait for other processes.
        let options = SqliteConnectOptions::new()
            .filename(data.file(FILE))
            .busy_timeout(BUSY)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true);
        let pool = |size: u32| {
            SqlitePoolOptions::new()
                .max_connections(size)
                .acquire_timeout(BUSY * 4)
        };
        let writer = pool(1).connect_with(options.clone()).await?;
        let mode: String = sqlx::query_scalar("PRAGMA journal_mode")
            .fetch_one(&writer)
            .await?;
        if mode != "wal" {
            return Err(Error::Store {
                what: "the data folder's file system does not support write-ahead logging; \
                       choose another folder with --data DIR",
                why: format!("journal mode {mode}"),
            });
        }
        migrations::run(&writer).await?;
        let readers = pool(4).connect_with(options.read_only(true)).await?;
        Ok(Self { writer, readers })
    }

    /// Begins a transaction that holds the write lock from the start, so that what it reads
    /// can't change before it writes.
    pub(crate) async fn write(&self) -> Result<Write, Error> {
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    pub(crate) fn readers(&self) -> &SqlitePool {
        &self.readers
    }

    /// Closes every connection; the last one folds the log into the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Makes a consistent copy, while others read and write.
    ///
    /// # Errors
    /// When the target exists already or can't be written.
    pub async fn backup(&self, target: &std::path::Path) -> Result<(), Error> {
        let path = target
            .to_str()
            .ok_or_else(|| Error::Usage("the backup's path must be UTF-8".to_owned()))?;
        if target.exists() {
            return Err(Error::Usage(format!(
                "{path} is there already; a backup does not overwrite"
            )));
        }
        // SQLite fills an empty file as it would a new one.
        own_file(target).map_err(Error::write(target))?;
        let copied = sqlx::query("VACUUM INTO ?")
            .bind(path)
            .execute(&self.writer)
            .await;
        if copied.is_err() {
            // Half a copy must not be taken for one; the failure itself is what is told.
            let _still_there = std::fs::remove_file(target);
        }
        copied?;
        Ok(())
    }
}

/// Makes a file that only its owner can read, unless it is there.
fn own_file(path: &std::path::Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        let code = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code)
            .map(|code| code.to_string());
        // Extended codes keep the plain one in their low byte.
        let plain = code
            .and_then(|code| code.parse::<u32>().ok())
            .map(|code| code & 0xFF);
        let what = match plain {
            Some(13) => {
                "the disk is full; nothing of this was stored, free some space and try again"
            }
            Some(5 | 6) => {
                "the store is busy: another process has been writing for a long time; try again"
            }
            Some(8) => "the store can't be written: check the data folder's permissions",
            Some(10) => "the disk failed while the store was used",
            Some(11 | 26) => "the store is damaged; restore a backup",
            Some(14) => "the store can't be opened: check the data folder and its permissions",
            _ => "the store failed",
        };
        Self::Store {
            what,
            why: error.to_string(),
        }
    }
}
