//! `eval752 pack`

use std::path::PathBuf;

use serde_json::json;

use super::Context;
use super::console::file;
use crate::dataset::{self, GradingDefault, LoadOptions, Mapping, Source};
use crate::error::Error;
use crate::packing::{self, Selection};

/// Make a signed, prompt-only pack from a dataset.
///
/// Reads JSON Lines, JSON, CSV, TSV and YAML in the shapes of Eval_752, Inspect, OpenAI evals,
/// MT-bench and promptfoo, and any rows with named fields. What was understood is said on
/// standard error; what is ambiguous is asked for (--map), never guessed.
#[derive(Debug, clap::Args)]
pub(super) struct Pack {
    /// The dataset: a file, or - for standard input.
    dataset: PathBuf,

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
}

/// How a dataset file is to be understood.
#[derive(Debug, clap::Args)]
pub(super) struct Reading {
    /// Which field is what: prompt=…,answer=…,id=…,choices=…,section=…,criteria=…,rows=….
    /// Dots lead into objects, - means none; a prompt may be a template with {{field}}.
    #[arg(long, value_name = "NAME=FIELD,…")]
    map: Vec<String>,

    /// The dataset's name [default: the file's name].
    #[arg(long)]
    name: Option<String>,

    /// How to grade a free-text reference that names no checker.
    #[arg(long, value_enum, default_value_t)]
    checker: GradingDefault,

    /// Take the first turn of conversations, and leave the others out.
    #[arg(long)]
    first_turn: bool,

    /// Send {{…}} in prompts as it is.
    #[arg(long)]
    keep_braces: bool,
}

impl Reading {
    pub(super) fn options(&self) -> Result<LoadOptions, Error> {
        Ok(LoadOptions {
            mapping: Mapping::parse(&self.map)?,
            name: self.name.clone(),
            first_turn: self.first_turn,
            keep_braces: self.keep_braces,
            grading: self.checker,
        })
    }
}

impl Pack {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        let console = context.console;
        let options = self.reading.options()?;
        let source = Source::open(&self.dataset)?;
        let dataset = dataset::load(&source, &options)?;
        console.say(&format!(
            "{}: {} rows; {}",
            source.name,
            dataset.entries.len(),
            dataset.understood.join(", ")
        ));
        for warning in &dataset.warnings {
            console.issue("note", warning);
        }
        let keyring = context.keyring()?;
        let id = packing::dataset_id(&keyring, &dataset.name);
        let selection = Selection {
            sections: self.section.clone(),
            ids: self.ids.clone(),
            max_items: self.max_items.map(|max| max as usize),
            skip_blocked: self.skip_blocked,
        };
        let packed = packing::pack(&keyring, &id, &dataset, &selection)?;
        let pack = &packed.pack;
        console.deliver(self.output.as_deref(), (pack.to_json() + "\n").as_bytes())?;
        let count = |scoring| {
            pack.items
                .iter()
                .filter(|item| item.scoring == scoring)
                .count()
        };
        let [programmatic, judge, none] = eval752_contract::pack::Scoring::ALL.map(count);
        if !console.is_json() {
            for issue in &packed.skipped {
                console.issue("left out", issue);
            }
            console.say(&format!(
                "packed {} items ({programmatic} scored by program, {judge} by a judge, {none} not scored){}",
                pack.items.len(),
                file(self.output.as_deref())
                    .map(|path| format!(" into {}", path.display()))
                    .unwrap_or_default()
            ));
        }
        let report = json!({
            "output": file(self.output.as_deref()).map(|path| path.display().to_string()),
            "dataset": { "id": pack.dataset.id.as_str(), "name": pack.dataset.name, "rows": dataset.entries.len() },
            "understood": dataset.understood,
            "items": pack.items.len(),
            "scoring": { "programmatic": programmatic, "judge": judge, "none": none },
            "pack_digest": pack.pack_digest.as_str(),
            "skipped": packed.skipped,
            "warnings": dataset.warnings,
        });
        console.report(self.output.as_deref(), &report)
    }
}
