//! `manifest.json`: what kind of file this is and how much is in it.

use crate::json::{Node, Writer};
use crate::problem::{Problems, Reason};
use crate::time::Timestamp;

/// The value of `format` in a capture's manifest.
pub const CAPTURE_FORMAT: &str = "eval752.browser_harness.v1";

/// The first entry of a capture archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manifest {
    /// When the archive was made.
    pub exported_at: Timestamp,
    /// The number of records, at least 1.
    pub item_count: u64,
    /// The number of records with an error.
    pub error_count: u64,
}

impl Manifest {
    /// Reads the manifest. Another `format` is reported alone: the other members mean nothing
    /// then.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        if let Some(format) = node.get("format")
            && let Some(name) = format.as_str()
            && name != CAPTURE_FORMAT
        {
            let reason = Reason::Format(name.to_owned());
            return problems.within("format", |problems| problems.note(format.at, reason));
        }
        let object = problems.object(
            node,
            &["format", "exported_at", "item_count", "error_count"],
        )?;
        let format = problems.required(object, "format", Problems::text);
        let exported_at = problems.required(object, "exported_at", Problems::time);
        let item_count = problems.required(object, "item_count", |problems, node| {
            match problems.integer(node)? {
                0 => problems.note(node.at, Reason::NoItems),
                count => Some(count),
            }
        });
        let error_count = problems.required(object, "error_count", |problems, node| {
            let errors = problems.integer(node)?;
            if item_count.is_some_and(|items| errors > items) {
                return problems.note(node.at, Reason::MoreErrorsThanItems);
            }
            Some(errors)
        });
        format?;
        Some(Self {
            exported_at: exported_at?,
            item_count: item_count?,
            error_count: error_count?,
        })
    }

    /// Writes the manifest.
    pub fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.key("format").string(CAPTURE_FORMAT);
            out.key("exported_at").string(&self.exported_at.canonical());
            out.key("item_count").integer(self.item_count);
            out.key("error_count").integer(self.error_count);
        });
    }

    /// The entry's bytes.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = Writer::new();
        self.write(&mut out);
        out.finish()
    }
}
