//! Writing a pack.

use super::{PACK_FORMAT, Pack};
use crate::json::Writer;

impl Pack {
    /// Writes the pack.
    pub fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.key("format").string(PACK_FORMAT);
            out.key("dataset").object(|out| {
                out.key("id").string(self.dataset.id.as_str());
                out.key("name").string(&self.dataset.name);
                out.key("version_hash")
                    .string(self.dataset.version_hash.as_str());
            });
            out.key("sections").array(|out| {
                for section in &self.sections {
                    out.object(|out| {
                        out.key("id").string(section.id.as_str());
                        out.key("title").string(&section.title);
                        out.key("item_count").integer(section.item_count);
                    });
                }
            });
            out.key("items").array(|out| {
                for item in &self.items {
                    out.object(|out| {
                        out.key("dataset_item_id")
                            .string(item.dataset_item_id.as_str());
                        out.key("section_id").string(item.section_id.as_str());
                        out.key("prompt_text").string(&item.prompt_text);
                        out.key("scoring").string(item.scoring.as_str());
                        out.key("scoring_note")
                            .optional(item.scoring_note.as_deref());
                    });
                }
            });
            out.key("pack_digest").string(self.pack_digest.as_str());
            out.key("dataset_token").string(self.dataset_token.as_str());
            out.key("created_at").string(&self.created_at.canonical());
        });
    }

    /// The pack as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = Writer::new();
        self.write(&mut out);
        out.finish()
    }
}
