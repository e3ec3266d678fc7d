//! Holding the records against a pack: which items are there, with the
//! prompt that was packed, in the packed order.

use std::sync::Arc;

use eval752_contract::capture::Record;

use crate::finding::codes::token as codes;
use crate::finding::{Code, excerpt};
use crate::options::PackIndex;

#[derive(Debug)]
pub(crate) struct Coverage {
    index: Arc<PackIndex>,
    seen: Vec<bool>,
    last: Option<usize>,
}

/// Missing items named in the report; the rest is counted.
const NAMED: usize = 20;

impl Coverage {
    pub(crate) fn new(index: Arc<PackIndex>) -> Self {
        let seen = vec![false; index.pack().items.len()];
        Self {
            index,
            seen,
            last: None,
        }
    }

    pub(crate) fn index(&self) -> &PackIndex {
        &self.index
    }

    /// Notes a record; what is wrong with it, if anything: code, member, sentence.
    pub(crate) fn add(&mut self, record: &Record) -> Option<(Code, &'static str, String)> {
        let id = record.dataset_item_id.as_str();
        let Some(at) = self.index.position(id) else {
            return Some((
                codes::UNKNOWN_ITEM,
                "/dataset_item_id",
                format!("the pack has no item \"{}\"", excerpt(id)),
            ));
        };
        self.seen[at] = true;
        let before = self.last.replace(at);
        let packed = &self.index.pack().items[at].prompt_text;
        if *packed != record.prompt_text {
            let same = packed
                .bytes()
                .zip(record.prompt_text.bytes())
                .take_while(|(a, b)| a == b)
                .count();
            return Some((
                codes::PROMPT_MISMATCH,
                "/prompt_text",
                format!(
                    "the prompt of item \"{}\" differs from the pack's after {same} bytes ({} bytes here, {} in the pack)",
                    excerpt(id),
                    record.prompt_text.len(),
                    packed.len()
                ),
            ));
        }
        match before {
            Some(before) if at < before => Some((
                codes::ORDER,
                "/dataset_item_id",
                format!(
                    "item {} of the pack comes after item {}",
                    at + 1,
                    before + 1
                ),
            )),
            _ => None,
        }
    }

    /// Ids of items without a record: the first few, and how many in all.
    pub(crate) fn missing(&self) -> (Vec<String>, u64) {
        let missing = || {
            self.seen
                .iter()
                .zip(&self.index.pack().items)
                .filter(|(seen, _)| !**seen)
                .map(|(_, item)| excerpt(item.dataset_item_id.as_str()))
        };
        (missing().take(NAMED).collect(), missing().count() as u64)
    }
}
