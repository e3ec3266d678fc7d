//! What is measured in a browser: scripts in playwright/bench write one JSON
//! object a line, this reads them.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::row::{Measured, Row};
use super::{Bench, budgets};
use crate::command;
use crate::tools::{npm_ci, npx};

pub(super) fn overlay(bench: &Bench) -> Result<Vec<Row>> {
    measure(bench, "overlay")
}

pub(super) fn streaming(bench: &Bench) -> Result<Vec<Row>> {
    measure(bench, "streaming")
}

pub(super) fn lag(bench: &Bench) -> Result<Vec<Row>> {
    measure(bench, "lag")
}

pub(super) fn archive(bench: &Bench) -> Result<Vec<Row>> {
    npm_ci(&bench.workspace.path("playwright/bench"))?;
    measure(bench, "archive")
}

pub(super) fn items(bench: &Bench) -> Result<Vec<Row>> {
    measure(bench, "items")
}

fn measure(bench: &Bench, script: &str) -> Result<Vec<Row>> {
    bench.program("eval752")?;
    let room = bench.workspace.path("playwright");
    npm_ci(&room)?;
    let mut playwright = npx(&room);
    playwright.args(["playwright", "test", "--project=bench"]);
    playwright.arg(format!("bench/{script}.bench.ts"));
    read_lines(bench, &mut playwright, script)
}

/// Runs Playwright, whose talk goes to stderr, and reads the lines it left.
pub(super) fn read_lines(bench: &Bench, playwright: &mut Command, name: &str) -> Result<Vec<Row>> {
    let lines = bench.file(&format!("{name}.jsonl"))?;
    if lines.exists() {
        fs::remove_file(&lines)?;
    }
    playwright
        .env("EVAL752_BENCH_OUT", &lines)
        .arg("--output")
        .arg(bench.file("playwright")?)
        .stdout(std::io::stderr());
    command::run(playwright)?;
    rows(&lines)
}

fn rows(file: &Path) -> Result<Vec<Row>> {
    let text = fs::read_to_string(file)
        .with_context(|| format!("the script left no {}", file.display()))?;
    let rows: Vec<Row> = text.lines().map(row).collect::<Result<_>>()?;
    if rows.is_empty() {
        bail!("the script measured nothing");
    }
    Ok(rows)
}

/// Those lines that say what they are have no budget.
fn row(line: &str) -> Result<Row> {
    let line: Value = serde_json::from_str(line).context("a line of a bench script")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let name = text(&line["name"]);
    let shown = &line["shown"];
    let budget = if shown.is_object() {
        budgets::shown(
            &name,
            &text(&shown["what"]),
            &text(&shown["peer"]),
            &text(&shown["unit"]),
        )
    } else {
        budgets::of(&name)
    };
    if let Some(why) = line["skipped"].as_str() {
        return Ok(Row::skipped(budget, why));
    }
    Ok(Row::new(
        budget,
        Measured {
            ours: line["ours"].as_f64().context("a line without `ours`")?,
            peer: line["peer"].as_f64(),
            ratio: line["ratio"].as_f64(),
            note: text(&line["note"]),
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn a_line_has_a_budget_or_says_what_it_is() {
        let line = row(r#"{"name":"lag","ours":450}"#).unwrap().to_json();
        assert_eq!(
            (&line["ok"], &line["budget"]),
            (&true.into(), &600.0.into())
        );
        let line = r#"{"name":"x","ours":1,"peer":2,"shown":{"what":"w","peer":"p","unit":"ms"}}"#;
        let line = row(line).unwrap().to_json();
        assert_eq!((&line["unit"], &line["ratio"]), (&"ms".into(), &0.5.into()));
        assert!(row("nonsense").is_err());
    }
}
