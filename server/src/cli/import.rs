//! `eval752 import`

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::Context;
use super::console::Console;
use super::reading::Reading;
use super::score::progress;
use crate::dataset::Dataset;
use crate::error::{Error, Issue};
use crate::importing::ImportOptions;
use crate::scoring::Worker;
use crate::store::Imported;
use crate::workspace::Workspace;

/// Take captures in: archives (*.eval752.zip) or JSON payloads.
///
/// Each file is checked as a whole first; the same capture again changes nothing. The scoring
/// that an import promises is done before the command ends, unless --queue leaves it to
/// `eval752 serve`.
#[derive(Debug, clap::Args)]
pub(super) struct Import {
    /// The captures.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Make a copy of a capture that is there already.
    #[arg(long)]
    as_new: bool,

    /// Use the judge that the capture proposes.
    #[arg(long)]
    confirm_judge: bool,

    /// Leave the scoring to `eval752 serve`.
    #[arg(long)]
    queue: bool,

    /// The dataset the pack was made from; it is created where the workspace lacks it.
    #[arg(long, value_name = "FILE")]
    dataset: Option<PathBuf>,

    #[command(flatten)]
    reading: Reading,
}

/// The answer to an import, as the API gives it.
pub(crate) fn answer(imported: &Imported) -> Value {
    let mut answer = json!({
        "run_id": imported.run_id,
        "provider_id": imported.provider_id,
        "provider_name": imported.provider_name,
        "dataset_reused": imported.dataset_reused,
        "scoring_queued": imported.scoring_queued,
        "already_imported": imported.already_imported,
    });
    if let Some(members) = answer.as_object_mut() {
        if let Some(note) = &imported.scoring_note {
            members.insert("scoring_note".to_owned(), json!(note));
        }
        if let Some(run) = &imported.supersedes {
            members.insert("supersedes".to_owned(), json!(run));
        }
    }
    answer
}

impl Import {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        let brought = match &self.dataset {
            None => None,
            Some(path) => Some(Arc::new(self.reading.read(context, path)?)),
        };
        context.workspace(async |workspace| {
            let mut answers = Vec::new();
            let mut failures = Vec::new();
            for path in &self.files {
                match self.one(context, &workspace, path, brought.clone()).await {
                    Ok(imported) => answers.push((path, imported)),
                    // One bad file does not keep the others out.
                    Err(error) if self.files.len() > 1 => failures.push((path, error)),
                    Err(error) => return Err(error),
                }
            }
            let all: Vec<Value> = answers
                .iter()
                .map(|(path, imported)| {
                    let mut answer = answer(imported);
                    answer["file"] = json!(path.display().to_string());
                    answer
                })
                .collect();
            let report = match all.as_slice() {
                [one] if self.files.len() == 1 => one.clone(),
                all => json!({ "imports": all }),
            };
            context.console.result(&report, || {
                answers
                    .iter()
                    .map(|(_, imported)| imported.run_id.to_string())
                    .collect()
            })?;
            if !self.queue {
                let worker = Worker::new(workspace.store.clone(), progress(context));
                while worker.work_once(None).await? {}
            }
            if failures.is_empty() {
                return Ok(());
            }
            Err(Error::Refused {
                code: "import.some",
                message: format!(
                    "{} of {} files were not imported",
                    failures.len(),
                    self.files.len()
                ),
                issues: failures
                    .iter()
                    .flat_map(|(path, error)| {
                        let head = Issue::new(error.code(), error.to_string()).at(path.display());
                        std::iter::once(head).chain(error.issues().iter().cloned())
                    })
                    .collect(),
            })
        })
    }

    async fn one(
        &self,
        context: &Context,
        workspace: &Workspace,
        path: &Path,
        brought: Option<Arc<Dataset>>,
    ) -> Result<Imported, Error> {
        let options = ImportOptions {
            as_new: self.as_new,
            confirm_judge: self.confirm_judge,
            watch: context.console.is_watched().then_some(show_progress),
        };
        let spool;
        let path = if path.as_os_str() == "-" {
            spool = spool_input(workspace)?;
            spool.path()
        } else {
            path
        };
        let imported = workspace.import_with(path, options, brought).await?;
        let console = context.console;
        let run = workspace.store.run(imported.run_id.as_str()).await?;
        console.say(&format!(
            "{} {} items ({} with an error) of \"{}\" from {} as {}",
            if imported.already_imported {
                "had"
            } else {
                "imported"
            },
            run.item_count,
            run.error_count,
            run.dataset_name,
            run.provider_name,
            imported.run_id
        ));
        if let Some(note) = &imported.scoring_note {
            console.say(&format!("note: {note}"));
        }
        Ok(imported)
    }
}

/// Files below this are read before anybody could see how far.
const LONG: u64 = 16 << 20;

fn show_progress(done: u64, all: u64) {
    if all >= LONG {
        let line = format!("read {} %", done * 100 / all);
        Console::new(false).overwrite(if done == all { "" } else { &line });
    }
}

/// Standard input as a file: it is read twice.
fn spool_input(workspace: &Workspace) -> Result<tempfile::NamedTempFile, Error> {
    let folder = workspace.data.path();
    let spool = || {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        std::io::copy(&mut std::io::stdin().lock(), &mut file)?;
        Ok(file)
    };
    spool().map_err(Error::write(folder))
}
