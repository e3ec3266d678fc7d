//! What is written about the commands is what they say.

use std::path::Path;

#[test]
fn the_command_reference_is_the_programs_own_help() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cli.md");
    let made = eval752_server::cli::reference();
    if std::env::var_os("EVAL752_BLESS").is_some() {
        std::fs::write(&path, &made).expect("written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == made,
        "docs/cli.md is not what the program says; run EVAL752_BLESS=1 cargo test -p eval752-server docs"
    );
}

#[test]
fn the_dataset_guide_names_every_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = std::fs::read_to_string(root.join("../docs/datasets.md")).expect("a guide");
    let mut codes = std::collections::BTreeSet::new();
    let mut folders = vec![root.join("src/dataset")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(path).expect("text");
            // Codes are literals of the form "dataset.word" and "item.word".
            for literal in text.split('"') {
                let code = ["dataset.", "item."]
                    .iter()
                    .find_map(|kind| literal.strip_prefix(kind));
                if code.is_some_and(|rest| {
                    !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
                }) {
                    codes.insert(literal.to_owned());
                }
            }
        }
    }
    codes.remove("dataset.more");
    let missing: Vec<&String> = codes
        .iter()
        .filter(|code| !guide.contains(&format!("`{code}`")))
        .collect();
    assert!(codes.len() > 25 && missing.is_empty(), "{missing:?}");
}

/// The verbs of the program's own help, as `dataset add`.
fn verbs() -> Vec<String> {
    let reference = eval752_server::cli::reference();
    let all: Vec<String> = reference
        .lines()
        .filter_map(|line| line.strip_prefix("## `eval752 ")?.strip_suffix('`'))
        .map(str::to_owned)
        .collect();
    let leads = |verb: &String| {
        let inner = format!("{verb} ");
        all.iter().any(|other| other.starts_with(&inner))
    };
    all.iter().filter(|verb| !leads(verb)).cloned().collect()
}

#[test]
fn the_readme_names_every_verb_and_no_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("../README.md")).expect("a README");
    let mut named: Vec<String> = readme
        .lines()
        .skip_while(|line| *line != "| `eval752` | |")
        .skip(2)
        .map_while(|line| line.strip_prefix("| `")?.split('`').next())
        .flat_map(|cell| {
            let (verb, inner) = cell.split_once(' ').unwrap_or((cell, ""));
            inner
                .split("\\|")
                .map(move |inner| format!("{verb} {inner}").trim_end().to_owned())
        })
        .collect();
    let mut known = verbs();
    named.sort();
    known.sort();
    assert!(known.len() > 20, "{known:?}");
    assert_eq!(named, known);
}
