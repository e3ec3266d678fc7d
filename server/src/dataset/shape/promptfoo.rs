//! promptfoo tests: variables and assertions, with the prompt in a template elsewhere.

use super::assertion::{self, Assertion};
use super::{Draft, Reading};
use crate::dataset::item::{Blocked, Item};
use crate::dataset::mapping::{Mapping, PromptField};
use crate::dataset::read::Row;
use crate::dataset::template;
use crate::dataset::tree::Tree;

/// One test and where it stands.
pub(super) struct Test {
    pub(super) place: String,
    pub(super) id: Option<String>,
    pub(super) section: Option<String>,
    pub(super) vars: Tree,
    pub(super) assertions: Result<Vec<Assertion>, Blocked>,
}

/// A whole configuration.
pub(super) fn config(root: &Tree, mapping: &Mapping) -> Result<Reading, String> {
    let Some(tests) = root.get("tests").and_then(Tree::as_list) else {
        return Err(
            "the configuration's tests are in another file; give that file instead, with the \
             prompt as --map 'prompt=…{{name}}…'"
                .to_owned(),
        );
    };
    let nothing = Tree::Map(Vec::new());
    let default = root.get("defaultTest").unwrap_or(&nothing);
    let tests: Vec<Test> = tests
        .iter()
        .enumerate()
        .map(|(index, test)| self::test(format!("test {}", index + 1), test, default, root))
        .collect();
    let templates = match &mapping.prompt {
        Some(_) => Vec::new(),
        None => prompts(root)?,
    };
    drafts("promptfoo configuration", tests, templates, mapping)
}

/// Rows of `{ vars, assert }`.
pub(super) fn tests(rows: &[Row], mapping: &Mapping) -> Result<Reading, String> {
    let nothing = Tree::Map(Vec::new());
    let tests = rows
        .iter()
        .map(|row| test(row.place.to_string(), &row.tree, &nothing, &nothing))
        .collect();
    drafts("promptfoo tests", tests, Vec::new(), mapping)
}

/// The prompts of a configuration, as templates.
fn prompts(root: &Tree) -> Result<Vec<String>, String> {
    let refuse = |what: &str| {
        Err(format!(
            "{what}; give the prompt yourself, as --map 'prompt=…{{{{name}}}}…'"
        ))
    };
    let list = match root.get("prompts") {
        Some(Tree::List(list)) => list.as_slice(),
        Some(one @ Tree::Text(_)) => std::slice::from_ref(one),
        _ => return refuse("the configuration has no list of prompts"),
    };
    let mut templates = Vec::new();
    for (index, prompt) in list.iter().enumerate() {
        let text = prompt
            .as_text()
            .or_else(|| prompt.get("raw").and_then(Tree::as_text));
        match text {
            Some(text) if text.starts_with("file://") || text.starts_with("exec:") => {
                return refuse(&format!("prompt {} is in another file", index + 1));
            }
            Some(text) if text.trim_start().starts_with('[') && text.contains("\"role\"") => {
                return refuse(&format!("prompt {} is a conversation", index + 1));
            }
            Some(text) => templates.push(text.to_owned()),
            None => return refuse(&format!("prompt {} is no text", index + 1)),
        }
    }
    Ok(templates)
}

fn test(place: String, test: &Tree, default: &Tree, root: &Tree) -> Test {
    let text = |name: &str| test.at(name).and_then(Tree::scalar).map(str::to_owned);
    Test {
        place,
        id: text("id"),
        section: text("metadata.section").or_else(|| text("metadata.category")),
        vars: merged(default.get("vars"), test.get("vars")),
        assertions: assertions(test, default, root),
    }
}

fn merged(default: Option<&Tree>, own: Option<&Tree>) -> Tree {
    let mut members: Vec<(String, Tree)> = own.and_then(Tree::as_map).unwrap_or_default().to_vec();
    for (name, value) in default.and_then(Tree::as_map).unwrap_or_default() {
        if !members.iter().any(|(other, _)| other == name) {
            members.push((name.clone(), value.clone()));
        }
    }
    Tree::Map(members)
}

fn assertions(test: &Tree, default: &Tree, root: &Tree) -> Result<Vec<Assertion>, Blocked> {
    let lists = [default.get("assert"), test.get("assert")];
    let all = lists
        .into_iter()
        .flatten()
        .flat_map(|list| list.as_list().unwrap_or_default())
        .map(|assertion| Assertion::from_object(assertion, root))
        .collect::<Result<Vec<_>, _>>()?;
    for source in [default, test] {
        for (name, value) in source.as_map().unwrap_or_default() {
            let known = match name.as_str() {
                "vars" | "assert" | "description" | "metadata" | "id" => true,
                "threshold" => all.len() < 2,
                _ => value.is_empty(),
            };
            if !known {
                let name: String = name.chars().take(40).flat_map(char::escape_debug).collect();
                return Err(Blocked::new(
                    "item.test",
                    format!("its test has \"{name}\", which can't be expressed here"),
                ));
            }
        }
    }
    Ok(all)
}

/// Joins tests with templates; more than one template makes an item of each pair.
pub(super) fn drafts(
    shape: &'static str,
    tests: Vec<Test>,
    templates: Vec<String>,
    mapping: &Mapping,
) -> Result<Reading, String> {
    let templates = match (&mapping.prompt, templates.is_empty()) {
        (Some(PromptField::Template(template)), _) => vec![template.clone()],
        (Some(PromptField::Path(path)), _) => vec![format!("{{{{{path}}}}}")],
        (None, false) => templates,
        (None, true) => {
            let names: Vec<&str> = tests
                .first()
                .and_then(|test| test.vars.as_map())
                .unwrap_or_default()
                .iter()
                .map(|(name, _)| name.as_str())
                .collect();
            let first = names.first().unwrap_or(&"name");
            return Err(format!(
                "these are promptfoo tests with variables ({}) and without a prompt; give it, as \
                 --map 'prompt=Tell me about {{{{{first}}}}}' or --map prompt={first}",
                names.join(", ")
            ));
        }
    };
    let several = templates.len() > 1;
    let mut drafts = Vec::new();
    for test in tests {
        for (index, template) in templates.iter().enumerate() {
            let suffix = |id: &String| {
                if several {
                    format!("{id}-p{}", index + 1)
                } else {
                    id.clone()
                }
            };
            drafts.push(Draft {
                place: test.place.clone(),
                id: test.id.as_ref().map(suffix),
                section: test.section.clone(),
                item: item(&test, template),
                content: Tree::List(vec![Tree::Text(template.clone()), test.vars.clone()]),
            });
        }
    }
    Ok(Reading {
        shape,
        mapping: vec![
            "prompt = template with the test's variables".to_owned(),
            "grading = the test's assertions".to_owned(),
        ],
        drafts,
    })
}

fn item(test: &Test, template: &str) -> Result<Item, Blocked> {
    let listed = test
        .vars
        .as_map()
        .unwrap_or_default()
        .iter()
        .find(|(_, value)| value.as_list().is_some());
    if let Some((name, _)) = listed {
        let name: String = name.chars().take(40).flat_map(char::escape_debug).collect();
        return Err(Blocked::new(
            "item.variable",
            format!("its variable \"{name}\" is a list, which promptfoo turns into several tests"),
        ));
    }
    let assertions = test.assertions.as_ref().map_err(Clone::clone)?;
    Ok(Item {
        prompt: template::render(template, &test.vars)?,
        grading: assertion::grading(assertions, &test.vars)?,
    })
}
