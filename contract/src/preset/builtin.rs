//! The presets that ship with the product.

use core::fmt;

use super::Preset;
use crate::json;
use crate::problem::{Problem, Problems};

const FILES: [(&str, &str); 3] = [
    ("chatgpt", include_str!("../../presets/chatgpt.json")),
    ("gemini", include_str!("../../presets/gemini.json")),
    ("custom", include_str!("../../presets/custom.json")),
];

/// Why a preset file is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PresetError {
    /// The file is no valid JSON.
    Syntax(json::SyntaxError),
    /// The file says something a preset can't say.
    Problems(Vec<Problem>),
}

impl fmt::Display for PresetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => write!(f, "the preset is no valid JSON: {error}"),
            Self::Problems(problems) => {
                f.write_str("the preset is wrong")?;
                for problem in problems {
                    write!(f, "; {} {}", problem.pointer, problem.reason)?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for PresetError {}

impl Preset {
    /// Reads a preset file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, PresetError> {
        let node = json::parse(text.as_bytes()).map_err(PresetError::Syntax)?;
        let mut problems = Problems::new();
        match Self::read(&node, &mut problems) {
            Some(preset) if problems.is_empty() => Ok(preset),
            _ => Err(PresetError::Problems(problems.into_vec())),
        }
    }
}

/// The built-in preset called `id`.
#[must_use]
pub fn builtin(id: &str) -> Option<Preset> {
    let (_, text) = FILES.iter().find(|(name, _)| *name == id)?;
    Preset::parse(text).ok()
}

/// Every built-in preset.
#[must_use]
pub fn builtins() -> Vec<Preset> {
    FILES
        .iter()
        .filter_map(|(_, text)| Preset::parse(text).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role::Role;

    #[test]
    fn every_file_is_a_preset_that_names_the_roles_a_capture_cannot_do_without() {
        for (name, text) in FILES {
            let preset = Preset::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
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
