//! Reading a pack strictly: what is not in the format is not carried along.

use super::{PACK_FORMAT, Pack, PackDataset, PackItem, PackSection, Scoring};
use crate::digest::Digest;
use crate::ids::{DatasetId, DatasetToken, ItemId, SectionId};
use crate::json::Node;
use crate::problem::{Problems, Reason};

impl Pack {
    /// Reads a pack. Whether the digest fits the items is [`Pack::digest_matches`]'s business.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        if let Some(format) = node.get("format")
            && let Some(name) = format.as_str()
            && name != PACK_FORMAT
        {
            let reason = Reason::Format(name.to_owned());
            return problems.within("format", |problems| problems.note(format.at, reason));
        }
        let object = problems.object(
            node,
            &[
                "format",
                "dataset",
                "sections",
                "items",
                "pack_digest",
                "dataset_token",
                "created_at",
            ],
        )?;
        let format = problems.required(object, "format", Problems::text);
        let dataset = problems.required(object, "dataset", |problems, node| {
            PackDataset::read(node, problems)
        });
        let sections = problems.required(object, "sections", |problems, node| {
            problems.array(node, |problems, node| PackSection::read(node, problems))
        });
        let items = problems.required(object, "items", |problems, node| {
            let items = problems.array(node, |problems, node| PackItem::read(node, problems))?;
            if items.is_empty() {
                return problems.note(node.at, Reason::Empty);
            }
            let mut ids: Vec<&str> = items.iter().map(|i| i.dataset_item_id.as_str()).collect();
            ids.sort_unstable();
            match ids.windows(2).find(|pair| pair[0] == pair[1]) {
                Some(pair) => problems.note(node.at, Reason::Repeated(pair[0].to_owned())),
                None => Some(items),
            }
        });
        let pack_digest = problems.required(object, "pack_digest", read_digest);
        let dataset_token = problems.required(object, "dataset_token", |problems, node| {
            problems.text_as(node, Reason::Empty, |text| DatasetToken::new(text))
        });
        let created_at = problems.required(object, "created_at", Problems::time);
        format?;
        Some(Self {
            dataset: dataset?,
            sections: sections?,
            items: items?,
            pack_digest: pack_digest?,
            dataset_token: dataset_token?,
            created_at: created_at?,
        })
    }

    /// Whether `pack_digest` is the digest of the items.
    #[must_use]
    pub fn digest_matches(&self) -> bool {
        super::pack_digest(&self.items) == self.pack_digest
    }
}

impl PackDataset {
    fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(node, &["id", "name", "version_hash"])?;
        let id = problems.required(object, "id", |problems, node| {
            problems.text_as(node, Reason::Empty, |text| DatasetId::new(text))
        });
        let name = problems.required(object, "name", Problems::text);
        let version_hash = problems.required(object, "version_hash", read_digest);
        Some(Self {
            id: id?,
            name: name?,
            version_hash: version_hash?,
        })
    }
}

impl PackSection {
    fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(node, &["id", "title", "item_count"])?;
        let id = problems.required(object, "id", read_section_id);
        let title = problems.required(object, "title", Problems::text);
        let item_count = problems.required(object, "item_count", Problems::integer);
        Some(Self {
            id: id?,
            title: title?,
            item_count: item_count?,
        })
    }
}

impl PackItem {
    fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let members = [
            "dataset_item_id",
            "section_id",
            "prompt_text",
            "scoring",
            "scoring_note",
        ];
        let object = problems.object(node, &members)?;
        let dataset_item_id = problems.required(object, "dataset_item_id", |problems, node| {
            problems.text_as(node, Reason::Empty, |text| ItemId::new(text))
        });
        let section_id = problems.required(object, "section_id", read_section_id);
        let prompt_text = problems.required(object, "prompt_text", Problems::filled);
        let scoring = problems.required(object, "scoring", |problems, node| {
            let reason = Reason::Word("programmatic, judge, none");
            problems.text_as(node, reason, |text| {
                Scoring::ALL
                    .into_iter()
                    .find(|scoring| scoring.as_str() == text)
            })
        });
        let scoring_note = problems.nullable(object, "scoring_note", Problems::text);
        Some(Self {
            dataset_item_id: dataset_item_id?,
            section_id: section_id?,
            prompt_text: prompt_text?,
            scoring: scoring?,
            scoring_note: scoring_note?,
        })
    }
}

fn read_section_id(problems: &mut Problems, node: &Node<'_>) -> Option<SectionId> {
    problems.text_as(node, Reason::Empty, |text| SectionId::new(text))
}

fn read_digest(problems: &mut Problems, node: &Node<'_>) -> Option<Digest> {
    problems.text_as(node, Reason::Digest, |text| Digest::new(text))
}
