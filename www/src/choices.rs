//! The page's form, read from its JSON; each problem is named with the choice it is in.

use eval752_contract::capture::{Declared, Judge};
use eval752_contract::json::{self, Node};
use eval752_contract::origin::Origin;
use eval752_contract::preset::{Preset, builtin};
use eval752_contract::problem::{Problem, Problems, Reason};
use eval752_contract::role::Role;
use eval752_contract::script::ScriptOptions;
use eval752_contract::selectors_file::SelectorsFile;

/// What the page's form says, read from its JSON.
pub(crate) struct Choices {
    pub(crate) preset: Preset,
    pub(crate) origin: Option<Origin>,
    pub(crate) display_name: Option<String>,
    pub(crate) overrides: Vec<(Role, Vec<String>)>,
    pub(crate) options: ScriptOptions,
}

/// A problem and the choice it is in.
pub(crate) struct Issue {
    pub(crate) pointer: String,
    pub(crate) code: String,
    pub(crate) message: String,
}

impl Issue {
    pub(crate) fn new(pointer: &str, code: &str, message: impl Into<String>) -> Self {
        Self {
            pointer: pointer.to_owned(),
            code: code.to_owned(),
            message: message.into(),
        }
    }
}

/// Reads the form; what is wrong with it goes to `issues`.
pub(crate) fn read(text: &str, issues: &mut Vec<Issue>) -> Option<Choices> {
    let node = match json::parse(text.as_bytes()) {
        Ok(node) => node,
        Err(error) => {
            issues.push(Issue::new("", error.kind.code(), error.to_string()));
            return None;
        }
    };
    let mut problems = Problems::new();
    let choices = Choices::from_node(&node, &mut problems, issues);
    issues.extend(problems.into_vec().into_iter().map(problem_issue));
    choices
}

fn problem_issue(problem: Problem) -> Issue {
    let what = match problem.pointer.as_str() {
        "/origin" => "The origin".to_owned(),
        "/display_name" => "The name of the page".to_owned(),
        "/label" => "The label".to_owned(),
        "/judge/model" => "The judge's model".to_owned(),
        pointer => pointer.to_owned(),
    };
    Issue {
        message: format!("{what} {}.", problem.reason),
        code: problem.reason.code().to_owned(),
        pointer: problem.pointer,
    }
}

impl Choices {
    fn from_node(
        node: &Node<'_>,
        problems: &mut Problems,
        issues: &mut Vec<Issue>,
    ) -> Option<Self> {
        let object = problems.object(
            node,
            &[
                "preset",
                "origin",
                "display_name",
                "selectors",
                "label",
                "autostart",
                "evidence",
                "delay_ms",
                "item_timeout_ms",
                "declared",
                "judge",
            ],
        )?;
        let preset = problems.required(object, "preset", |problems, node| {
            problems.text_as(node, Reason::Slug, builtin)
        });
        let origin = problems.nullable(object, "origin", |problems, node| {
            let text = problems.text(node)?;
            match Origin::new(&text) {
                Ok(origin) => Some(origin),
                Err(error) => problems.note(node.at, Reason::Origin(error)),
            }
        });
        let display_name = problems.nullable(object, "display_name", Problems::filled);
        let selectors = problems.nullable(object, "selectors", Problems::text);
        let overrides = match selectors {
            Some(Some(text)) => read_selectors(&text, issues),
            _ => Some(Vec::new()),
        };
        let defaults = ScriptOptions::default();
        let delay = problems.nullable(object, "delay_ms", |problems, node| {
            match problems.array(node, Problems::integer)?.as_slice() {
                &[least, most] => Some((least, most)),
                _ => problems.note(node.at, Reason::Word("a pair of milliseconds")),
            }
        });
        let timeout = problems.nullable(object, "item_timeout_ms", Problems::integer);
        let options = ScriptOptions {
            autostart: problems.required(object, "autostart", Problems::boolean)?,
            evidence: problems.required(object, "evidence", Problems::boolean)?,
            label: problems.nullable(object, "label", Problems::filled)?,
            declared: problems.required(object, "declared", |problems, node| {
                Declared::read(node, problems)
            })?,
            judge: problems.nullable(object, "judge", |problems, node| {
                Judge::read(node, problems)
            })?,
            delay_ms: delay?.unwrap_or(defaults.delay_ms),
            item_timeout_ms: timeout?.unwrap_or(defaults.item_timeout_ms),
            continue_after_load: false,
        };
        Some(Self {
            preset: preset?,
            origin: origin?,
            display_name: display_name?,
            overrides: overrides?,
            options,
        })
    }
}

/// Selectors come as the text of a file, so that its own problems keep their pointers.
fn read_selectors(text: &str, issues: &mut Vec<Issue>) -> Option<Vec<(Role, Vec<String>)>> {
    let node = match json::parse(text.as_bytes()) {
        Ok(node) => node,
        Err(error) => {
            issues.push(Issue::new(
                "/selectors",
                error.kind.code(),
                format!("The selectors are no valid JSON: {error}."),
            ));
            return None;
        }
    };
    let mut problems = Problems::new();
    let read = SelectorsFile::read(&node, &mut problems);
    let found = problems.into_vec();
    let failed = !found.is_empty();
    issues.extend(found.into_iter().map(|problem| {
        let place = if problem.pointer.is_empty() {
            "The selectors: the document".to_owned()
        } else {
            format!("The selectors: {}", problem.pointer)
        };
        Issue {
            pointer: format!("/selectors{}", problem.pointer),
            code: problem.reason.code().to_owned(),
            message: format!("{place} {}.", problem.reason),
        }
    }));
    read.filter(|_| !failed).map(|file| file.selectors)
}
