//! What a token states.

use crate::digest::Digest;
use crate::ids::DatasetId;
use crate::json::{self, Writer};
use crate::problem::{Problems, Reason};

/// The statement that a token signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The dataset.
    pub dataset_id: DatasetId,
    /// Its (salted) state.
    pub version_hash: Digest,
    /// Covers ids and prompts of the pack in order.
    pub pack_digest: Digest,
    /// How many items the pack has.
    pub item_count: u64,
    /// When it was signed, in seconds since 1970.
    pub iat: u64,
}

impl Claims {
    pub(super) fn to_json(&self) -> String {
        let mut out = Writer::new();
        out.object(|out| {
            out.key("dataset_id").string(self.dataset_id.as_str());
            out.key("version_hash").string(self.version_hash.as_str());
            out.key("pack_digest").string(self.pack_digest.as_str());
            out.key("item_count").integer(self.item_count);
            out.key("iat").integer(self.iat);
        });
        out.finish()
    }

    pub(super) fn parse(text: &[u8]) -> Result<Self, Vec<crate::problem::Problem>> {
        let mut problems = Problems::new();
        let claims = match json::parse(text) {
            Ok(node) => Self::read(&node, &mut problems),
            Err(error) => problems.note(
                error.at,
                Reason::Type {
                    expected: "a JSON object",
                    found: "other text",
                },
            ),
        };
        match claims {
            Some(claims) if problems.is_empty() => Ok(claims),
            _ => Err(problems.into_vec()),
        }
    }

    fn read(node: &json::Node<'_>, problems: &mut Problems) -> Option<Self> {
        let members = [
            "dataset_id",
            "version_hash",
            "pack_digest",
            "item_count",
            "iat",
        ];
        let object = problems.object(node, &members)?;
        let digest = |problems: &mut Problems, node: &json::Node<'_>| {
            problems.text_as(node, Reason::Digest, |text| Digest::new(text))
        };
        let dataset_id = problems.required(object, "dataset_id", |problems, node| {
            problems.text_as(node, Reason::Empty, |text| DatasetId::new(text))
        });
        let version_hash = problems.required(object, "version_hash", digest);
        let pack_digest = problems.required(object, "pack_digest", digest);
        let item_count = problems.required(object, "item_count", Problems::integer);
        let iat = problems.required(object, "iat", Problems::integer);
        Some(Self {
            dataset_id: dataset_id?,
            version_hash: version_hash?,
            pack_digest: pack_digest?,
            item_count: item_count?,
            iat: iat?,
        })
    }
}
