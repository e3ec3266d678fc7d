//! `eval752 dataset`

use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;

use super::Context;
use super::reading::Reading;
use crate::error::Error;
use crate::store::DatasetInfo;

/// Add, list and show datasets.
#[derive(Debug, clap::Args)]
pub(super) struct DatasetVerb {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Add a dataset; under a name that exists, its content becomes the latest version.
    Add {
        /// The file, or - for standard input.
        file: PathBuf,
        #[command(flatten)]
        reading: Reading,
    },
    /// List the datasets.
    List,
    /// Remove a dataset that has no runs.
    Remove {
        /// Its id or name.
        dataset: String,
    },
    /// Show a dataset: its sections, and what is blocked in it.
    Show {
        /// Its id or name.
        dataset: String,
    },
}

impl DatasetVerb {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        match &self.verb {
            Verb::Add { file, reading } => add(context, file, reading),
            Verb::List => list(context),
            Verb::Remove { dataset } => {
                context.workspace(async |workspace| workspace.store.remove_dataset(dataset).await)
            }
            Verb::Show { dataset } => show(context, dataset),
        }
    }
}

fn add(context: &Context, file: &std::path::Path, reading: &Reading) -> Result<(), Error> {
    let dataset = reading.read(context, file)?;
    context.workspace(async |workspace| {
        let stored = workspace.add_dataset(&dataset).await?;
        let issues: Vec<_> = dataset
            .entries
            .iter()
            .filter_map(crate::dataset::Entry::issue)
            .collect();
        let console = context.console;
        for issue in &issues {
            console.issue("blocked", issue);
        }
        let state = if stored.reused {
            "this version was there already"
        } else {
            "a new version"
        };
        console.say(&format!(
            "{} ({}): {} items, {} blocked, {state}",
            dataset.name,
            stored.id,
            dataset.entries.len(),
            issues.len()
        ));
        console.result(
            &json!({
                "id": stored.id.as_str(), "name": dataset.name, "items": dataset.entries.len(),
                "version_hash": stored.version_hash.as_str(), "reused": stored.reused,
                "understood": dataset.understood, "blocked": issues, "warnings": dataset.warnings,
            }),
            || vec![stored.id.to_string()],
        )
    })
}

fn list(context: &Context) -> Result<(), Error> {
    context.workspace(async |workspace| {
        let datasets = workspace.store.datasets().await?;
        let line =
            |info: &DatasetInfo| format!("{}\t{}\t{} items", info.id, info.name, info.item_count);
        context
            .console
            .result(&json!({ "datasets": datasets }), || {
                datasets.iter().map(line).collect()
            })
    })
}

fn show(context: &Context, name: &str) -> Result<(), Error> {
    context.workspace(async |workspace| {
        let source = workspace.stored(name).await?;
        let mut sections: Vec<(String, usize)> = Vec::new();
        for entry in &source.dataset.entries {
            match sections.iter_mut().find(|(name, _)| *name == entry.section) {
                Some((_, count)) => *count += 1,
                None => sections.push((entry.section.clone(), 1)),
            }
        }
        let issues: Vec<_> = source.dataset.entries.iter().filter_map(crate::dataset::Entry::issue).collect();
        let report = json!({
            "id": source.id.as_str(), "name": source.dataset.name,
            "items": source.dataset.entries.len(),
            "sections": sections.iter().map(|(name, count)| json!({ "id": name, "item_count": count })).collect::<Vec<_>>(),
            "blocked": issues,
        });
        context.console.result(&report, || {
            let head = format!("{}\t{}", source.id, source.dataset.name);
            let sections = sections
                .iter()
                .map(|(name, count)| format!("section {name}\t{count} items"));
            let blocked = issues.iter().map(|issue| format!("blocked\t{issue}"));
            std::iter::once(head).chain(sections).chain(blocked).collect()
        })
    })
}
