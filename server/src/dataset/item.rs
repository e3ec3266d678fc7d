//! A dataset in memory: items that can be asked, and rows that can't, by name.

use eval752_contract::ids::ItemId;

use super::grading::Grading;
use crate::error::Issue;

/// A dataset that was read.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// Its name for people.
    pub name: String,
    /// Every row, in the order of the file.
    pub entries: Vec<Entry>,
    /// What was understood, in words, one a line: shape and mapping.
    pub understood: Vec<String>,
    /// What a person should look at but need not change.
    pub warnings: Vec<Issue>,
}

/// One row of a dataset.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The row's id, its own or derived from its content.
    pub id: ItemId,
    /// The section, `default` where the dataset has none.
    pub section: String,
    /// Where it stands, as `line 3`.
    pub place: String,
    /// What became of it.
    pub item: Result<Item, Blocked>,
}

/// Something to ask.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Sent byte for byte; options of a choice are in it.
    pub prompt: String,
    /// How the answer is graded; stays in the workspace.
    pub grading: Grading,
}

/// Why a row can't be asked or scored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocked {
    /// Stable code.
    pub code: &'static str,
    /// The reason, and what to do.
    pub message: String,
}

impl Blocked {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

impl Entry {
    /// The row's issue, if it is blocked.
    #[must_use]
    pub fn issue(&self) -> Option<Issue> {
        let blocked = self.item.as_ref().err()?;
        Some(
            Issue::new(blocked.code, blocked.message.clone())
                .of(&self.id)
                .at(&self.place),
        )
    }
}
