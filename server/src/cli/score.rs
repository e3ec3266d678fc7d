//! `eval752 score`

use std::sync::Arc;

use serde_json::json;

use super::Context;
use super::judge::judge;
use crate::error::Error;
use crate::scoring::{Progress, Scored, Worker};
use crate::store::{ItemFilter, JobSpec, JudgeSpec, Surface};

/// Score a run again: scorings are added, the earlier ones stay.
#[derive(Debug, clap::Args)]
pub(super) struct Score {
    /// The run.
    run: String,

    /// Which items: all, errors, unscored or wrong.
    #[arg(long, value_enum, default_value_t)]
    only: ItemFilter,

    /// Only these items, by id, with commas between.
    #[arg(
        long,
        value_name = "ID,…",
        value_delimiter = ',',
        conflicts_with = "only"
    )]
    ids: Vec<String>,

    /// The judge: a JSON file, or provider=…,model=…,prompt=… [default: the run's].
    #[arg(long, value_name = "FILE|…")]
    judge: Option<String>,

    /// Put at most this many items to the judge.
    #[arg(long, value_name = "N")]
    max_calls: Option<u32>,

    /// Only promise it; `eval752 serve` does it.
    #[arg(long)]
    queue: bool,
}

impl Score {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        let judge = self.judge.as_deref().map(judge).transpose()?;
        context.workspace(async |workspace| {
            let store = &workspace.store;
            let run = store.run(&self.run).await?;
            let judge = match &judge {
                None => None,
                Some(judge) => {
                    let provider = store.provider(&judge.provider_id).await?;
                    if !matches!(provider.surface, Surface::Api(_)) {
                        return Err(Error::Usage("a browser provider can't judge".to_owned()));
                    }
                    Some(JudgeSpec {
                        provider_id: provider.id.to_string(),
                        ..JudgeSpec::from(judge)
                    })
                }
            };
            let only = match (self.ids.is_empty(), self.only) {
                (false, _) => Some(self.ids.clone()),
                (true, ItemFilter::All) => None,
                (true, filter) => Some(store.run_item_ids(&run.id, filter).await?),
            };
            let spec = JobSpec {
                only,
                judge,
                max_calls: self.max_calls,
            };
            let job = store.promise_scoring(&run.id, &spec).await?;
            if !self.queue {
                let worker = Worker::new(store.clone(), progress(context));
                worker.work_once(Some(&job)).await?;
            }
            let run = store.run(&self.run).await?;
            context
                .console
                .result(&json!({ "job_id": job, "run": run }), || {
                    let accuracy = run.accuracy.map_or_else(
                        || "no score".to_owned(),
                        |value| format!("{:.1} %", value * 100.0),
                    );
                    vec![format!(
                        "{accuracy} ({} of {} scored)",
                        run.scored_count, run.item_count
                    )]
                })
        })
    }
}

/// A line that is written over, where a person watches.
pub(super) fn progress(context: &Context) -> Option<Progress> {
    let console = context.console;
    console.is_watched().then(|| {
        Arc::new(move |scored: Scored<'_>| {
            let line = format!("scored {} of {}", scored.done, scored.of);
            console.overwrite(if scored.finished { "" } else { &line });
        }) as Progress
    })
}
