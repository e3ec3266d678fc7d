//! Rows of no known tool: fields are found by name, and only where one name fits.

use std::collections::HashSet;

use super::candidates::{ANSWER, CHOICES, CONTEXT, CRITERIA, ID, PROMPT, SECTION, exact, similar};
use super::fields::{ChoicesField, Layout};
use crate::dataset::mapping::{Field, Mapping, PromptField};
use crate::dataset::read::Row;

/// The layout of `rows`, or the question to ask.
///
/// The fields of all rows count: one that only some have must not be passed over.
pub(super) fn layout(rows: &[Row], mapping: &Mapping) -> Result<Layout, String> {
    let mut seen = HashSet::new();
    let names: Vec<&str> = rows
        .iter()
        .flat_map(|row| row.tree.as_map().unwrap_or_default())
        .map(|(name, _)| name.as_str())
        .filter(|name| seen.insert(*name))
        .collect();
    let in_meta = rows.iter().any(|row| row.tree.at("meta.section").is_some());
    let mut questions = Vec::new();
    let prompt = match &mapping.prompt {
        Some(field) => field.clone(),
        None => find_prompt(&names, &mut questions),
    };
    let answer = match &mapping.answer {
        Some(field) => field.path().map(str::to_owned),
        None => one_of("answer", &names, ANSWER, true, &mut questions),
    };
    let criteria = match &mapping.criteria {
        Some(field) => field.path().map(str::to_owned),
        None => one_of("criteria", &names, CRITERIA, false, &mut questions),
    };
    let id = match &mapping.id {
        Some(field) => field.path().map(str::to_owned),
        None if names.contains(&"id") => Some("id".to_owned()),
        None => one_of("id", &names, ID, false, &mut questions),
    };
    let choices = match &mapping.choices {
        Some(Field::Path(path)) => ChoicesField::Field(path.clone()),
        Some(Field::None) => ChoicesField::None,
        None => match one_of("choices", &names, CHOICES, false, &mut questions) {
            Some(field) => ChoicesField::Field(field),
            None => lettered_columns(&names),
        },
    };
    let sections = exact(&names, SECTION);
    let section = match (&mapping.section, sections.as_slice()) {
        (Some(field), _) => field.path().map(str::to_owned),
        (None, [one] | ["section", .., one]) if *one == "section" || sections.len() == 1 => {
            Some((*one).to_owned())
        }
        (None, ["section", ..]) => Some("section".to_owned()),
        (None, [_, _, ..]) if !in_meta => {
            return finish(
                Layout::generic(prompt, id, answer, choices, None, criteria).noting(format!(
                    "section = none ({} could all be it; choose with --map section={})",
                    sections.join(", "),
                    sections[0]
                )),
                &questions,
            );
        }
        _ => in_meta.then(|| "meta.section".to_owned()),
    };
    finish(
        Layout::generic(prompt, id, answer, choices, section, criteria),
        &questions,
    )
}

fn finish(layout: Layout, questions: &[String]) -> Result<Layout, String> {
    if questions.is_empty() {
        Ok(layout)
    } else {
        Err(questions.join("; "))
    }
}

fn find_prompt(names: &[&str], questions: &mut Vec<String>) -> PromptField {
    let exact_names = exact(names, PROMPT);
    let found = match exact_names.as_slice() {
        [one] => one,
        [] => {
            let similar = similar(names, PROMPT);
            let candidates = if similar.is_empty() { names } else { &similar };
            questions.push(format!(
                "no field is plainly the prompt; say which one is, as --map prompt={} (fields: {})",
                candidates.first().unwrap_or(&"FIELD"),
                candidates.join(", ")
            ));
            return PromptField::Path(String::new());
        }
        several => {
            questions.push(format!(
                "the prompt could be {}; say which one is, as --map prompt={}",
                several.join(" or "),
                several[0]
            ));
            return PromptField::Path(String::new());
        }
    };
    if let Some(context) = exact(names, CONTEXT).first() {
        questions.push(format!(
            "there is a \"{context}\" beside the \"{found}\"; say whether it is part of what is \
             asked, as --map 'prompt={{{{{context}}}}}\\n\\n{{{{{found}}}}}', or not, as --map prompt={found}"
        ));
    }
    PromptField::Path((*found).to_owned())
}

fn one_of(
    role: &str,
    names: &[&str],
    candidates: &[&str],
    look_alikes: bool,
    questions: &mut Vec<String>,
) -> Option<String> {
    let mut found = exact(names, candidates);
    if let ([one], _) = (found.as_slice(), look_alikes) {
        return Some((*one).to_owned());
    }
    if found.is_empty() && look_alikes {
        found = similar(names, candidates);
    }
    if let Some(first) = found.first() {
        questions.push(format!(
            "the {role} could be {}; say which one is, as --map {role}={first}, or that none is, \
             as --map {role}=-",
            found.join(" or ")
        ));
    }
    None
}

/// Columns A, B, C, … hold the options.
fn lettered_columns(names: &[&str]) -> ChoicesField {
    let columns: Vec<String> = (b'A'..=b'Z')
        .map(|letter| char::from(letter).to_string())
        .take_while(|letter| names.contains(&letter.as_str()))
        .collect();
    if columns.len() < 2 {
        ChoicesField::None
    } else {
        ChoicesField::Columns(columns)
    }
}
