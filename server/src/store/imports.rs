//! An import: everything of a run in one transaction, or nothing.

use std::sync::Arc;

use eval752_contract::capture::{Record, Session};
use eval752_contract::digest::{Digest, Digester};
use serde_json::json;
use sqlx::{QueryBuilder, Row as _};
use tokio::sync::mpsc::Receiver;

use super::jobs::{JobSpec, JudgeSpec};
use super::{RunId, Store, VersionId, VersionInfo, Write, jobs, logs, providers, versions};
use crate::clock;
use crate::dataset::Dataset;
use crate::error::{Error, Issue};

/// Rows of one insert statement.
pub(crate) const BATCH: usize = 100;

/// What is known about a capture before its records are read.
#[derive(Debug, Clone)]
pub struct ImportRun {
    /// Its session document.
    pub session: Session,
    /// Names the capture: token, target, start and records.
    pub capture_digest: Digest,
    /// Names the session: token, target and start.
    pub session_digest: Digest,
    /// How many records it has.
    pub item_count: u64,
    /// How many of them have an error.
    pub error_count: u64,
    /// The version its token names.
    pub version: VersionInfo,
    /// That version itself, with its hash, where the request brings it and the store lacks it.
    pub brought: Option<(Digest, Arc<Dataset>)>,
    /// The judge that may be used.
    pub judge: Option<JudgeSpec>,
    /// Why scoring is not promised, if it is not.
    pub no_scoring: Option<String>,
    /// Make a copy although the capture is there already.
    pub as_new: bool,
}

/// What an import came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The run.
    pub run_id: RunId,
    /// The provider.
    pub provider_id: String,
    /// The provider's name.
    pub provider_name: String,
    /// Whether the dataset was there already; otherwise the request brought it.
    pub dataset_reused: bool,
    /// Whether a scoring was promised.
    pub scoring_queued: bool,
    /// Why not, if it was not.
    pub scoring_note: Option<String>,
    /// Whether the capture was there before.
    pub already_imported: bool,
    /// The run this one is fuller than.
    pub supersedes: Option<String>,
}

impl Store {
    /// The run that this very capture became before.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn imported(&self, capture: &Digest) -> Result<Option<Imported>, Error> {
        let mut reader = self.readers().acquire().await?;
        find(&mut reader, capture).await
    }

    /// Stores a capture. Its records come through `records`, which must be closed when all
    /// were sent; a sender that finds something wrong sends an error and nothing is stored.
    ///
    /// # Errors
    /// [`Error::Store`]; [`Error::Refused`] when a record is not of the dataset's version.
    pub async fn import(
        &self,
        import: &ImportRun,
        mut records: Receiver<Result<Vec<Record>, Error>>,
    ) -> Result<Imported, Error> {
        let mut write = self.write().await?;
        if !import.as_new
            && let Some(found) = find(&mut write, &import.capture_digest).await?
        {
            return Ok(found);
        }
        let run = RunId::fresh();
        let now = clock::now().millis();
        let provider = providers::upsert_browser(&mut write, &import.session.target).await?;
        let supersedes = fuller_than(&mut write, import).await?;
        let (version, created) = match &import.brought {
            None => (import.version.id.clone(), false),
            Some((hash, dataset)) => {
                versions::create(&mut write, &import.version, hash, dataset).await?
            }
        };
        insert_run(
            &mut write,
            import,
            &run,
            &version,
            provider.as_str(),
            supersedes.as_deref(),
            now,
        )
        .await?;
        let mut position = 0;
        while let Some(batch) = records.recv().await {
            insert_records(&mut write, &run, &mut position, &batch?).await?;
        }
        if u64::try_from(position).ok() != Some(import.item_count) {
            return Err(Error::Internal("records were lost on the way".to_owned()));
        }
        match_items(&mut write, &run, &version, import).await?;
        let message = format!(
            "imported {} items ({} with an error) from {}",
            import.item_count,
            import.error_count,
            import.session.target.origin.as_str()
        );
        logs::add(&mut write, &run, now, "info", "import", &message).await?;
        capture_log(&mut write, &run, import).await?;
        match &import.no_scoring {
            Some(why) => logs::add(&mut write, &run, now, "warning", "import", why).await?,
            None => {
                jobs::promise(&mut write, &run, &JobSpec::default()).await?;
            }
        }
        write.commit().await?;
        Ok(Imported {
            run_id: run,
            provider_id: provider.to_string(),
            provider_name: import.session.target.display_name.clone(),
            dataset_reused: !created,
            scoring_queued: import.no_scoring.is_none(),
            scoring_note: import.no_scoring.clone(),
            already_imported: false,
            supersedes,
        })
    }
}

async fn find(
    connection: &mut sqlx::SqliteConnection,
    capture: &Digest,
) -> Result<Option<Imported>, Error> {
    let row = sqlx::query(
        "SELECT r.id, r.provider_id, p.name, r.supersedes,
            EXISTS (SELECT 1 FROM jobs j WHERE j.run_id = r.id) AS queued,
            (SELECT l.message FROM run_logs l WHERE l.run_id = r.id AND l.level = 'warning'
               AND l.source = 'import' ORDER BY l.id LIMIT 1) AS note
         FROM runs r JOIN providers p ON p.id = r.provider_id WHERE r.capture_digest = ?",
    )
    .bind(capture.as_str())
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let queued: bool = row.try_get("queued")?;
    Ok(Some(Imported {
        run_id: RunId::from_text(row.try_get::<String, _>("id")?),
        provider_id: row.try_get("provider_id")?,
        provider_name: row.try_get("name")?,
        dataset_reused: true,
        scoring_queued: queued,
        scoring_note: row
            .try_get::<Option<String>, _>("note")?
            .filter(|_| !queued),
        already_imported: true,
        supersedes: row.try_get("supersedes")?,
    }))
}

/// The latest earlier capture of the same session, if this one has more whole answers.
async fn fuller_than(write: &mut Write, import: &ImportRun) -> Result<Option<String>, Error> {
    let row = sqlx::query(
        "SELECT id, item_count - error_count AS answers FROM runs
         WHERE session_digest = ? AND capture_digest IS NOT NULL ORDER BY id DESC LIMIT 1",
    )
    .bind(import.session_digest.as_str())
    .fetch_optional(&mut **write)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let answers = i64::try_from(import.item_count - import.error_count).unwrap_or(i64::MAX);
    if import.as_new || row.try_get::<i64, _>("answers")? >= answers {
        return Ok(None);
    }
    Ok(Some(row.try_get("id")?))
}

async fn insert_run(
    write: &mut Write,
    import: &ImportRun,
    run: &RunId,
    version: &VersionId,
    provider: &str,
    supersedes: Option<&str>,
    now: i64,
) -> Result<(), Error> {
    let session = &import.session;
    let judge = import.judge.as_ref().map(|judge| {
        json!({ "provider_id": judge.provider_id, "model": judge.model, "prompt": judge.prompt,
                "source": "browser_harness" })
    });
    let config = json!({
        "variation": { "enabled": false, "per_item": 0, "strategies": [] },
        "judge": judge,
        "browser_target": serde_json::from_str::<serde_json::Value>(
            &providers::target_text(&session.target)).unwrap_or_default(),
    });
    let digest = (!import.as_new).then(|| import.capture_digest.as_str());
    let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    sqlx::query(
        "INSERT INTO runs (id, version_id, provider_id, status, triggered_by, label,
            capture_digest, session_digest, supersedes, token, config, session, started_at,
            finished_at, created_at, item_count, error_count)
         VALUES (?, ?, ?, 'completed', 'browser_harness', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(run.as_str())
    .bind(version.as_str())
    .bind(provider)
    .bind(&session.label)
    .bind(digest)
    .bind(import.session_digest.as_str())
    .bind(supersedes)
    .bind(session.dataset_token.as_str())
    .bind(config.to_string())
    .bind(session.to_json())
    .bind(session.session.started_at.millis())
    .bind(session.session.finished_at.millis())
    .bind(now)
    .bind(count(import.item_count))
    .bind(count(import.error_count))
    .execute(&mut **write)
    .await?;
    Ok(())
}

async fn insert_records(
    write: &mut Write,
    run: &RunId,
    position: &mut i64,
    records: &[Record],
) -> Result<(), Error> {
    if records.is_empty() {
        return Ok(());
    }
    let mut insert = QueryBuilder::new(
        "INSERT INTO run_items (run_id, position, item_id, section, prompt, prompt_digest,
         response, error, started_at, finished_at, latency_ms, model_label, evidence) ",
    );
    insert.push_values(records, |mut row, record| {
        row.push_bind(run.as_str())
            .push_bind(*position)
            .push_bind(record.dataset_item_id.as_str())
            .push_bind("")
            .push_bind(&record.prompt_text)
            .push_bind(prompt_digest(&record.prompt_text))
            .push_bind(record.response())
            .push_bind(
                record
                    .error()
                    .map(eval752_contract::error_code::CaptureError::as_str),
            )
            .push_bind(record.timing.started_at.millis())
            .push_bind(record.timing.finished_at.millis())
            .push_bind(i64::try_from(record.timing.latency_ms).unwrap_or(i64::MAX))
            .push_bind(&record.model_label)
            .push_bind(record.evidence.as_ref().map(|evidence| {
                let mut out = eval752_contract::json::Writer::new();
                evidence.write(&mut out);
                out.finish()
            }));
        *position += 1;
    });
    insert.build().execute(&mut **write).await?;
    Ok(())
}

/// Short enough to compare, long enough to tell prompts apart.
fn prompt_digest(prompt: &str) -> String {
    let mut digester = Digester::new();
    digester.field(prompt.as_bytes());
    digester
        .finish()
        .as_str()
        .chars()
        .skip(7)
        .take(32)
        .collect()
}

/// Gives every record its section; a record whose id or prompt the version does not have is
/// refused, as the signature covers complete captures only.
async fn match_items(
    write: &mut Write,
    run: &RunId,
    version: &VersionId,
    import: &ImportRun,
) -> Result<(), Error> {
    let matched = sqlx::query(
        "UPDATE run_items SET section = d.section FROM dataset_items d
         WHERE run_items.run_id = ? AND d.version_id = ? AND d.item_id = run_items.item_id
           AND d.prompt = run_items.prompt",
    )
    .bind(run.as_str())
    .bind(version.as_str())
    .execute(&mut **write)
    .await?
    .rows_affected();
    if matched == import.item_count {
        return Ok(());
    }
    let rows = sqlx::query(
        "SELECT i.position, i.item_id, d.item_id IS NULL AS unknown FROM run_items i
         LEFT JOIN dataset_items d ON d.version_id = ? AND d.item_id = i.item_id
         WHERE i.run_id = ? AND (d.prompt IS NULL OR d.prompt <> i.prompt)
         ORDER BY i.position LIMIT 20",
    )
    .bind(version.as_str())
    .bind(run.as_str())
    .fetch_all(&mut **write)
    .await?;
    let issues = rows
        .iter()
        .map(|row| {
            let (code, message) = if row.try_get("unknown")? {
                ("import.item_unknown", "the dataset has no such item")
            } else {
                (
                    "import.prompt_changed",
                    "the prompt is not the one this dataset has for the item",
                )
            };
            Ok(Issue::new(code, message)
                .of(row.try_get::<String, _>("item_id")?)
                .at(format!("record {}", row.try_get::<i64, _>("position")? + 1)))
        })
        .collect::<Result<Vec<_>, Error>>()?;
    Err(Error::Refused {
        code: "import.items",
        message: format!(
            "the capture does not hold the prompts of \"{}\"",
            import.version.name
        ),
        issues,
    })
}

async fn capture_log(write: &mut Write, run: &RunId, import: &ImportRun) -> Result<(), Error> {
    let Some(evidence) = &import.session.evidence else {
        return Ok(());
    };
    let start = import.session.session.started_at.millis();
    for event in &evidence.log {
        let at = start.saturating_add(i64::try_from(event.at_ms).unwrap_or(i64::MAX));
        logs::add(write, run, at, "info", "capture", &event.event).await?;
    }
    Ok(())
}
