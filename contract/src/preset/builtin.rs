//! The presets that ship with the product.

use super::Preset;
use crate::json;
use crate::problem::Problems;

const FILES: [(&str, &str); 3] = [
    ("chatgpt", include_str!("../../presets/chatgpt.json")),
    ("gemini", include_str!("../../presets/gemini.json")),
    ("custom", include_str!("../../presets/custom.json")),
];

/// The built-in preset called `id`.
#[must_use]
pub fn builtin(id: &str) -> Option<Preset> {
    let (_, text) = FILES.iter().find(|(name, _)| *name == id)?;
    parse(text)
}

/// Every built-in preset.
#[must_use]
pub fn builtins() -> Vec<Preset> {
    FILES.iter().filter_map(|(_, text)| parse(text)).collect()
}

/// `None` for a file with a mistake; a test sees to it that there is none.
fn parse(text: &str) -> Option<Preset> {
    let node = json::parse(text.as_bytes()).ok()?;
    let mut problems = Problems::new();
    Preset::read(&node, &mut problems).filter(|_| problems.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role::Role;

    #[test]
    fn every_file_is_a_preset_that_names_the_roles_a_capture_cannot_do_without() {
        for (name, text) in FILES {
            let preset = parse(text).unwrap_or_else(|| panic!("{name} has a mistake"));
            assert_eq!(preset.id.as_str(), name);
            for role in [Role::Composer, Role::AssistantTurn] {
                assert!(
                    !preset.selectors().get(role).is_empty(),
                    "{name}: {}",
                    role.as_str()
                );
            }
        }
        assert_eq!(builtins().len(), FILES.len());
    }
}
