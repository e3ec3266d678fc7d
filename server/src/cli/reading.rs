//! Options that say how a dataset file is to be understood; `pack` and `dataset add` share them.

use std::path::Path;

use super::Context;
use crate::dataset::{self, Dataset, GradingDefault, LoadOptions, Mapping};
use crate::error::Error;

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
    /// Whether an argument names a file rather than a stored dataset: what has an ending or a
    /// folder in it is meant as a file even where it is missing.
    pub(super) fn is_file(path: &Path) -> bool {
        path.as_os_str() == "-"
            || path.exists()
            || path.extension().is_some()
            || path.components().count() > 1
    }

    /// Reads the file and says what was understood.
    pub(super) fn read(&self, context: &Context, path: &Path) -> Result<Dataset, Error> {
        let options = LoadOptions {
            mapping: Mapping::parse(&self.map)?,
            name: self.name.clone(),
            first_turn: self.first_turn,
            keep_braces: self.keep_braces,
            grading: self.checker,
        };
        let (name, dataset) = dataset::load_path(path, &options)?;
        let console = context.console;
        console.say(&format!(
            "{}: {} rows; {}",
            name,
            dataset.entries.len(),
            dataset.understood.join(", ")
        ));
        for warning in &dataset.warnings {
            console.issue("note", warning);
        }
        Ok(dataset)
    }
}
