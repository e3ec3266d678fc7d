//! The prompt-only pack: what leaves the workspace, and all that leaves it.

mod digest;
mod read;
mod write;

pub use digest::{PackDigester, pack_digest};

use crate::digest::Digest;
use crate::ids::{DatasetId, DatasetToken, ItemId, SectionId};
use crate::time::Timestamp;

/// The value of `format` in a pack.
pub const PACK_FORMAT: &str = "eval752.browser_harness.pack.v1";

/// Prompts of a dataset, without anything an answer could be read or guessed from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// Which dataset.
    pub dataset: PackDataset,
    /// The sections that the items belong to.
    pub sections: Vec<PackSection>,
    /// The items, in the order in which they are asked; at least one, ids unique.
    pub items: Vec<PackItem>,
    /// Covers ids and prompts in order.
    pub pack_digest: Digest,
    /// The signed statement about all of this.
    pub dataset_token: DatasetToken,
    /// When the pack was made.
    pub created_at: Timestamp,
}

/// The dataset a pack was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackDataset {
    /// Its id.
    pub id: DatasetId,
    /// Its name for people.
    pub name: String,
    /// Its state, salted with a secret of the dataset: equal states have equal hashes, and
    /// nobody can try out answers against it.
    pub version_hash: Digest,
}

/// One section of the dataset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackSection {
    /// Its id.
    pub id: SectionId,
    /// Its title for people.
    pub title: String,
    /// How many items of the pack belong to it.
    pub item_count: u64,
}

/// One prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackItem {
    /// The item's id.
    pub dataset_item_id: ItemId,
    /// The section it belongs to.
    pub section_id: SectionId,
    /// What is sent, byte for byte.
    pub prompt_text: String,
    /// How an answer to it will be scored.
    pub scoring: Scoring,
    /// What a person should know about the scoring; never how it is done.
    pub scoring_note: Option<String>,
}

/// How an item's answer is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scoring {
    /// By comparing with a reference.
    Programmatic,
    /// By a judge.
    Judge,
    /// Not at all.
    None,
}

impl Scoring {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Programmatic, Self::Judge, Self::None];

    /// As it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Programmatic => "programmatic",
            Self::Judge => "judge",
            Self::None => "none",
        }
    }
}
