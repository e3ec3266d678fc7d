//! What answers, checkers and choices become.

use eval752_server::dataset::{Check, Grading, GradingDefault, LoadOptions, Source, load};

fn source(name: &str, text: &str) -> Source {
    Source {
        name: name.to_owned(),
        bytes: text.as_bytes().to_vec(),
    }
}

#[test]
fn answers_become_gradings() {
    let grading = |text: &str, default: GradingDefault| {
        let options = LoadOptions {
            grading: default,
            ..LoadOptions::default()
        };
        let dataset = load(&source("a.jsonl", text), &options).expect("loads");
        let item = dataset.entries[0].item.clone();
        item.unwrap_or_else(|blocked| panic!("{text}: {blocked:?}"))
            .grading
    };
    let check = |text: &str, default| match grading(text, default) {
        Grading::Program { mut checks } if checks.len() == 1 => checks.remove(0),
        other => panic!("{text}: {other:?}"),
    };
    let judge = GradingDefault::Judge;
    let texts = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        check(
            r#"{"question":"a","choices":["x","y"],"answer":"y"}"#,
            judge
        ),
        Check::Choice {
            letter: 'B',
            options: texts(&["x", "y"])
        }
    );
    assert_eq!(
        check(r#"{"question":"a","A":"x","B":"y","answer":"B"}"#, judge),
        Check::Choice {
            letter: 'B',
            options: texts(&["x", "y"])
        }
    );
    assert_eq!(
        check(
            r#"{"question":"a","choices":{"text":["x","y"],"label":["1","2"]},"answer":"2"}"#,
            judge
        ),
        Check::Choice {
            letter: 'B',
            options: texts(&["x", "y"])
        }
    );
    for answer in [r#"["C","A"]"#, r#""AC""#, r#""A, C""#, r#"["x","z"]"#] {
        let text = format!(
            r#"{{"type":"mcq_multi","inputs":{{"text":"a"}},"choices":["x","y","z"],"answer":{answer}}}"#
        );
        assert_eq!(
            check(&text, judge),
            Check::ChoiceSet {
                letters: vec!['A', 'C'],
                options: texts(&["x", "y", "z"])
            }
        );
    }
    assert_eq!(
        check(r#"{"question":"a","answer":"so it is\n#### 1,042"}"#, judge),
        Check::Numeric {
            value: "1042".to_owned(),
            tolerance: 0.0
        }
    );
    assert_eq!(
        check(
            r#"{"input":"a","ideal":["x","y"]}"#,
            GradingDefault::Contains
        ),
        Check::Contains {
            texts: texts(&["x", "y"]),
            all: false,
            case: false
        }
    );
    assert_eq!(
        check(
            r#"{"inputs":{"text":"a"},"answer":1.50,"checker":{"type":"numeric","tolerance":0.1}}"#,
            judge
        ),
        Check::Numeric {
            value: "1.50".to_owned(),
            tolerance: 0.1
        }
    );
    assert_eq!(
        grading(r#"{"question":"a","answer":"x"}"#, judge),
        Grading::Judge {
            reference: Some("x".to_owned()),
            criteria: None,
            checks: vec![]
        }
    );
    assert_eq!(grading(r#"{"question":"a"}"#, judge), Grading::Nothing);
}
