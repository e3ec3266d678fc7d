//! What was measured last, kept beside the text that explains it: the rows in
//! docs/performance.json with the conditions they were taken under, and from
//! them the tables and charts of docs/performance.md.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::chart;
use super::row::{Row, short};
use crate::command;
use crate::tools::rustc_version;
use crate::workspace::Workspace;

const JSON: &str = "docs/performance.json";
const TEXT: &str = "docs/performance.md";
const BUDGETS_CHART: &str = "docs/img/performance.svg";
const GROWTH_CHART: &str = "docs/img/growth.svg";

/// The machine's load averages, or nothing where there are none to read.
pub(super) fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// Keeps the rows. Of a run with `--only`, the others stay as they were.
pub(super) fn keep(workspace: &Workspace, rows: &[Row], load_before: &str) -> Result<()> {
    let file = workspace.path(JSON);
    let mut kept: Vec<Value> = match fs::read(&file) {
        Ok(bytes) => serde_json::from_slice::<Value>(&bytes)
            .with_context(|| format!("{} is no JSON: remove it", file.display()))?["rows"]
            .as_array()
            .cloned()
            .unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    let conditions = conditions(workspace, load_before)?;
    for row in rows {
        let mut object = row.to_json();
        object["measured"] = conditions.clone();
        match kept.iter_mut().find(|old| old["name"] == row.name()) {
            Some(old) => *old = object,
            None => kept.push(object),
        }
    }
    let text = serde_json::to_string_pretty(&json!({ "rows": kept }))?;
    fs::write(&file, text + "\n").with_context(|| format!("writing {}", file.display()))
}

fn conditions(workspace: &Workspace, load_before: &str) -> Result<Value> {
    let read = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(workspace.root());
        Ok::<_, anyhow::Error>(command::read(&mut command)?.trim().to_owned())
    };
    Ok(json!({
        "on": read("date", &["-u", "+%Y-%m-%d"])?,
        "commit": read("git", &["rev-parse", "--short=10", "HEAD"])?,
        "cores": std::thread::available_parallelism().map_or(0, std::num::NonZero::get),
        "load_before": load_before,
        "load_after": load(),
        "rustc": rustc_version(workspace)?,
    }))
}

/// Draws the page's tables and charts.
pub(super) fn draw(workspace: &Workspace) -> Result<()> {
    let rows = read(workspace)?;
    let text = workspace.path(TEXT);
    let old = fs::read_to_string(&text).with_context(|| format!("reading {}", text.display()))?;
    fs::write(text, page(&old, &rows)?)?;
    fs::write(workspace.path(BUDGETS_CHART), chart::budgets(&rows))?;
    fs::write(workspace.path(GROWTH_CHART), chart::growth(&rows))?;
    Ok(())
}

fn read(workspace: &Workspace) -> Result<Vec<Value>> {
    let file = workspace.path(JSON);
    let bytes = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
    let whole: Value = serde_json::from_slice(&bytes)?;
    whole["rows"]
        .as_array()
        .cloned()
        .with_context(|| format!("{} holds no rows", file.display()))
}

/// The page with its two tables made anew.
fn page(old: &str, rows: &[Value]) -> Result<String> {
    let judged: Vec<_> = rows.iter().filter(|row| !row["budget"].is_null()).collect();
    let others: Vec<_> = rows.iter().filter(|row| row["budget"].is_null()).collect();
    let page = replace(old, "budgets", &table(&judged))?;
    replace(&page, "shown", &table(&others))
}

/// Puts `new` between `<!-- NAME -->` and `<!-- /NAME -->`.
fn replace(text: &str, name: &str, new: &str) -> Result<String> {
    let (open, close) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let missing = || format!("{TEXT} has no {open} … {close}");
    let (before, rest) = text.split_once(&open).with_context(missing)?;
    let (_, after) = rest.split_once(&close).with_context(missing)?;
    Ok(format!("{before}{open}\n{new}{close}{after}"))
}

fn table(rows: &[&Value]) -> String {
    let mut lines = String::from(
        "| row | what | ours | peer | ratio | budget | | load |\n|---|---|--:|--:|--:|--:|---|--:|\n",
    );
    for row in rows {
        let text = |member: &str| row[member].as_str().unwrap_or_default();
        let number = |member: &str| row[member].as_f64().map_or_else(String::new, short);
        let with_unit = |value: String| match value.as_str() {
            "" => value,
            _ => format!("{value} {}", text("unit")),
        };
        let peer = match (number("peer"), text("peer_is")) {
            (value, "") => value,
            (value, who) if value.is_empty() => who.to_owned(),
            (value, who) => format!("{value} ({who})"),
        };
        let verdict = match (row["skipped"].as_str(), row["ok"].as_bool()) {
            (Some(why), _) => format!("not measured: {why}"),
            (None, Some(true)) => "kept".to_owned(),
            (None, Some(false)) => "**over**".to_owned(),
            (None, None) => String::new(),
        };
        let _ = writeln!(
            lines,
            "| `{}` | {} | {} | {peer} | {} | {} | {verdict} | {} |",
            text("name"),
            text("what"),
            with_unit(number("ours")),
            number("ratio"),
            limit(row),
            row["measured"]["load_before"]
                .as_str()
                .and_then(|load| load.split(' ').next())
                .unwrap_or_default(),
        );
    }
    lines
}

/// The budget as the judge reads it.
fn limit(row: &Value) -> String {
    let Some(limit) = row["budget"].as_f64().map(short) else {
        return String::new();
    };
    let unit = row["unit"].as_str().unwrap_or_default();
    match row["judge"].as_str() {
        Some("ours-at-most") => format!("≤ {limit} {unit}"),
        Some("ratio-at-least") => format!("≥ {limit}×"),
        Some("beyond-peer-at-most") => format!("≤ peer + {limit} {unit}"),
        _ => format!("≤ {limit}×"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_what_was_recorded() {
        let workspace = Workspace::find().unwrap();
        let rows = read(&workspace).unwrap();
        let stale = "is stale: run `cargo xtask bench --redraw`";
        let text = fs::read_to_string(workspace.path(TEXT)).unwrap();
        assert_eq!(page(&text, &rows).unwrap(), text, "{TEXT} {stale}");
        for (file, drawn) in [
            (BUDGETS_CHART, chart::budgets(&rows)),
            (GROWTH_CHART, chart::growth(&rows)),
        ] {
            let text = fs::read_to_string(workspace.path(file)).unwrap();
            assert_eq!(text, drawn, "{file} {stale}");
        }
    }

    #[test]
    fn only_what_is_between_the_marks_changes() {
        let old = "a\n<!-- x -->\nold\n<!-- /x -->\nb\n";
        let new = "a\n<!-- x -->\nnew\n<!-- /x -->\nb\n";
        assert_eq!(replace(old, "x", "new\n").unwrap(), new);
        assert!(replace(old, "y", "").is_err());
    }
}
