//! The checks a program makes, on the plain text of a response.

use regex::RegexBuilder;
use serde_json::{Value, json};

use super::{choice, number, reason};
use crate::dataset::Check;
use crate::store::Verdict;
use eval752_contract::plain::{plain_text, squeezed};

/// The largest automaton a dataset's pattern may make.
const REGEX_SIZE: usize = 1 << 20;

/// What a check came to, and how.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) verdict: Verdict,
    pub(super) method: &'static str,
    pub(super) detail: Value,
}

/// Runs all checks; all must hold. One that can't tell makes the whole untold, unless another
/// has failed.
pub(super) fn check_all(checks: &[Check], response: &str) -> Outcome {
    let plain = plain_text(response);
    let mut untold = None;
    let mut lowest: Option<Outcome> = None;
    for check in checks {
        let outcome = check_one(check, &plain, response);
        match outcome.verdict {
            Verdict::Unscored(_) => untold = untold.or(Some(outcome)),
            Verdict::Scored(score) => {
                let lower = match &lowest {
                    Some(Outcome {
                        verdict: Verdict::Scored(other),
                        ..
                    }) => score < *other,
                    _ => true,
                };
                if lower {
                    lowest = Some(outcome);
                }
            }
        }
    }
    match (lowest, untold) {
        (
            Some(
                failed @ Outcome {
                    verdict: Verdict::Scored(score),
                    ..
                },
            ),
            Some(_),
        ) if score <= 0.0 => failed,
        (_, Some(untold)) => untold,
        (Some(lowest), None) => lowest,
        (None, None) => Outcome {
            verdict: Verdict::Unscored(reason::NO_REFERENCE),
            method: "none",
            detail: Value::Null,
        },
    }
}

/// Whether the response equals a reference, so that no judge need be asked.
pub(super) fn equals_reference(reference: &str, response: &str) -> bool {
    let exact = Check::Exact {
        any_of: reference.split("\nor: ").map(str::to_owned).collect(),
        case: false,
    };
    check_one(&exact, &plain_text(response), response).verdict == Verdict::Scored(1.0)
}

fn check_one(check: &Check, plain: &str, raw: &str) -> Outcome {
    let told = |method, holds: bool| Outcome {
        verdict: Verdict::Scored(if holds { 1.0 } else { 0.0 }),
        method,
        detail: Value::Null,
    };
    let untold = |method| Outcome {
        verdict: Verdict::Unscored(reason::UNPARSEABLE),
        method,
        detail: Value::Null,
    };
    match check {
        Check::Exact { any_of, case } => {
            let found = comparable(plain, *case);
            let raw = comparable(raw, *case);
            told(
                "exact",
                any_of.iter().any(|wanted| {
                    let wanted = comparable(wanted, *case);
                    wanted == found || wanted == raw
                }),
            )
        }
        Check::Contains { texts, all, case } => {
            let fold = |text: &str| {
                if *case {
                    squeezed(text)
                } else {
                    squeezed(text).to_lowercase()
                }
            };
            let (plain, raw) = (fold(plain), fold(raw));
            let mut hits = texts.iter().map(|text| {
                let text = fold(text);
                plain.contains(&text) || raw.contains(&text)
            });
            told(
                "contains",
                if *all {
                    hits.all(|hit| hit)
                } else {
                    hits.any(|hit| hit)
                },
            )
        }
        Check::StartsWith { any_of } => told(
            "starts_with",
            any_of
                .iter()
                .any(|text| plain.starts_with(text.as_str()) || raw.starts_with(text.as_str())),
        ),
        Check::Regex { pattern } => match RegexBuilder::new(pattern).size_limit(REGEX_SIZE).build()
        {
            Ok(regex) => told("regex", regex.is_match(plain) || regex.is_match(raw)),
            Err(_) => untold("regex"),
        },
        Check::Numeric { value, tolerance } => {
            match (number::answer(plain), number::parse(value)) {
                (Some(found), Some(wanted)) => Outcome {
                    detail: json!({ "found": found }),
                    ..told("numeric", (found - wanted).abs() <= *tolerance)
                },
                _ => untold("numeric"),
            }
        }
        Check::Choice { letter, options } => match choice::letter(plain, options) {
            Some(found) => Outcome {
                detail: json!({ "found": found }),
                ..told("choice", found == *letter)
            },
            None => untold("choice"),
        },
        Check::ChoiceSet { letters, options } => match choice::letters(plain, options) {
            Some(found) => Outcome {
                verdict: Verdict::Scored(f1(letters, &found)),
                method: "set",
                detail: json!({ "found": found }),
            },
            None => untold("set"),
        },
        Check::IsJson => {
            let is_json =
                |text: &str| serde_json::from_str::<serde::de::IgnoredAny>(text.trim()).is_ok();
            told("is_json", is_json(raw) || is_json(plain))
        }
        Check::Not { inner } => {
            let inner = check_one(inner, plain, raw);
            match inner.verdict {
                Verdict::Scored(score) => told(inner.method, score < 1.0),
                Verdict::Unscored(_) => inner,
            }
        }
    }
}

/// Text for comparing whole: white space apart, one full stop and one pair of quotes at the
/// ends forgiven where case is.
fn comparable(text: &str, case: bool) -> String {
    let text = squeezed(text);
    if case {
        return text;
    }
    let text = text.strip_suffix('.').unwrap_or(&text);
    let text = ["\"\"", "''", "“”"]
        .iter()
        .find_map(|pair| {
            let mut marks = pair.chars();
            text.strip_prefix(marks.next()?)?
                .strip_suffix(marks.next()?)
        })
        .unwrap_or(text);
    text.to_lowercase()
}

/// The harmonic mean of precision and recall.
fn f1(wanted: &[char], found: &[char]) -> f64 {
    let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    let both = found
        .iter()
        .filter(|letter| wanted.contains(letter))
        .count();
    let all = wanted.len() + found.len();
    if all == 0 {
        0.0
    } else {
        2.0 * count(both) / count(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(check: Check, response: &str) -> Verdict {
        check_all(&[check], response).verdict
    }

    fn exact(text: &str, case: bool) -> Check {
        Check::Exact {
            any_of: vec![text.to_owned()],
            case,
        }
    }

    fn contains(texts: &[&str], all: bool) -> Check {
        Check::Contains {
            texts: texts.iter().map(ToString::to_string).collect(),
            all,
            case: false,
        }
    }

    #[test]
    fn each_check_holds_where_it_should() {
        let yes = Verdict::Scored(1.0);
        let no = Verdict::Scored(0.0);
        let numeric = |tolerance| Check::Numeric {
            value: "206".to_owned(),
            tolerance,
        };
        let regex = |pattern: &str| Check::Regex {
            pattern: pattern.to_owned(),
        };
        let not = |inner| Check::Not {
            inner: Box::new(inner),
        };
        for (check, response, verdict) in [
            (exact("Paris", false), "**paris**.", yes.clone()),
            (exact("Paris", false), "It is Paris", no.clone()),
            (exact("Paris", true), "paris", no.clone()),
            (exact("**b**", true), "**b**", yes.clone()),
            (
                contains(&["new  york", "rome"], false),
                "I like **New\nYork**",
                yes.clone(),
            ),
            (
                contains(&["new york", "rome"], true),
                "New York",
                no.clone(),
            ),
            (numeric(0.0), "There are 206 bones", yes.clone()),
            (numeric(0.5), "206.4", yes.clone()),
            (numeric(0.0), "207", no.clone()),
            (numeric(0.0), "many", Verdict::Unscored(reason::UNPARSEABLE)),
            (regex(r"^\d{4}$"), "`1996`", yes.clone()),
            (regex(r"^\d{4}$"), "in 1996", no.clone()),
            (Check::IsJson, "```json\n{\"a\":[1]}\n```", yes.clone()),
            (Check::IsJson, "{a:1}", no.clone()),
            (not(contains(&["x"], true)), "y", yes.clone()),
            (not(contains(&["x"], true)), "x", no.clone()),
            (
                Check::StartsWith {
                    any_of: vec!["Ahoy".to_owned()],
                },
                "Ahoy there",
                yes.clone(),
            ),
            (
                Check::Choice {
                    letter: 'B',
                    options: vec![],
                },
                "(B) ruin man",
                yes.clone(),
            ),
            (
                Check::Choice {
                    letter: 'B',
                    options: vec![],
                },
                "no idea",
                Verdict::Unscored(reason::UNPARSEABLE),
            ),
            (
                Check::ChoiceSet {
                    letters: vec!['A', 'C'],
                    options: vec![],
                },
                "A, C",
                yes,
            ),
            (
                Check::ChoiceSet {
                    letters: vec!['A', 'C'],
                    options: vec![],
                },
                "A",
                Verdict::Scored(2.0 / 3.0),
            ),
            (
                Check::ChoiceSet {
                    letters: vec!['A', 'C'],
                    options: vec![],
                },
                "B",
                no,
            ),
        ] {
            assert_eq!(
                run(check.clone(), response),
                verdict,
                "{check:?} {response}"
            );
        }
    }

    #[test]
    fn one_failed_check_fails_and_an_untold_one_leaves_it_open() {
        let choice = Check::Choice {
            letter: 'A',
            options: vec![],
        };
        let verdict = |checks: &[Check], response| check_all(checks, response).verdict;
        assert_eq!(
            verdict(&[contains(&["x"], true), choice.clone()], "yes"),
            Verdict::Scored(0.0)
        );
        assert_eq!(
            verdict(&[contains(&["yes"], true), choice], "yes"),
            Verdict::Unscored(reason::UNPARSEABLE)
        );
    }
}
