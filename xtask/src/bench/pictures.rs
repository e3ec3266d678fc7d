//! Pictures of a commit: `browser/benches/pictures.rs` measures, this reads
//! its lines.

use anyhow::{Context, Result};
use serde_json::Value;

use super::row::{Measured, Row};
use super::{Bench, budgets};
use crate::command;
use crate::tools::cargo;

/// Our rows, and what their lines end with.
const LINES: [(&str, &str); 2] = [
    ("pictures-cold", "against one cold headless --screenshot"),
    ("pictures-twice", "against shot-scraper twice"),
];

pub(super) fn run(bench: &Bench) -> Result<Vec<Row>> {
    let mut measure = cargo(&bench.workspace);
    measure.args([
        "bench",
        "-q",
        "-p",
        "eval752-browser",
        "--bench",
        "pictures",
    ]);
    // It exits with 1 over budget, and prints the same.
    let text = command::read_any(&mut measure)?;
    rows(&text)
}

fn rows(text: &str) -> Result<Vec<Row>> {
    let lines: Vec<Value> = text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()
        .context("the pictures bench printed something else than JSON lines")?;
    let nothing = || lines.iter().find(|line| line["name"] == "screenshot");
    Ok(LINES
        .iter()
        .map(|(name, ending)| {
            let budget = budgets::of(name);
            let line = lines
                .iter()
                .find(|line| {
                    line["name"]
                        .as_str()
                        .is_some_and(|name| name.ends_with(ending))
                })
                .or_else(nothing);
            let number = |member: &str| line.and_then(|line| line[member].as_f64());
            match number("ours") {
                Some(ours) => Row::new(
                    budget,
                    Measured {
                        ours,
                        peer: number("peer"),
                        ratio: number("ratio"),
                        note: String::new(),
                    },
                ),
                None => Row::skipped(
                    budget,
                    line.and_then(|line| line["skipped"].as_str())
                        .unwrap_or("the bench printed no such line"),
                ),
            }
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_rows() {
        let text = r#"{"name":"screenshot light + dark, against one cold headless --screenshot","ours":300.0,"peer":290.0,"ratio":1.03}
{"name":"screenshot light + dark, against shot-scraper twice","skipped":"no pip"}"#;
        let rows = rows(text).unwrap();
        assert_eq!(rows[0].ok(), Some(true));
        assert_eq!(rows[0].to_json()["ratio"], 1.03);
        assert_eq!(rows[1].to_json()["skipped"], "no pip");
        let none = self::rows(r#"{"name":"screenshot","skipped":"no browser"}"#).unwrap();
        assert!(
            none.iter()
                .all(|row| row.to_json()["skipped"] == "no browser")
        );
    }
}
