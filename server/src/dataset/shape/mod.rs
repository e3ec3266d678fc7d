//! What rows mean: which shape a dataset has, by its first record.

mod assertion;
mod candidates;
mod fields;
mod generic;
mod messages;
mod promptfoo;
mod promptfoo_table;
mod reference;

use super::grading::GradingDefault;
use super::item::{Blocked, Item};
use super::mapping::Mapping;
use super::read::Document;
use super::tree::Tree;

/// A row that has been given a meaning, before ids are settled.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) place: String,
    pub(crate) id: Option<String>,
    pub(crate) section: Option<String>,
    pub(crate) item: Result<Item, Blocked>,
    /// Stands for the row where it has neither id nor prompt.
    pub(crate) content: Tree,
}

/// All rows, and how they were understood.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) shape: &'static str,
    /// `name = field`, for people.
    pub(crate) mapping: Vec<String>,
    pub(crate) drafts: Vec<Draft>,
}

/// What the user decided beyond the mapping.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Choices {
    pub(crate) first_turn: bool,
    pub(crate) keep_braces: bool,
    pub(crate) grading: GradingDefault,
}

/// Gives the rows of `document` a meaning. `Err` is a question that only `--map` answers.
pub(crate) fn interpret(
    document: Document,
    mapping: &Mapping,
    choices: Choices,
) -> Result<Reading, String> {
    let (rows, table) = match document {
        Document::Config(root) => return promptfoo::config(&root, mapping),
        Document::Rows { rows, table } => (rows, table),
    };
    let Some(first) = rows.first().map(|row| &row.tree) else {
        return Err("there is no row".to_owned());
    };
    if first
        .get("vars")
        .is_some_and(|vars| vars.as_map().is_some())
    {
        return promptfoo::tests(&rows, mapping);
    }
    if table && promptfoo_table::recognises(first) {
        return promptfoo_table::read(&rows, mapping);
    }
    let layout = if first.at("inputs.text").is_some() {
        fields::Layout::eval752()
    } else if first
        .get("turns")
        .is_some_and(|turns| turns.as_list().is_some())
    {
        fields::Layout::mt_bench()
    } else if first.get("input").is_some() && first.get("ideal").is_some() {
        fields::Layout::openai_evals()
    } else if first.get("input").is_some() && first.get("target").is_some() {
        fields::Layout::inspect(first, table)
    } else {
        generic::layout(&rows, mapping)?
    };
    Ok(fields::read(rows, &layout.overridden(mapping), choices))
}
