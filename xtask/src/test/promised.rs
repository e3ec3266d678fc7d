//! docs/security.md says which test shows each promise. A test that was renamed
//! or removed takes the promise's proof away; this notices.

use std::fs;
use std::path::Path;

use crate::workspace::Workspace;

/// Folders with tests, Rust's and the browser's.
const ROOMS: [&str; 8] = [
    "contract",
    "runtime-wasm",
    "validator",
    "server",
    "browser",
    "www",
    "xtask",
    "playwright",
];

#[test]
fn every_test_that_the_security_page_names_exists() {
    let workspace = Workspace::find().unwrap();
    let page = fs::read_to_string(workspace.path("docs/security.md")).unwrap();
    let mut sources = String::new();
    for room in ROOMS {
        read(&workspace.path(room), &mut sources);
    }
    let (functions, titles) = named(&page);
    assert!(
        functions.len() > 20 && titles.len() > 5,
        "{functions:?} {titles:?}"
    );
    for function in functions {
        let there = sources.contains(&format!("fn {function}("));
        assert!(
            there,
            "docs/security.md names {function}, and no test is called so"
        );
    }
    for title in titles {
        // What a loop fills in stands as … in the page.
        let there = title.split('…').all(|part| sources.contains(part.trim()));
        assert!(
            there,
            "docs/security.md names \"{title}\", and no test is called so"
        );
    }
}

/// Names of Rust tests, and titles of browser tests, in the tables' last column.
fn named(page: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut functions, mut titles) = (Vec::new(), Vec::new());
    for row in page.lines().filter(|line| line.starts_with("| ")) {
        let proof = row
            .trim_end_matches([' ', '|'])
            .rsplit(" | ")
            .next()
            .unwrap_or_default();
        functions.extend(
            between(proof, '`')
                .into_iter()
                .filter(|name| is_function(name)),
        );
        titles.extend(between(proof, '"'));
    }
    (functions, titles)
}

fn between(text: &str, mark: char) -> Vec<&str> {
    text.split(mark).skip(1).step_by(2).collect()
}

/// Three words at least; a file or a command has a dot or a blank.
fn is_function(name: &str) -> bool {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.matches('_').count() >= 2 && name.chars().all(letters)
}

fn read(folder: &Path, sources: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let made = ["target", "node_modules", ".venv", "test-results"];
        if path.is_dir() {
            if !made.iter().any(|name| path.ends_with(name)) {
                read(&path, sources);
            }
        } else if path
            .extension()
            .is_some_and(|ending| ending == "rs" || ending == "ts")
        {
            sources.push_str(&fs::read_to_string(&path).unwrap_or_default());
        }
    }
}

#[test]
fn names_and_titles_are_told_apart() {
    let row = "| a promise with `a_word_in_it` | `one_two_three` (`x.rs`), \"a … title\" |";
    assert_eq!(named(row), (vec!["one_two_three"], vec!["a … title"]));
}
