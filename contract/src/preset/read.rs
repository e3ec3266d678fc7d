//! Reading a preset file strictly, so that a typing error in a role's name is noticed.

use super::{DatedSelector, Preset};
use crate::ids::PresetId;
use crate::json::Node;
use crate::origin::Origin;
use crate::problem::{Problems, Reason};
use crate::role::Role;

impl Preset {
    /// Reads a preset file.
    pub fn read(node: &Node<'_>, problems: &mut Problems) -> Option<Self> {
        let members = [
            "id",
            "version",
            "display_name",
            "origin",
            "roles",
            "interim",
        ];
        let object = problems.object(node, &members)?;
        let id = problems.required(object, "id", |problems, node| {
            problems.text_as(node, Reason::Slug, |text| PresetId::new(text))
        });
        let version = problems.required(object, "version", Problems::filled);
        let display_name = problems.required(object, "display_name", Problems::filled);
        let origin = problems.nullable(object, "origin", |problems, node| {
            let text = problems.text(node)?;
            match Origin::new(&text) {
                Ok(origin) => Some(origin),
                Err(error) => problems.note(node.at, Reason::Origin(error)),
            }
        });
        let roles = problems.required(object, "roles", read_roles);
        let interim = problems.required(object, "interim", |problems, node| {
            problems.array(node, |problems, node| problems.filled(node))
        });
        Some(Self {
            id: id?,
            version: version?,
            display_name: display_name?,
            origin: origin?,
            roles: roles?,
            interim: interim?,
        })
    }
}

fn read_roles(problems: &mut Problems, node: &Node<'_>) -> Option<Vec<(Role, Vec<DatedSelector>)>> {
    problems.by_role(node, |problems, node| {
        problems.array(node, |problems, node| {
            let object = problems.object(node, &["css", "seen"])?;
            let css = problems.required(object, "css", Problems::filled);
            let seen = problems.required(object, "seen", Problems::filled);
            Some(DatedSelector {
                css: css?,
                seen: seen?,
            })
        })
    })
}
