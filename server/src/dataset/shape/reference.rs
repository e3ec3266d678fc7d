//! From a row's answer, checker and criteria to a grading.

use super::fields::{Layout, Options};
use crate::dataset::check::Check;
use crate::dataset::grading::{Grading, GradingDefault};
use crate::dataset::item::Blocked;
use crate::dataset::mcq;
use crate::dataset::tree::Tree;

/// How the row's answer will be graded.
pub(super) fn grading(
    row: &Tree,
    layout: &Layout,
    options: Option<Options>,
    default: GradingDefault,
) -> Result<Grading, Blocked> {
    let field = |path: &Option<String>| path.as_deref().and_then(|path| row.at(path));
    let answers = answers(field(&layout.answer))?;
    let criteria = criteria(field(&layout.criteria))?;
    let kind = match (layout.eval752, row.get("type")) {
        (true, Some(kind)) => kind.as_text(),
        _ => None,
    };
    match kind {
        None | Some("mcq_single" | "mcq_multi" | "freeform" | "code") => {}
        Some("judge_pairwise") => {
            return Err(Blocked::new(
                "item.kind",
                "it compares two responses, and a capture has one",
            ));
        }
        Some(_) => {
            return Err(Blocked::new(
                "item.kind",
                "its type is not known; known are mcq_single, mcq_multi, freeform and code",
            ));
        }
    }
    if matches!(kind, Some("mcq_single" | "mcq_multi")) && options.is_none() {
        return Err(Blocked::new(
            "item.choices",
            "it is a choice without choices",
        ));
    }
    if layout.eval752
        && let Some(checker) = row.get("checker").filter(|checker| !checker.is_empty())
    {
        return Ok(Grading::Program {
            checks: vec![self::checker(checker, &answers)?],
        });
    }
    if let Some(options) = options {
        return choice(&answers, options, kind, criteria);
    }
    Ok(free_text(answers, criteria, default))
}

/// The answers of a row: one text, several, or none.
fn answers(value: Option<&Tree>) -> Result<Vec<String>, Blocked> {
    let bad = || {
        Blocked::new(
            "item.answer",
            "its answer is neither a text nor a list of texts",
        )
    };
    match value {
        None | Some(Tree::Null) => Ok(Vec::new()),
        Some(Tree::List(list)) => list
            .iter()
            .map(|answer| answer.scalar().map(str::to_owned).ok_or_else(bad))
            .collect(),
        Some(value) => match value.scalar() {
            Some("") => Ok(Vec::new()),
            Some(text) => Ok(vec![text.to_owned()]),
            None => Err(bad()),
        },
    }
}

fn criteria(value: Option<&Tree>) -> Result<Option<String>, Blocked> {
    let Some(value) = value.filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let text = match value {
        Tree::List(list) => {
            let lines: Option<Vec<&str>> = list.iter().map(Tree::scalar).collect();
            lines.map(|lines| lines.join("\n"))
        }
        value => value.scalar().map(str::to_owned),
    };
    match text {
        Some(text) => Ok(Some(text)),
        None => Err(Blocked::new("item.criteria", "its criteria are no text")),
    }
}

fn choice(
    answers: &[String],
    options: Options,
    kind: Option<&str>,
    criteria: Option<String>,
) -> Result<Grading, Blocked> {
    let several = kind == Some("mcq_multi") || answers.len() > 1;
    if kind == Some("mcq_single") && answers.len() > 1 {
        return Err(Blocked::new(
            "item.answer",
            "it has one right choice and several answers",
        ));
    }
    let split: Vec<&str> = match answers {
        // `A, C` and `AC` are usual for several letters.
        [one] if several && !options.texts.contains(one) => {
            let letters: Vec<&str> = one
                .split([',', ';', ' '])
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .collect();
            match letters.as_slice() {
                [word] if word.bytes().all(|byte| byte.is_ascii_uppercase()) => {
                    word.split("").filter(|letter| !letter.is_empty()).collect()
                }
                _ => letters,
            }
        }
        answers => answers.iter().map(String::as_str).collect(),
    };
    let by_label = |answer: &str| {
        let at = options
            .labels
            .iter()
            .position(|label| label == answer.trim())?;
        mcq::letter(at)
    };
    let letters = match split
        .iter()
        .map(|answer| by_label(answer))
        .collect::<Option<Vec<_>>>()
    {
        Some(letters) if !options.labels.is_empty() => letters,
        _ => mcq::letters(&split, &options.texts)?,
    };
    Ok(
        match (mcq::check(letters, options.texts, several), criteria) {
            (Some(check), _) => Grading::Program {
                checks: vec![check],
            },
            (None, Some(criteria)) => Grading::Judge {
                reference: None,
                criteria: Some(criteria),
                checks: Vec::new(),
            },
            (None, None) => Grading::Nothing,
        },
    )
}

fn free_text(answers: Vec<String>, criteria: Option<String>, default: GradingDefault) -> Grading {
    match (answers.as_slice(), criteria) {
        ([], None) => Grading::Nothing,
        ([], criteria) => Grading::Judge {
            reference: None,
            criteria,
            checks: Vec::new(),
        },
        ([one], None) if is_bracketed_letter(one) => Grading::Program {
            checks: vec![Check::Choice {
                letter: mcq::bare_letter(one).unwrap_or('?'),
                options: Vec::new(),
            }],
        },
        ([one], None) if final_number(one).is_some() => Grading::Program {
            checks: vec![Check::Numeric {
                value: final_number(one).unwrap_or_default(),
                tolerance: 0.0,
            }],
        },
        (_, Some(criteria)) => GradingDefault::Judge.grade(answers, Some(criteria)),
        (_, None) => default.grade(answers, None),
    }
}

/// `(B)`: the prompt lists the options itself.
fn is_bracketed_letter(text: &str) -> bool {
    text.trim().len() == 3 && text.trim().starts_with('(') && mcq::bare_letter(text).is_some()
}

/// The number after `####`, by which worked solutions end.
fn final_number(text: &str) -> Option<String> {
    let (_, tail) = text.rsplit_once("#### ")?;
    let number = tail.trim().replace(',', "");
    number
        .parse::<f64>()
        .ok()
        .filter(|n| n.is_finite())
        .map(|_| number)
}

/// `Eval_752`'s `checker`: a name, or an object with `type` and its settings.
fn checker(checker: &Tree, answers: &[String]) -> Result<Check, Blocked> {
    let bad = |why: &str| Blocked::new("item.checker", format!("its checker {why}"));
    let setting = |name: &str| checker.get(name).and_then(Tree::scalar);
    let name = checker
        .as_text()
        .or_else(|| checker.get("type").and_then(Tree::as_text))
        .ok_or_else(|| bad("names no type"))?;
    let texts = || -> Result<Vec<String>, Blocked> {
        match setting("value") {
            Some(value) => Ok(vec![value.to_owned()]),
            None if answers.is_empty() => {
                Err(bad("has nothing to compare with: no answer, no value"))
            }
            None => Ok(answers.to_vec()),
        }
    };
    let case = checker.get("case_sensitive") == Some(&Tree::Bool(true));
    match name {
        "exact" | "exact_match" => Ok(Check::Exact {
            any_of: texts()?,
            case,
        }),
        "contains" => Ok(Check::Contains {
            texts: texts()?,
            all: checker.get("all") == Some(&Tree::Bool(true)),
            case,
        }),
        "regex" => {
            let pattern = setting("pattern").map(str::to_owned);
            let pattern = pattern.map_or_else(|| texts().map(|texts| texts[0].clone()), Ok)?;
            regex(pattern)
        }
        "numeric" | "number" => {
            let value = texts()?.swap_remove(0).trim().replace(',', "");
            let tolerance = setting("tolerance").unwrap_or("0").parse::<f64>();
            match (value.parse::<f64>(), tolerance) {
                (Ok(number), Ok(tolerance)) if number.is_finite() && tolerance >= 0.0 => {
                    Ok(Check::Numeric { value, tolerance })
                }
                _ => Err(bad("compares numbers, but its value or tolerance is none")),
            }
        }
        _ => Err(bad(
            "is not known; known are exact, contains, regex and numeric",
        )),
    }
}

/// A pattern that compiles.
pub(super) fn regex(pattern: String) -> Result<Check, Blocked> {
    match regex::Regex::new(&pattern) {
        Ok(_) => Ok(Check::Regex { pattern }),
        Err(_) => Err(Blocked::new(
            "item.regex",
            "its pattern can't be used: look-around and back-references are not supported",
        )),
    }
}
