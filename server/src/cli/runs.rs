//! `eval752 runs`, `compare`, `export`, `report`

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use serde_json::json;

use super::Context;
use super::console::file;
use crate::error::Error;
use crate::export;
use crate::store::{CompareFilter, ItemFilter, Run};

/// List and show runs.
#[derive(Debug, clap::Args)]
pub(super) struct Runs {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List the runs, newest first.
    List {
        /// How many.
        #[arg(long, default_value_t = 50)]
        limit: u16,
        /// Go on after this run.
        #[arg(long, value_name = "RUN")]
        after: Option<String>,
    },
    /// Show a run.
    Show {
        /// The run.
        run: String,
    },
    /// Show a run's items.
    Items {
        /// The run.
        run: String,
        /// Which of them.
        #[arg(long, value_enum, default_value_t)]
        only: ItemFilter,
        /// How many.
        #[arg(long, default_value_t = 50)]
        limit: u16,
        /// Go on after this position.
        #[arg(long, default_value_t = -1, allow_negative_numbers = true)]
        after: i64,
    },
    /// Show what happened to a run.
    Logs {
        /// The run.
        run: String,
    },
}

/// A run in a line.
fn line(run: &Run) -> String {
    format!(
        "{}\t{}\t{}\t{}\t{}",
        run.id,
        run.dataset_name,
        run.provider_name,
        outcome(run),
        run.label.as_deref().unwrap_or("")
    )
}

/// The accuracy, never without what it is of.
fn outcome(run: &Run) -> String {
    let accuracy = run.accuracy.map_or_else(
        || "no score".to_owned(),
        |value| format!("{:.1} %", value * 100.0),
    );
    format!(
        "{accuracy} ({} of {} scored, {} errors{})",
        run.scored_count,
        run.item_count,
        run.error_count,
        if run.scoring == "pending" {
            ", scoring pending"
        } else {
            ""
        }
    )
}

impl Runs {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        context.workspace(async |workspace| {
            let store = &workspace.store;
            let console = context.console;
            match &self.verb {
                None => {
                    let page = store.runs(None, 50).await?;
                    console.result(&json!(page), || page.runs.iter().map(line).collect())
                }
                Some(Verb::List { limit, after }) => {
                    let page = store.runs(after.as_deref(), *limit).await?;
                    console.result(&json!(page), || page.runs.iter().map(line).collect())
                }
                Some(Verb::Show { run }) => {
                    let run = store.run(run).await?;
                    let session = store.session(&run.id).await?;
                    console.result(&json!({ "run": run, "session": session }), || {
                        vec![
                            line(&run),
                            format!("dataset version\t{}", run.version_hash),
                            format!("captured\t{} to {}", run.started_at, run.finished_at),
                            format!("imported\t{}", run.created_at),
                        ]
                    })
                }
                Some(Verb::Items {
                    run,
                    only,
                    limit,
                    after,
                }) => {
                    let run = store.run(run).await?;
                    let items = store
                        .run_items(&run.id, *only, *after, i64::from(*limit))
                        .await?;
                    let next = items.last().map(|item| item.position);
                    console.result(&json!({ "items": items, "next": next }), || {
                        items.iter().map(item_line).collect()
                    })
                }
                Some(Verb::Logs { run }) => {
                    let run = store.run(run).await?;
                    let logs = store.logs(&run.id, 0, 10_000).await?;
                    console.result(&json!({ "logs": logs }), || {
                        logs.iter()
                            .map(|log| {
                                format!(
                                    "{}\t{}\t{}\t{}",
                                    log.at, log.level, log.source, log.message
                                )
                            })
                            .collect()
                    })
                }
            }
        })
    }
}

fn item_line(item: &crate::store::RunItem) -> String {
    let outcome = match (&item.error, item.score, &item.reason) {
        (Some(error), ..) => error.clone(),
        (None, Some(score), _) => score.to_string(),
        (None, None, Some(reason)) => format!("unscored: {reason}"),
        (None, None, None) => "not scored yet".to_owned(),
    };
    format!(
        "{}\t{}\t{outcome}\t{} ms",
        item.position, item.item_id, item.latency_ms
    )
}

/// Compare runs item by item, aligned by id and prompt.
#[derive(Debug, clap::Args)]
pub(super) struct Compare {
    /// The runs; the others are held against the first.
    #[arg(required = true, num_args = 2..)]
    runs: Vec<String>,
    /// Which items of the first run.
    #[arg(long, value_enum, default_value_t)]
    only: CompareFilter,
    /// How many items.
    #[arg(long, default_value_t = 50)]
    limit: u16,
    /// Go on after this position of the first run.
    #[arg(long, default_value_t = -1, allow_negative_numbers = true)]
    after: i64,
}

impl Compare {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        context.workspace(async |workspace| {
            let page = workspace
                .store
                .compare(&self.runs, self.only, self.after, self.limit)
                .await?;
            context.console.result(&json!(page), || {
                let runs = page.runs.iter().map(|other| {
                    format!(
                        "{}\t{}\tmatched {}, missing {}, extra {}, another prompt {}; both \
                         scored {}: better {}, worse {}",
                        other.run.id,
                        outcome(&other.run),
                        other.matched,
                        other.missing,
                        other.extra,
                        other.prompt_differs,
                        other.both_scored,
                        other.better,
                        other.worse
                    )
                });
                let items = page.items.iter().map(|item| {
                    let results: Vec<String> = item.results.iter().map(result).collect();
                    format!("{}\t{}", item.item_id, results.join("\t"))
                });
                runs.chain(items).collect()
            })
        })
    }
}

/// An item's result in a word.
fn result(result: &crate::store::ComparedResult) -> String {
    match (result.score, &result.error, &result.reason) {
        (Some(score), ..) => score.to_string(),
        (None, Some(_), _) => "error".to_owned(),
        (None, None, Some(reason)) => reason.clone(),
        (None, None, None) => result.alignment.to_owned(),
    }
}

/// The format of an export.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Jsonl,
    Csv,
}

/// Write a run's items to a file.
#[derive(Debug, clap::Args)]
pub(super) struct Export {
    /// The run.
    run: String,
    /// JSON Lines, or a table.
    #[arg(long = "as", value_enum, default_value = "jsonl")]
    format: Format,
    /// Where to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Export {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        context.workspace(async |workspace| {
            let run = workspace.store.run(&self.run).await?;
            let mut sink = context.console.sink(self.output.as_deref())?;
            match self.format {
                Format::Jsonl => export::jsonl(&workspace.store, &run, &mut sink).await?,
                Format::Csv => export::csv(&workspace.store, &run, &mut sink).await?,
            }
            sink.finish()?;
            context.console.report(
                self.output.as_deref(),
                &json!({ "output": file(self.output.as_deref()), "items": run.item_count }),
            )
        })
    }
}

/// Write one self-contained HTML page about a run.
#[derive(Debug, clap::Args)]
pub(super) struct Report {
    /// The run.
    run: String,
    /// Runs to compare it with.
    #[arg(long, value_name = "RUN")]
    compare: Vec<String>,
    /// Where to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Report {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        context.workspace(async |workspace| {
            let store = &workspace.store;
            let run = store.run(&self.run).await?;
            let mut ids = vec![self.run.clone()];
            ids.extend(self.compare.iter().cloned());
            let comparison = match ids.len() {
                1 => None,
                _ => Some(store.compare(&ids, CompareFilter::All, -1, 1).await?),
            };
            let mut sink = context.console.sink(self.output.as_deref())?;
            export::report(store, &run, comparison.as_ref(), &mut sink).await?;
            sink.finish()?;
            context.console.report(
                self.output.as_deref(),
                &json!({ "output": file(self.output.as_deref()), "items": run.item_count }),
            )
        })
    }
}
