//! Rows whose meaning lies in named fields: one engine for all shapes that work this way.

use super::candidates::{MEDIA, SYSTEM, exact};
use super::messages::prompt_text;
use super::{Choices, Draft, Reading, reference};
use crate::dataset::item::{Blocked, Item};
use crate::dataset::mapping::{Field, Mapping, PromptField};
use crate::dataset::mcq;
use crate::dataset::read::Row;
use crate::dataset::template;
use crate::dataset::tree::Tree;

/// Which field is what.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    shape: &'static str,
    /// Rows have `type`, `inputs` and `checker` as `Eval_752` has them.
    pub(super) eval752: bool,
    prompt: PromptField,
    id: Option<String>,
    pub(super) answer: Option<String>,
    choices: ChoicesField,
    section: Option<String>,
    pub(super) criteria: Option<String>,
    notes: Vec<String>,
}

/// Where options come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ChoicesField {
    None,
    Field(String),
    /// A table's cell with options between commas.
    Commas(String),
    Columns(Vec<String>),
}

/// A row's options, and the labels that answers may name them by.
pub(super) struct Options {
    pub(super) texts: Vec<String>,
    pub(super) labels: Vec<String>,
}

impl Layout {
    pub(crate) fn generic(
        prompt: PromptField,
        id: Option<String>,
        answer: Option<String>,
        choices: ChoicesField,
        section: Option<String>,
        criteria: Option<String>,
    ) -> Self {
        Self {
            shape: "rows with named fields",
            eval752: false,
            prompt,
            id,
            answer,
            choices,
            section,
            criteria,
            notes: Vec::new(),
        }
    }

    fn named(shape: &'static str, prompt: &str, answer: &str) -> Self {
        let own = |name: &str| Some(name.to_owned());
        Self {
            shape,
            ..Self::generic(
                PromptField::Path(prompt.to_owned()),
                own("id"),
                own(answer),
                ChoicesField::Field("choices".to_owned()),
                None,
                own("criteria"),
            )
        }
    }

    pub(crate) fn eval752() -> Self {
        Self {
            eval752: true,
            section: Some("meta.section".to_owned()),
            ..Self::named("Eval_752 items", "inputs.text", "answer")
        }
    }

    pub(crate) fn inspect(first: &Tree, table: bool) -> Self {
        let mut layout = Self::named("Inspect samples", "input", "target");
        if table && first.get("choices").is_some() {
            layout.choices = ChoicesField::Commas("choices".to_owned());
        }
        layout
    }

    pub(crate) fn openai_evals() -> Self {
        Self::named("OpenAI evals samples", "input", "ideal")
    }

    pub(crate) fn mt_bench() -> Self {
        Self {
            id: Some("question_id".to_owned()),
            section: Some("category".to_owned()),
            choices: ChoicesField::None,
            ..Self::named("MT-bench questions", "turns", "reference")
        }
    }

    pub(crate) fn noting(mut self, note: String) -> Self {
        self.notes.push(note);
        self
    }

    /// The layout with what the user said instead.
    pub(crate) fn overridden(mut self, mapping: &Mapping) -> Self {
        if let Some(prompt) = &mapping.prompt {
            self.prompt = prompt.clone();
        }
        if let Some(field) = &mapping.choices {
            self.choices = match field {
                Field::None => ChoicesField::None,
                Field::Path(path) => ChoicesField::Field(path.clone()),
            };
        }
        for (own, said) in [
            (&mut self.id, &mapping.id),
            (&mut self.answer, &mapping.answer),
            (&mut self.section, &mapping.section),
            (&mut self.criteria, &mapping.criteria),
        ] {
            if let Some(field) = said {
                *own = field.path().map(str::to_owned);
            }
        }
        self
    }

    fn describe(&self, rows: &[Row]) -> Vec<String> {
        let mut lines = vec![match &self.prompt {
            PromptField::Path(path) => format!("prompt = {path}"),
            PromptField::Template(_) => "prompt = the template given".to_owned(),
        }];
        let has = |path: &str| rows.iter().any(|row| row.tree.at(path).is_some());
        let there = |field: &Option<String>| field.clone().filter(|path| has(path));
        match there(&self.id) {
            Some(path) => lines.push(format!("id = {path}")),
            None => lines.push("id = derived from the prompt".to_owned()),
        }
        lines.push(format!(
            "answer = {}",
            there(&self.answer).unwrap_or_else(|| "none".to_owned())
        ));
        match &self.choices {
            ChoicesField::Field(path) if has(path) => {
                lines.push(format!("choices = {path}"));
            }
            ChoicesField::Commas(path) => {
                lines.push(format!("choices = {path}, split at commas"));
            }
            ChoicesField::Columns(columns) => {
                lines.push(format!("choices = columns {}", columns.join(", ")));
            }
            ChoicesField::Field(_) | ChoicesField::None => {}
        }
        for (name, field) in [("section", &self.section), ("criteria", &self.criteria)] {
            if let Some(path) = there(field) {
                lines.push(format!("{name} = {path}"));
            }
        }
        lines.extend(self.notes.iter().cloned());
        lines
    }
}

/// Reads every row.
pub(super) fn read(rows: Vec<Row>, layout: &Layout, choices: Choices) -> Reading {
    let mapping = layout.describe(&rows);
    let drafts = rows
        .into_iter()
        .map(|row| {
            let text_at = |path: &Option<String>| {
                let value = row.tree.at(path.as_deref()?)?.scalar()?;
                (!value.is_empty()).then(|| value.to_owned())
            };
            Draft {
                place: row.place.to_string(),
                id: text_at(&layout.id),
                section: text_at(&layout.section),
                item: item(&row.tree, layout, choices),
                content: row.tree,
            }
        })
        .collect();
    Reading {
        shape: layout.shape,
        mapping,
        drafts,
    }
}

fn item(row: &Tree, layout: &Layout, choices: Choices) -> Result<Item, Blocked> {
    refuse_what_cannot_be_typed(row, layout)?;
    let prompt = match &layout.prompt {
        PromptField::Template(template) => template::render(template, row)?,
        PromptField::Path(path) => {
            let text = match row.at(path) {
                Some(value) => prompt_text(value, choices.first_turn)?,
                None => {
                    return Err(Blocked::new(
                        "item.no_prompt",
                        format!("it has no field \"{path}\""),
                    ));
                }
            };
            if !choices.keep_braces
                && let Some(found) = template::unrendered(&text)
            {
                let found: String = found
                    .chars()
                    .take(40)
                    .flat_map(char::escape_debug)
                    .collect();
                return Err(Blocked::new(
                    "item.template",
                    format!(
                        "its prompt has {found} in it, which looks like a template nobody filled \
                         in; --keep-braces sends it as it is"
                    ),
                ));
            }
            text
        }
    };
    let options = options(row, &layout.choices)?;
    let prompt = match &options {
        Some(options) => mcq::render(&prompt, &options.texts)?,
        None => prompt,
    };
    let grading = reference::grading(row, layout, options, choices.grading)?;
    Ok(Item { prompt, grading })
}

fn refuse_what_cannot_be_typed(row: &Tree, layout: &Layout) -> Result<(), Blocked> {
    let inside = if layout.eval752 {
        row.get("inputs")
    } else {
        None
    };
    for place in [Some(row), inside].into_iter().flatten() {
        let names: Vec<&str> = place
            .as_map()
            .unwrap_or_default()
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, _)| name.as_str())
            .collect();
        if let Some(name) = exact(&names, MEDIA).first() {
            return Err(Blocked::new(
                "item.media",
                format!("it has \"{name}\"; only text can be sent"),
            ));
        }
        if let Some(name) = exact(&names, SYSTEM).first() {
            return Err(Blocked::new(
                "item.system_message",
                format!("it has \"{name}\"; a system message can't be typed into a chat page"),
            ));
        }
    }
    let unknown = inside
        .and_then(Tree::as_map)
        .unwrap_or_default()
        .iter()
        .find(|(name, value)| name != "text" && !value.is_empty());
    match unknown {
        Some((name, _)) => Err(Blocked::new(
            "item.inputs",
            format!("its inputs have \"{name}\", which is not known; only text can be sent"),
        )),
        None => Ok(()),
    }
}

fn options(row: &Tree, field: &ChoicesField) -> Result<Option<Options>, Blocked> {
    let bad = || Blocked::new("item.choices", "its choices are not a list of texts");
    let plain = |texts: Vec<String>| {
        Some(Options {
            texts,
            labels: Vec::new(),
        })
    };
    let texts = |list: &[Tree]| -> Result<Vec<String>, Blocked> {
        list.iter()
            .map(|option| option.scalar().map(str::to_owned).ok_or_else(bad))
            .collect()
    };
    match field {
        ChoicesField::None => Ok(None),
        ChoicesField::Columns(columns) => {
            let cells = columns
                .iter()
                .map(|column| row.get(column).and_then(Tree::scalar))
                .map(|cell| cell.map(str::to_owned).ok_or_else(bad));
            Ok(plain(cells.collect::<Result<_, _>>()?))
        }
        ChoicesField::Commas(path) => match row.at(path).and_then(Tree::as_text) {
            None | Some("") => Ok(None),
            Some(cell) => Ok(plain(
                cell.split(',')
                    .map(|option| option.trim().to_owned())
                    .collect(),
            )),
        },
        ChoicesField::Field(path) => match row.at(path) {
            None => Ok(None),
            Some(value) if value.is_empty() => Ok(None),
            Some(Tree::List(list)) => Ok(plain(texts(list)?)),
            Some(map @ Tree::Map(_)) => {
                let list = |name| map.get(name).and_then(Tree::as_list).ok_or_else(bad);
                let options = Options {
                    texts: texts(list("text")?)?,
                    labels: texts(list("label")?)?,
                };
                if options.texts.len() == options.labels.len() {
                    Ok(Some(options))
                } else {
                    Err(bad())
                }
            }
            Some(Tree::Text(text)) => {
                let node = eval752_contract::json::parse(text.as_bytes()).map_err(|_| bad())?;
                match Tree::from_json(&node) {
                    Tree::List(list) => Ok(plain(texts(&list)?)),
                    _ => Err(bad()),
                }
            }
            Some(_) => Err(bad()),
        },
    }
}
