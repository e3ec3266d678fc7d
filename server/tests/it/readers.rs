//! What readers accept, ask and refuse: one row a case, in memory.

use std::fmt::Write as _;

use eval752_server::Error;
use eval752_server::dataset::{Dataset, Entry, LoadOptions, Mapping, Source, load};

fn source(name: &str, text: impl AsRef<[u8]>) -> Source {
    Source {
        name: name.to_owned(),
        bytes: text.as_ref().to_vec(),
    }
}

fn read(name: &str, text: impl AsRef<[u8]>) -> Result<Dataset, Error> {
    load(&source(name, text), &LoadOptions::default())
}

fn prompts(dataset: &Dataset) -> Vec<&str> {
    dataset
        .entries
        .iter()
        .filter_map(|entry| entry.item.as_ref().ok())
        .map(|item| item.prompt.as_str())
        .collect()
}

fn blocked(dataset: &Dataset) -> Vec<&'static str> {
    let issues = dataset.entries.iter().filter_map(Entry::issue);
    issues.map(|issue| issue.code).collect()
}

/// The first issue, as "place: code".
fn refusal(name: &str, text: impl AsRef<[u8]>) -> String {
    let error = read(name, text).expect_err("refused");
    let issue = error.issues().first().expect("an issue");
    format!("{}: {}", issue.place.as_deref().unwrap_or("-"), issue.code)
}

#[test]
fn files_that_are_no_datasets_are_refused_at_the_place() {
    let cases: &[(&str, &[u8], &str)] = &[
        (
            "a.jsonl",
            b"{\"question\":\"a\"}\n\nnope\n",
            "line 3: dataset.syntax",
        ),
        (
            "a.jsonl",
            b"{\"question\":\"a\"}\n[1]\n",
            "line 2: dataset.row",
        ),
        (
            "a.jsonl",
            b"{\"question\":\"\\ud800\"}\n",
            "line 1: dataset.surrogate",
        ),
        (
            "a.jsonl",
            b"{\"question\":\"a\",\"question\":\"b\"}",
            "line 1: dataset.syntax",
        ),
        ("a.jsonl", b"\n \n", "-: dataset.empty"),
        (
            "a.jsonl",
            b"{\"question\":\"\xFF\"}",
            "line 1: dataset.encoding",
        ),
        ("a.json", b"{\"a\":1}", "-: dataset.shape"),
        (
            "a.json",
            b"[{\"question\":\"a\"},\n 7]",
            "element 2: dataset.row",
        ),
        (
            "a.json",
            b"[{\"question\":\"a\"},\n",
            "line 2, column 1: dataset.syntax",
        ),
        (
            "a.json",
            b"{\"format\":\"eval752.browser_harness.pack.v1\"}",
            "-: dataset.other_document",
        ),
        (
            "a.csv",
            b"question,answer\nq1,a1\nq2\n",
            "line 3: dataset.ragged",
        ),
        (
            "a.csv",
            b"question,answer\n\"q\n1\",a1\nq2,a,b\n",
            "line 4: dataset.ragged",
        ),
        (
            "a.csv",
            b"question,answer\n\"q1,a1\nq2,a2\n",
            "line 2: dataset.syntax",
        ),
        (
            "a.csv",
            b"question,question\nq1,a1\n",
            "line 1: dataset.header",
        ),
        ("a.csv", b"question,\nq1,a1\n", "line 1: dataset.header"),
        ("a.csv", b"question,answer\n", "-: dataset.empty"),
        (
            "a.yaml",
            b"- question: a\n  question: b\n",
            "line 2: dataset.syntax",
        ),
        (
            "a.yaml",
            b"- question: [a\n",
            "line 2, column 1: dataset.syntax",
        ),
        (
            "a.jsonl",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
            "-: dataset.lfs_pointer",
        ),
        ("a.csv", b"PK\x03\x04", "-: dataset.archive"),
        ("a.csv", b"\xFF\xFEq\0", "-: dataset.encoding"),
    ];
    for (name, text, expected) in cases {
        assert_eq!(
            refusal(name, text),
            *expected,
            "{}",
            String::from_utf8_lossy(text)
        );
    }
}

#[test]
fn a_yaml_bomb_is_refused_and_an_alias_is_not() {
    let mut bomb = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for level in 1..9 {
        let before = format!("*a{},", level - 1).repeat(10);
        let _infallible = writeln!(
            bomb,
            "a{level}: &a{level} [{}]",
            before.trim_end_matches(',')
        );
    }
    let error = read("a.yaml", &bomb).expect_err("refused");
    assert_eq!(error.issues()[0].code, "dataset.limit");
    let shared = "- &one {question: a, answer: b}\n- {question: c, answer: &x d}\n- {question: e, answer: *x}\n";
    assert_eq!(
        prompts(&read("a.yaml", shared).expect("loads")),
        ["a", "c", "e"]
    );
}

#[test]
fn text_is_kept_and_marks_and_line_ends_are_understood() {
    let dataset = read(
        "a.jsonl",
        "\u{FEFF}{\"prompt\":\" a\\r\\nb\\u00a0\"}\r\n\r\n{\"prompt\":\"e\u{301}\"}",
    )
    .expect("loads");
    assert_eq!(prompts(&dataset), [" a\r\nb\u{A0}", "e\u{301}"]);
    for table in [
        "question;answer\r\n\"a;\r\n\"\"b\"\"\";1,5\r\n",
        "\u{FEFF}question\tanswer\n\"a;\r\n\"\"b\"\"\"\tx\n",
    ] {
        let dataset = read("a.csv", table).expect("loads");
        assert_eq!(prompts(&dataset), ["a;\r\n\"b\""], "{table:?}");
    }
    // JSON Lines and JSON are told apart by content where the name says otherwise.
    assert_eq!(
        prompts(&read("a.json", "{\"prompt\":\"a\"}\n{\"prompt\":\"b\"}\n").expect("loads")),
        ["a", "b"]
    );
    assert_eq!(
        prompts(&read("a.jsonl", "[{\"prompt\":\"a\"}]").expect("loads")),
        ["a"]
    );
    assert_eq!(
        prompts(
            &read("standard input", "{\"x\":[{\"prompt\":\"a\"}],\"y\":\"z\"}").expect("loads")
        ),
        ["a"]
    );
}

#[test]
fn what_is_ambiguous_is_asked() {
    for (text, words) in [
        (
            r#"{"question":"a","prompt":"b"}"#,
            vec!["question or prompt"],
        ),
        (
            r#"{"question":"a","answer":"b","target":"c"}"#,
            vec!["answer or target"],
        ),
        (
            r#"{"question":"a","correct_answer":"b"}"#,
            vec!["correct_answer"],
        ),
        (r#"{"user_question":"a"}"#, vec!["prompt=user_question"]),
        (r#"{"x":"a","y":"b"}"#, vec!["fields: x, y"]),
        (
            r#"{"question":"a","context":"b"}"#,
            vec!["context", "{{context}}"],
        ),
        (
            r#"{"question":"a","key":1,"idx":2}"#,
            vec!["the id could be"],
        ),
    ] {
        match read("a.jsonl", text) {
            Err(Error::Mapping { message, .. }) => {
                for word in words {
                    assert!(message.contains(word), "{text}: {message}");
                }
                assert!(message.contains("--map"), "{message}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let two = r#"{"a":[{"question":"x"}],"b":[{"question":"y"}]}"#;
    assert!(matches!(read("a.json", two), Err(Error::Mapping { .. })));
    let options = LoadOptions {
        mapping: Mapping::parse(&["rows=b"]).expect("good"),
        ..LoadOptions::default()
    };
    assert_eq!(
        prompts(&load(&source("a.json", two), &options).expect("loads")),
        ["y"]
    );
}

#[test]
fn what_cannot_be_sent_blocks_its_item() {
    for (text, code) in [
        (
            r#"{"id":"1","inputs":{"text":"a","images":["x.png"]}}"#,
            "item.media",
        ),
        (
            r#"{"id":"1","inputs":{"text":"a","system":"x"}}"#,
            "item.system_message",
        ),
        (
            r#"{"id":"1","inputs":{"text":"a","tools":"x"}}"#,
            "item.inputs",
        ),
        (
            r#"{"id":"1","type":"judge_pairwise","inputs":{"text":"a"}}"#,
            "item.kind",
        ),
        (
            r#"{"id":"1","type":"mcq_single","inputs":{"text":"a"},"answer":"A"}"#,
            "item.choices",
        ),
        (
            r#"{"id":"1","inputs":{"text":"a"},"choices":["x","y"],"answer":"z"}"#,
            "item.answer",
        ),
        (
            r#"{"id":"1","inputs":{"text":"a"},"choices":["x","y"],"answer":1}"#,
            "item.answer",
        ),
        (
            r#"{"id":"1","inputs":{"text":"a"},"checker":{"type":"magic"}}"#,
            "item.checker",
        ),
        (
            r#"{"id":"1","inputs":{"text":"a"},"checker":{"type":"regex","pattern":"(?=x)"}}"#,
            "item.regex",
        ),
        (r#"{"id":"1","inputs":{"text":" \n"}}"#, "item.no_prompt"),
        (r#"{"question":"Tell me about {{topic}}"}"#, "item.template"),
        (r#"{"question":"a","image":"x.png"}"#, "item.media"),
        (r#"{"turns":["a","b"]}"#, "item.several_turns"),
        (
            r#"{"input":[{"role":"system","content":"s"},{"role":"user","content":"u"}],"target":"t"}"#,
            "item.system_message",
        ),
        (
            r#"{"input":[{"role":"user","content":"s"},{"role":"assistant","content":"u"}],"ideal":"t"}"#,
            "item.several_turns",
        ),
        (
            r#"{"input":[{"role":"user","content":[{"type":"image","image":"x"}]}],"target":"t"}"#,
            "item.media",
        ),
    ] {
        let dataset = read("a.jsonl", text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(blocked(&dataset), [code], "{text}");
    }
}

#[test]
fn ids_are_the_datasets_own_or_come_from_the_content() {
    let rows = |order: &[&str]| {
        let text = order.iter().fold(String::new(), |text, prompt| {
            text + &format!("{{\"prompt\":\"{prompt}\"}}\n")
        });
        let dataset = read("a.jsonl", text).expect("loads");
        let mut ids: Vec<String> = dataset
            .entries
            .iter()
            .map(|entry| entry.id.to_string())
            .collect();
        ids.sort();
        ids
    };
    assert_eq!(rows(&["a", "b", "a"]), rows(&["b", "a", "a"]));
    assert_eq!(rows(&["a", "b", "a"]).len(), 3);

    let error = read(
        "a.jsonl",
        "{\"id\":1,\"prompt\":\"a\"}\n\n{\"id\":\"1\",\"prompt\":\"b\"}",
    )
    .expect_err("refused");
    let issue = &error.issues()[0];
    assert_eq!(issue.code, "dataset.duplicate_id");
    assert!(
        issue.message.contains("line 1") && issue.message.contains("line 3"),
        "{issue}"
    );
}
