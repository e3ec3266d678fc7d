//! The whole way from a file to a dataset: reading, meaning, ids.

use std::collections::HashMap;
use std::io::Read as _;
use std::path::Path;

use eval752_contract::digest::Digester;
use eval752_contract::ids::ItemId;

use super::grading::GradingDefault;
use super::item::{Blocked, Dataset, Entry};
use super::mapping::Mapping;
use super::read;
use super::shape::{self, Choices, Draft};
use crate::error::{Error, Issue};

/// A file's name and bytes.
#[derive(Debug, Clone)]
pub struct Source {
    /// The file's name without its folder, or `standard input`.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What the user decided.
#[derive(Debug, Clone, Default)]
pub struct LoadOptions {
    /// Which field is what.
    pub mapping: Mapping,
    /// The dataset's name; else the file's name without its ending.
    pub name: Option<String>,
    /// Take the first of several turns.
    pub first_turn: bool,
    /// Send `{{…}}` in prompts as it is.
    pub keep_braces: bool,
    /// How free-text references are graded.
    pub grading: GradingDefault,
}

impl Source {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// [`Error::Read`].
    pub fn open(path: &Path) -> Result<Self, Error> {
        let (name, bytes) = if path.as_os_str() == "-" {
            let mut bytes = Vec::new();
            let read = std::io::stdin().lock().read_to_end(&mut bytes);
            ("standard input".to_owned(), read.map(|_| bytes))
        } else {
            let name = path.file_name().unwrap_or(path.as_os_str());
            (name.to_string_lossy().into_owned(), std::fs::read(path))
        };
        Ok(Self {
            name,
            bytes: bytes.map_err(Error::read(path))?,
        })
    }

    pub(super) fn stem(&self) -> &str {
        self.name
            .rsplit_once('.')
            .map_or(&*self.name, |(stem, _)| stem)
    }
}

/// Reads a dataset.
///
/// # Errors
/// [`Error::Dataset`] when the file is no dataset, [`Error::Mapping`] when only the user can
/// say what a field means. Rows that can't be packed are no error: see [`Entry::issue`].
pub fn load(source: &Source, options: &LoadOptions) -> Result<Dataset, Error> {
    let document = read::read(&source.name, &source.bytes, options.mapping.rows.as_deref())?;
    let choices = Choices {
        first_turn: options.first_turn,
        keep_braces: options.keep_braces,
        grading: options.grading,
    };
    let reading = shape::interpret(document, &options.mapping, choices).map_err(|message| {
        Error::Mapping {
            name: source.name.clone(),
            message,
        }
    })?;
    let mut understood = vec![format!("shape = {}", reading.shape)];
    understood.extend(reading.mapping);
    let mut dataset = Dataset {
        name: options
            .name
            .clone()
            .unwrap_or_else(|| source.stem().to_owned()),
        entries: entries(reading.drafts),
        understood,
        warnings: Vec::new(),
    };
    refuse_repeated_ids(&source.name, &dataset.entries)?;
    dataset.warnings = repeated_prompts(&dataset.entries);
    Ok(dataset)
}

/// Settles ids: a row's own, or one made from what it asks, so that moving rows about does
/// not rename them.
fn entries(drafts: Vec<Draft>) -> Vec<Entry> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    drafts
        .into_iter()
        .map(|draft| {
            let item = draft.item.and_then(|item| {
                if item.prompt.trim().is_empty() {
                    Err(Blocked::new("item.no_prompt", "its prompt is empty"))
                } else {
                    Ok(item)
                }
            });
            let id = draft.id.and_then(ItemId::new).unwrap_or_else(|| {
                let text = match &item {
                    Ok(item) => item.prompt.split_whitespace().collect::<Vec<_>>().join(" "),
                    Err(_) => format!("{:?}", draft.content),
                };
                let count = seen.entry(text.clone()).or_default();
                *count += 1;
                derived_id(&text, *count)
            });
            Entry {
                id,
                section: draft.section.unwrap_or_else(|| "default".to_owned()),
                place: draft.place,
                item,
            }
        })
        .collect()
}

fn derived_id(text: &str, occurrence: usize) -> ItemId {
    let mut digester = Digester::new();
    digester.field(text.as_bytes());
    let digest = digester.finish();
    let short: String = digest
        .as_str()
        .chars()
        .skip("sha256:".len())
        .take(12)
        .collect();
    let id = match occurrence {
        1 => format!("item-{short}"),
        n => format!("item-{short}-{n}"),
    };
    ItemId::new(id).unwrap_or_else(|| unreachable!("an id with text in it"))
}

pub(super) fn refuse_repeated_ids(name: &str, entries: &[Entry]) -> Result<(), Error> {
    let mut first: HashMap<&ItemId, &str> = HashMap::new();
    let mut issues = Vec::new();
    for entry in entries {
        match first.get(&entry.id) {
            None => {
                first.insert(&entry.id, &entry.place);
            }
            Some(place) if issues.len() < read::MAX_ISSUES => issues.push(
                Issue::new(
                    "dataset.duplicate_id",
                    format!(
                        "the id stands on {place} and again on {}; ids must be unique",
                        entry.place
                    ),
                )
                .of(&entry.id),
            ),
            Some(_) => {}
        }
    }
    if issues.is_empty() {
        Ok(())
    } else {
        Err(Error::Dataset {
            name: name.to_owned(),
            issues,
        })
    }
}

fn repeated_prompts(entries: &[Entry]) -> Vec<Issue> {
    let mut first: HashMap<&str, &str> = HashMap::new();
    let mut issues = Vec::new();
    for entry in entries {
        let Ok(item) = &entry.item else { continue };
        if let Some(place) = first.get(item.prompt.as_str()) {
            issues.push(
                Issue::new(
                    "dataset.duplicate_prompt",
                    format!("asks the same as {place}"),
                )
                .of(&entry.id)
                .at(&entry.place),
            );
        } else {
            first.insert(&item.prompt, &entry.place);
        }
    }
    issues
}
