//! Every file of the shared data folder loads, or is refused for the right reason.

use std::path::{Path, PathBuf};

use eval752_contract::pack::Scoring;
use eval752_server::Error;
use eval752_server::dataset::{Dataset, Entry, Grading, LoadOptions, Mapping, Source, load};

fn shared() -> Option<PathBuf> {
    let given = std::env::var_os("EVAL752_SHARED").map(PathBuf::from);
    let folder = given
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"))
        .join("data/datasets");
    folder.is_dir().then_some(folder)
}

/// What a row of the table expects.
enum Expected {
    /// Items in all, of these blocked, and those graded by program.
    Loads(usize, usize, usize),
    /// The question names these words.
    Asks(&'static [&'static str]),
    /// The first issue has this code.
    Refuses(&'static str),
}
use Expected::{Asks, Loads, Refuses};

const TABLE: &[(&str, &[&str], Expected)] = &[
    ("bbh-ruin_names.json", &[], Loads(250, 0, 248)),
    ("bbh-snarks.json", &[], Loads(178, 0, 178)),
    ("inspect-biology_qa.jsonl", &[], Loads(20, 0, 0)),
    (
        "inspect-popularity.jsonl",
        &[],
        Asks(&[
            "question or statement",
            "answer_matching_behavior or answer_not_matching_behavior",
        ]),
    ),
    (
        "inspect-popularity.jsonl",
        &["prompt=question,answer=answer_matching_behavior"],
        Loads(100, 0, 0),
    ),
    ("inspect-security_guide.jsonl", &[], Loads(16, 0, 0)),
    ("inspect-theory_of_mind.jsonl", &[], Loads(100, 0, 0)),
    ("mt_bench-question.jsonl", &[], Loads(80, 80, 0)),
    (
        "promptfoo-cases.jsonl",
        &[],
        Asks(&["target_language, text", "prompt"]),
    ),
    (
        "promptfoo-cases.jsonl",
        &["prompt=Translate the following text to {{target_language}}: {{text}}"],
        Loads(2, 0, 2),
    ),
    ("promptfoo-config.yaml", &[], Asks(&["another file"])),
    // JavaScript, Python and similarity in one test: that test is blocked.
    (
        "promptfoo-config.yaml",
        &["prompt=Like a pirate: {{body}}"],
        Loads(5, 1, 3),
    ),
    ("promptfoo-metadata.csv", &[], Asks(&["topic"])),
    (
        "promptfoo-metadata.csv",
        &["prompt=Tell me about {{topic}}"],
        Loads(3, 0, 0),
    ),
    ("promptfoo-no-header.csv", &[], Refuses("dataset.header")),
    (
        "promptfoo-simple-csv.csv",
        &[],
        Asks(&["language, body, style_config"]),
    ),
    ("promptfoo-simple-csv.csv", &["prompt=body"], Loads(4, 0, 4)),
];

fn read(folder: &Path, file: &str, maps: &[&str]) -> Result<Dataset, Error> {
    let options = LoadOptions {
        mapping: Mapping::parse(maps)?,
        ..LoadOptions::default()
    };
    load(&Source::open(&folder.join(file))?, &options)
}

#[test]
fn every_shared_dataset_loads_or_is_refused_for_the_right_reason() {
    let Some(folder) = shared() else {
        eprintln!("skipped: no shared data folder (set EVAL752_SHARED)");
        return;
    };
    for (file, maps, expected) in TABLE {
        let found = read(&folder, file, maps);
        match (expected, found) {
            (Loads(rows, blocked, by_program), Ok(dataset)) => {
                assert_eq!(dataset.entries.len(), *rows, "{file}: rows");
                let issues = dataset.entries.iter().filter_map(Entry::issue).count();
                assert_eq!(issues, *blocked, "{file}: blocked");
                let programmatic = dataset
                    .entries
                    .iter()
                    .filter_map(|entry| entry.item.as_ref().ok())
                    .filter(|item| item.grading.scoring() == Scoring::Programmatic)
                    .count();
                assert_eq!(programmatic, *by_program, "{file}: graded by program");
            }
            (Asks(words), Err(Error::Mapping { message, .. })) => {
                for word in *words {
                    assert!(message.contains(word), "{file}: {message}");
                }
                assert!(message.contains("--map"), "{file}: {message}");
            }
            (Refuses(code), Err(error @ Error::Dataset { .. })) => {
                assert_eq!(error.issues()[0].code, *code, "{file}");
            }
            (_, found) => panic!("{file} {maps:?}: {found:?}"),
        }
    }
    // Every file of the folder is in the table.
    for file in std::fs::read_dir(&folder).expect("a folder") {
        let name = file.expect("an entry").file_name();
        let known = TABLE.iter().any(|(file, ..)| name.to_str() == Some(file));
        assert!(known, "{name:?} is in no row of the table");
    }
}

#[test]
fn yes_is_a_text_and_references_are_followed() {
    let Some(folder) = shared() else {
        eprintln!("skipped: no shared data folder (set EVAL752_SHARED)");
        return;
    };
    let dataset = read(&folder, "promptfoo-config.yaml", &["prompt={{body}}"]).expect("loads");
    let items: Vec<_> = dataset
        .entries
        .iter()
        .map(|entry| entry.item.as_ref())
        .collect();
    assert_eq!(items[0].expect("an item").prompt, "Yes");
    let blocked = items[3].expect_err("blocked");
    assert!(
        blocked.message.contains("javascript"),
        "{}",
        blocked.message
    );
    match &items[4].expect("an item").grading {
        Grading::Judge {
            criteria, checks, ..
        } => {
            assert_eq!(criteria.as_deref(), Some("Is spoken like a pirate"));
            assert_eq!(checks.len(), 1, "the check behind $ref");
        }
        other => panic!("{other:?}"),
    }
}
