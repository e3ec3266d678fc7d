//! The pack digest: a complete archive can be held against it without the pack.

use super::PackItem;
use crate::digest::{Digest, Digester};

/// Takes items in order, gives the pack digest.
#[derive(Debug, Clone, Default)]
pub struct PackDigester(Digester);

impl PackDigester {
    /// A digester that has seen no item.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in the next item: its id, then its prompt, each with its length before it.
    pub fn item(&mut self, dataset_item_id: &str, prompt_text: &str) {
        self.0.field(dataset_item_id.as_bytes());
        self.0.field(prompt_text.as_bytes());
    }

    /// The digest.
    #[must_use]
    pub fn finish(self) -> Digest {
        self.0.finish()
    }
}

/// The digest of `items`.
#[must_use]
pub fn pack_digest(items: &[PackItem]) -> Digest {
    let mut digester = PackDigester::new();
    for item in items {
        digester.item(item.dataset_item_id.as_str(), &item.prompt_text);
    }
    digester.finish()
}
