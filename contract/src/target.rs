//! The page a capture is made on.

use crate::ids::PresetId;
use crate::json::{Node, Writer};
use crate::origin::Origin;
use crate::problem::{Problems, Reason};

/// Which page is driven, and how it is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The preset that says where things are.
    pub preset: PresetId,
    /// The only origin on which the runtime does anything.
    pub origin: Origin,
    /// The page's name for people.
    pub display_name: String,
}

impl Target {
    /// Reads the `target` object.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let object = problems.object(node, &["preset", "origin", "display_name"])?;
        let preset = problems.required(object, "preset", |problems, node| {
            problems.text_as(node, Reason::Slug, |text| PresetId::new(text))
        });
        let origin = problems.required(object, "origin", |problems, node| {
            let text = problems.text(node)?;
            match Origin::new(&text) {
                Ok(origin) => Some(origin),
                Err(error) => problems.note(node.at, Reason::Origin(error)),
            }
        });
        let display_name = problems.required(object, "display_name", Problems::filled);
        Some(Self {
            preset: preset?,
            origin: origin?,
            display_name: display_name?,
        })
    }

    /// Writes the `target` object.
    pub fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.key("preset").string(self.preset.as_str());
            out.key("origin").string(self.origin.as_str());
            out.key("display_name").string(&self.display_name);
        });
    }
}
