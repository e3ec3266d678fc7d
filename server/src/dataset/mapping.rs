//! `--map`: the user's word on which field is what.

use crate::error::Error;

/// What the user said about fields; anything not said is found out, or asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping {
    pub(crate) prompt: Option<PromptField>,
    pub(crate) id: Option<Field>,
    pub(crate) answer: Option<Field>,
    pub(crate) choices: Option<Field>,
    pub(crate) section: Option<Field>,
    pub(crate) criteria: Option<Field>,
    pub(crate) rows: Option<String>,
}

/// A field by name (dots lead into objects), or none on purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Field {
    None,
    Path(String),
}

/// Where the prompt comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PromptField {
    Path(String),
    /// Text with `{{ name }}`.
    Template(String),
}

const NAMES: [&str; 7] = [
    "prompt", "id", "answer", "choices", "section", "criteria", "rows",
];

impl Field {
    pub(crate) fn path(&self) -> Option<&str> {
        match self {
            Self::None => None,
            Self::Path(path) => Some(path),
        }
    }
}

impl Mapping {
    /// Reads `name=field,name=field`; a comma belongs to the field unless a name follows it.
    ///
    /// # Errors
    /// [`Error::Usage`], with the names that exist.
    pub fn parse<S: AsRef<str>>(specs: &[S]) -> Result<Self, Error> {
        let mut mapping = Self::default();
        for spec in specs {
            for part in split(spec.as_ref()) {
                mapping.set(part)?;
            }
        }
        Ok(mapping)
    }

    fn set(&mut self, part: &str) -> Result<(), Error> {
        let usage = |message: String| Err(Error::Usage(message));
        let Some((name, value)) = part.split_once('=').filter(|(_, value)| !value.is_empty())
        else {
            return usage(format!(
                "--map needs name=field, as in --map prompt=question,answer=reference; found \"{part}\""
            ));
        };
        let field = if value == "-" {
            Field::None
        } else {
            Field::Path(value.to_owned())
        };
        let slot = match name.trim() {
            "prompt" => {
                if self.prompt.is_some() {
                    return usage("--map names prompt twice".to_owned());
                }
                self.prompt = Some(if value.contains("{{") {
                    PromptField::Template(value.replace("\\n", "\n"))
                } else {
                    PromptField::Path(value.to_owned())
                });
                return Ok(());
            }
            "rows" => {
                self.rows = Some(value.to_owned());
                return Ok(());
            }
            "id" => &mut self.id,
            "answer" => &mut self.answer,
            "choices" => &mut self.choices,
            "section" => &mut self.section,
            "criteria" => &mut self.criteria,
            other => {
                return usage(format!(
                    "--map does not know \"{other}\"; it knows {}",
                    NAMES.join(", ")
                ));
            }
        };
        if slot.replace(field).is_some() {
            return usage(format!("--map names {name} twice"));
        }
        Ok(())
    }
}

fn split(spec: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (comma, _) in spec.match_indices(',') {
        let rest = spec[comma + 1..].trim_start();
        let named = NAMES.iter().any(|name| {
            rest.strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('='))
        });
        if named {
            parts.push(spec[start..comma].trim_start());
            start = comma + 1;
        }
    }
    parts.push(spec[start..].trim_start());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_separate_only_before_a_name() {
        let mapping =
            Mapping::parse(&["prompt={{a}}, please:\\n{{b}},answer=x.y,id=-"]).expect("good");
        assert_eq!(
            mapping.prompt,
            Some(PromptField::Template("{{a}}, please:\n{{b}}".to_owned()))
        );
        assert_eq!(mapping.answer, Some(Field::Path("x.y".to_owned())));
        assert_eq!(mapping.id, Some(Field::None));
        for bad in ["prompt", "prompt=", "question=prompt", "id=a,id=b", ""] {
            assert!(Mapping::parse(&[bad]).is_err(), "{bad}");
        }
    }
}
