//! What a check is asked to do.

use std::sync::Arc;

use eval752_contract::json;
use eval752_contract::pack::Pack;
use eval752_contract::problem::Problems;
use eval752_contract::token::KeySet;

use crate::finding::Profile;

/// How a file is checked. `Options::default()` checks container and
/// documents under the `format` profile, without key and pack.
#[derive(Debug, Clone)]
pub struct Options {
    /// `format` (default) or `canonical`.
    pub profile: Profile,
    /// Check the ZIP container alone, whatever its entries are.
    pub zip_only: bool,
    /// Findings kept of each severity; the rest is counted.
    pub max_findings: usize,
    /// Public keys to verify the token with.
    pub keys: Option<KeySet>,
    /// The pack to hold the records against.
    pub pack: Option<Arc<PackIndex>>,
    /// Threads for large pieces; 1 on wasm.
    pub threads: usize,
    /// Longest record read, in bytes.
    pub max_line: usize,
}

/// Default for [`Options::max_findings`].
pub const MAX_FINDINGS: usize = 100;
/// Default for [`Options::max_line`]: 8 MiB. A million tokens of English
/// are some 4 MB. A record stands in memory three times while it is read (its
/// line, its texts without escapes, the record), which stays within 32 MiB.
pub const MAX_LINE: usize = 8 << 20;

impl Default for Options {
    fn default() -> Self {
        Self {
            profile: Profile::Format,
            zip_only: false,
            max_findings: MAX_FINDINGS,
            keys: None,
            pack: None,
            threads: 1,
            max_line: MAX_LINE,
        }
    }
}

/// A pack, ready to be asked for items by id.
#[derive(Debug, Clone)]
pub struct PackIndex {
    pack: Pack,
    /// Positions of the items, sorted by id.
    by_id: Vec<u32>,
}

/// Why a pack file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// Not a pack at all. Give the file that `eval752 pack` wrote.
    #[error("the pack is no valid JSON: {0}")]
    Json(String),
    /// A pack, but not a valid one. Make it again with `eval752 pack`.
    #[error("the pack is not valid: {0}")]
    Shape(String),
    /// The items are not those that the digest covers. Make the pack again.
    #[error("the pack was changed: its digest does not cover its items")]
    Digest,
}

impl PackIndex {
    /// Reads a pack file.
    pub fn parse(text: &[u8]) -> Result<Self, PackError> {
        let node = json::parse(text).map_err(|error| PackError::Json(error.to_string()))?;
        let mut problems = Problems::new();
        let pack = Pack::read(&node, &mut problems);
        match (pack, problems.into_vec().first()) {
            (Some(pack), None) => Self::new(pack),
            (_, Some(first)) => Err(PackError::Shape(format!(
                "{} {}",
                first.pointer, first.reason
            ))),
            (None, None) => Err(PackError::Shape("it cannot be read".into())),
        }
    }

    /// Takes a pack that was read already.
    pub fn new(pack: Pack) -> Result<Self, PackError> {
        if !pack.digest_matches() {
            return Err(PackError::Digest);
        }
        let mut by_id: Vec<u32> = (0..pack.items.len())
            .filter_map(|at| u32::try_from(at).ok())
            .collect();
        by_id.sort_by_key(|&at| pack.items[at as usize].dataset_item_id.as_str());
        Ok(Self { pack, by_id })
    }

    /// The pack itself.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// The position of an item, counted from 0.
    pub(crate) fn position(&self, id: &str) -> Option<usize> {
        self.by_id
            .binary_search_by_key(&id, |&at| {
                self.pack.items[at as usize].dataset_item_id.as_str()
            })
            .ok()
            .map(|found| self.by_id[found] as usize)
    }
}
