//! promptfoo's assertions: the deterministic ones and the model-graded ones that a 0/1 judge
//! can stand in for. Everything else blocks its item by name.

use super::reference;
use crate::dataset::check::Check;
use crate::dataset::grading::Grading;
use crate::dataset::item::Blocked;
use crate::dataset::template;
use crate::dataset::tree::Tree;

/// An assertion in one of the two spellings, before its value is filled in.
#[derive(Debug, Clone)]
pub(super) struct Assertion {
    pub(super) kind: String,
    pub(super) value: Tree,
}

/// Types that exist in promptfoo; a table's cell begins with one of these or is compared whole.
const KINDS: &[&str] = &[
    "equals",
    "contains",
    "icontains",
    "contains-any",
    "contains-all",
    "icontains-any",
    "icontains-all",
    "starts-with",
    "regex",
    "is-json",
    "contains-json",
    "llm-rubric",
    "grade",
    "factuality",
    "model-graded-closedqa",
    "g-eval",
    "javascript",
    "fn",
    "eval",
    "python",
    "similar",
    "levenshtein",
    "latency",
    "cost",
    "perplexity",
    "rouge-n",
    "bleu",
    "webhook",
    "answer-relevance",
    "context-recall",
    "context-relevance",
    "context-faithfulness",
    "is-xml",
    "contains-xml",
    "is-sql",
    "contains-sql",
    "is-html",
    "is-refusal",
    "classifier",
    "moderation",
    "select-best",
    "is-valid-openai-tools-call",
    "is-valid-openai-function-call",
    "file",
    "ruby",
];

impl Assertion {
    /// An object `{ type, value, … }`, or `{ $ref }` into `root`.
    pub(super) fn from_object(tree: &Tree, root: &Tree) -> Result<Self, Blocked> {
        let tree = match tree.get("$ref").and_then(Tree::as_text) {
            None => tree,
            Some(pointer) => pointer
                .strip_prefix("#/")
                .map(|path| path.replace('/', "."))
                .and_then(|path| root.at(&path))
                .ok_or_else(|| {
                    let pointer: String = pointer
                        .chars()
                        .take(60)
                        .flat_map(char::escape_debug)
                        .collect();
                    unsupported(&format!("$ref {pointer} (it leads nowhere in this file)"))
                })?,
        };
        let kind = tree
            .get("type")
            .and_then(Tree::as_text)
            .ok_or_else(|| unsupported("an assertion without a type"))?;
        for (name, value) in tree.as_map().unwrap_or_default() {
            let known = match name.as_str() {
                "type" | "value" | "metric" => true,
                "threshold" | "weight" => within_zero_and_one(name, value),
                _ => value.is_empty(),
            };
            if !known {
                return Err(unsupported(&format!("{kind} with \"{}\"", excerpt(name))));
            }
        }
        Ok(Self {
            kind: kind.to_owned(),
            value: tree.get("value").cloned().unwrap_or(Tree::Null),
        })
    }

    /// A table's cell: `type(threshold):value`, or a text to equal.
    pub(super) fn from_cell(cell: &str) -> Result<Self, Blocked> {
        let (head, value) = match cell.split_once(':') {
            Some((head, value)) => (head.trim(), Some(value.trim())),
            None => (cell.trim(), None),
        };
        let (name, threshold) = match head.split_once('(') {
            Some((name, rest)) => (name, rest.strip_suffix(')')),
            None => (head, None),
        };
        let bare = name.strip_prefix("not-").unwrap_or(name);
        let takes_no_value = matches!(
            bare,
            "is-json" | "is-refusal" | "is-xml" | "is-sql" | "is-html"
        );
        if !KINDS.contains(&bare) || (value.is_none() && !takes_no_value) {
            return Ok(Self {
                kind: "equals".to_owned(),
                value: Tree::Text(cell.to_owned()),
            });
        }
        if let Some(threshold) = threshold
            && !within_zero_and_one("threshold", &Tree::Number(threshold.to_owned()))
        {
            return Err(unsupported(&format!("{name} with this threshold")));
        }
        let several = bare.ends_with("-any") || bare.ends_with("-all");
        let value = match value {
            None => Tree::Null,
            Some(value) if several => Tree::List(split_cell(value)),
            Some(value) => Tree::Text(value.to_owned()),
        };
        let kind = if name == "grade" { "llm-rubric" } else { name };
        Ok(Self {
            kind: kind.to_owned(),
            value,
        })
    }
}

/// One grading of all of a test's assertions; all must hold.
pub(super) fn grading(assertions: &[Assertion], vars: &Tree) -> Result<Grading, Blocked> {
    let mut checks = Vec::new();
    let mut criteria = Vec::new();
    let mut reference = None;
    for assertion in assertions {
        let fill = |value: &Tree| {
            let text = value.scalar().ok_or_else(|| {
                unsupported(&format!(
                    "{} with a value that is {}",
                    assertion.kind,
                    value.kind()
                ))
            })?;
            if text.starts_with("file://") {
                return Err(unsupported(&format!(
                    "{} with a value in another file",
                    assertion.kind
                )));
            }
            template::render(text, vars)
        };
        match assertion.kind.as_str() {
            "llm-rubric" | "model-graded-closedqa" | "g-eval" => {
                let text = match &assertion.value {
                    Tree::List(list) => {
                        let lines = list.iter().map(fill).collect::<Result<Vec<_>, _>>()?;
                        lines.join("\n")
                    }
                    value => fill(value)?,
                };
                criteria.push(text);
            }
            "factuality" if reference.is_none() => reference = Some(fill(&assertion.value)?),
            _ => checks.push(check(assertion, fill)?),
        }
    }
    Ok(
        match (
            checks.is_empty(),
            criteria.is_empty() && reference.is_none(),
        ) {
            (true, true) => Grading::Nothing,
            (false, true) => Grading::Program { checks },
            (_, false) => Grading::Judge {
                reference,
                criteria: (!criteria.is_empty()).then(|| criteria.join("\n")),
                checks,
            },
        },
    )
}

fn check(
    assertion: &Assertion,
    fill: impl Fn(&Tree) -> Result<String, Blocked>,
) -> Result<Check, Blocked> {
    let kind = assertion.kind.as_str();
    if let Some(inner) = kind.strip_prefix("not-") {
        let inner = Assertion {
            kind: inner.to_owned(),
            value: assertion.value.clone(),
        };
        return Ok(Check::Not {
            inner: Box::new(check(&inner, fill)?),
        });
    }
    let one = || fill(&assertion.value).map(|text| vec![text]);
    let several = || match &assertion.value {
        Tree::List(list) => list.iter().map(&fill).collect(),
        value => Ok(vec![fill(value)?]),
    };
    let contains = |texts, all, case| Check::Contains { texts, all, case };
    Ok(match kind {
        "equals" => Check::Exact {
            any_of: one()?,
            case: true,
        },
        "contains" => contains(one()?, true, true),
        "icontains" => contains(one()?, true, false),
        "contains-any" => contains(several()?, false, true),
        "contains-all" => contains(several()?, true, true),
        "icontains-any" => contains(several()?, false, false),
        "icontains-all" => contains(several()?, true, false),
        "starts-with" => Check::StartsWith { any_of: one()? },
        "regex" => reference::regex(one()?.swap_remove(0))?,
        "is-json" if assertion.value.is_empty() => Check::IsJson,
        "is-json" => return Err(unsupported("is-json with a schema")),
        other => return Err(unsupported(&excerpt(other))),
    })
}

fn unsupported(what: &str) -> Blocked {
    Blocked::new(
        "item.assertion",
        format!("its assertion can't be checked here: {what}"),
    )
}

// Our verdicts are 0 or 1, so any threshold above 0 and up to 1 asks for 1.
fn within_zero_and_one(name: &str, value: &Tree) -> bool {
    let number = value.scalar().and_then(|text| text.parse::<f64>().ok());
    match name {
        "weight" => number.is_some_and(|weight| weight > 0.0),
        _ => number.is_some_and(|threshold| threshold > 0.0 && threshold <= 1.0),
    }
}

/// `a, b\, c` as two texts.
fn split_cell(cell: &str) -> Vec<Tree> {
    let push = |parts: &mut Vec<String>, character| {
        if let Some(part) = parts.last_mut() {
            part.push(character);
        }
    };
    let mut parts = vec![String::new()];
    let mut chars = cell.chars().peekable();
    while let Some(character) = chars.next() {
        match character {
            '\\' if chars.peek() == Some(&',') => {
                chars.next();
                push(&mut parts, ',');
            }
            ',' => parts.push(String::new()),
            other => push(&mut parts, other),
        }
    }
    parts
        .into_iter()
        .map(|part| Tree::Text(part.trim().to_owned()))
        .collect()
}

fn excerpt(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Result<Grading, Blocked> {
        let vars = Tree::Map(vec![("topic".to_owned(), Tree::Text("tea".to_owned()))]);
        grading(&[Assertion::from_cell(text)?], &vars)
    }

    fn only(text: &str) -> Check {
        match cell(text) {
            Ok(Grading::Program { mut checks }) => checks.remove(0),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn cells_are_read_as_promptfoo_reads_them() {
        let contains = |texts: &[&str], all, case| Check::Contains {
            texts: texts.iter().map(ToString::to_string).collect(),
            all,
            case,
        };
        assert_eq!(
            only("contains: algorithm"),
            contains(&["algorithm"], true, true)
        );
        assert_eq!(
            only("icontains-any:a, b\\,c"),
            contains(&["a", "b,c"], false, false)
        );
        assert_eq!(
            only("not-contains:{{topic}}"),
            Check::Not {
                inner: Box::new(contains(&["tea"], true, true))
            }
        );
        let equals = |text: &str| Check::Exact {
            any_of: vec![text.to_owned()],
            case: true,
        };
        assert_eq!(
            only("note: this is no type"),
            equals("note: this is no type")
        );
        assert_eq!(only("contains"), equals("contains"));
        assert!(matches!(
            cell("llm-rubric(0.8): about {{topic}}?"),
            Ok(Grading::Judge { criteria: Some(text), .. }) if text == "about tea?"
        ));
    }

    #[test]
    fn what_cannot_be_run_is_named() {
        for (text, name) in [
            ("javascript: output.length", "javascript"),
            ("python: 1", "python"),
            ("similar(0.8): x", "similar"),
            ("not-similar: x", "similar"),
            ("llm-rubric(1.5): x", "threshold"),
            ("contains: file://x.txt", "another file"),
        ] {
            let blocked = cell(text).expect_err(text);
            assert_eq!(blocked.code, "item.assertion");
            assert!(
                blocked.message.contains(name),
                "{text}: {}",
                blocked.message
            );
        }
    }
}
