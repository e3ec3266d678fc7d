//! `eval752 pack`

use std::path::PathBuf;

use eval752_contract::pack::{Pack as PackDocument, Scoring};
use serde_json::{Value, json};

use super::Context;
use super::console::file;
use super::judge::judge;
use super::reading::Reading;
use crate::error::{Error, Issue};
use crate::packing::{Packed, Selection};
use crate::store::ItemFilter;
use crate::workspace::{PackSource, Workspace};

/// Make a signed, prompt-only pack from a dataset.
///
/// Reads JSON Lines, JSON, CSV, TSV and YAML in the shapes of Eval_752, Inspect, OpenAI evals,
/// MT-bench and promptfoo, and any rows with named fields. What was understood is said on
/// standard error; what is ambiguous is asked for (--map), never guessed.
#[derive(Debug, clap::Args)]
pub(super) struct Pack {
    /// The dataset: a file, - for standard input, or the id or name of one added before.
    #[arg(required_unless_present = "from_run", conflicts_with = "from_run")]
    dataset: Option<PathBuf>,

    /// Where to write the pack [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    reading: Reading,

    /// Only items of this section; may be given again.
    #[arg(long, value_name = "SECTION")]
    section: Vec<String>,

    /// Only these items, by id, with commas between; may be given again.
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    ids: Vec<String>,

    /// At most this many items, from the front.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_items: Option<u32>,

    /// Leave out items that can't be packed, instead of refusing.
    #[arg(long)]
    skip_blocked: bool,

    /// Pack the items of an earlier run again.
    #[arg(long, value_name = "RUN")]
    from_run: Option<String>,

    /// Of --from-run, only items that were captured with an error.
    #[arg(long, requires = "from_run")]
    errors: bool,

    /// The judge that scripts of this pack may propose: a JSON file, or
    /// provider=…,model=…,prompt=….
    #[arg(long, value_name = "FILE|…")]
    judge: Option<String>,
}

impl Pack {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        let judge = self.judge.as_deref().map(judge).transpose()?;
        // Reading comes first: a bad file must not make a workspace.
        let read = match &self.dataset {
            Some(path) if Reading::is_file(path) => Some(self.reading.read(context, path)?),
            _ => None,
        };
        context.workspace(async |workspace: Workspace| {
            let mut selection = Selection {
                sections: self.section.clone(),
                ids: self.ids.clone(),
                max_items: self.max_items.map(|max| max as usize),
                skip_blocked: self.skip_blocked,
            };
            let mut about = (Vec::new(), Vec::new());
            let source = match (read, &self.dataset, &self.from_run) {
                (Some(dataset), ..) => {
                    let stored = workspace.add_dataset(&dataset).await?;
                    about = (dataset.understood.clone(), dataset.warnings.clone());
                    PackSource {
                        id: stored.id,
                        version: stored.version,
                        dataset,
                    }
                }
                (None, Some(name), _) => workspace.stored(&name.to_string_lossy()).await?,
                (None, None, Some(run)) => {
                    let filter = if self.errors {
                        ItemFilter::Errors
                    } else {
                        ItemFilter::All
                    };
                    let (source, ids) = workspace.from_run(run, filter).await?;
                    selection.ids = ids;
                    source
                }
                (None, None, None) => return Err(Error::Internal("no dataset".to_owned())),
            };
            let packed = workspace.pack(&source, &selection, judge.as_ref()).await?;
            self.deliver(context, &packed, source.dataset.entries.len(), &about)
        })
    }

    fn deliver(
        &self,
        context: &Context,
        packed: &Packed,
        rows: usize,
        (understood, warnings): &(Vec<String>, Vec<Issue>),
    ) -> Result<(), Error> {
        let console = context.console;
        let pack = &packed.pack;
        let output = self.output.as_deref();
        console.deliver(output, (pack.to_json() + "\n").as_bytes())?;
        for issue in &packed.skipped {
            console.issue("left out", issue);
        }
        let [programmatic, judge, none] = scoring(pack);
        console.say(&format!(
            "packed {} items ({programmatic} scored by program, {judge} by a judge, {none} not scored){}",
            pack.items.len(),
            file(output)
                .map(|path| format!(" into {}", path.display()))
                .unwrap_or_default()
        ));
        let report: Value = json!({
            "output": file(output).map(|path| path.display().to_string()),
            "dataset": { "id": pack.dataset.id.as_str(), "name": pack.dataset.name, "rows": rows },
            "understood": understood,
            "items": pack.items.len(),
            "scoring": { "programmatic": programmatic, "judge": judge, "none": none },
            "pack_digest": pack.pack_digest.as_str(),
            "skipped": packed.skipped,
            "warnings": warnings,
        });
        console.report(output, &report)
    }
}

/// How many items are scored in each way.
fn scoring(pack: &PackDocument) -> [usize; 3] {
    Scoring::ALL.map(|scoring| {
        pack.items
            .iter()
            .filter(|item| item.scoring == scoring)
            .count()
    })
}
