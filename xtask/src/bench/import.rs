//! Importing a capture, beside `sqlite3` that inserts the very rows which that
//! import wrote; and how the cost grows with the number of items.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::row::{Measured, Row};
use super::{Bench, budgets, timing};
use crate::command::{self, exists};

const ITEMS: usize = 10_000;
const PAIRS: usize = 7;
const GROWTH: [usize; 4] = [10, 100, 1000, ITEMS];
/// The tables an import writes to.
const DUMP: &str = ".dump providers runs run_items run_logs jobs";

/// A workspace with a pack, and a capture of that pack which it has not seen.
struct Subject {
    data: PathBuf,
    capture: PathBuf,
    program: PathBuf,
    /// Where each import gets a workspace of its own.
    copy: PathBuf,
}

pub(super) fn run(bench: &Bench) -> Result<Vec<Row>> {
    let budget = budgets::of("import-10000");
    let mut rows = Vec::new();
    let subject = Subject::make(bench, ITEMS)?;
    if exists("sqlite3", &["--version"]) {
        let statements = subject.statements(bench)?;
        let store = bench.file("peer.sqlite")?;
        let inserting = || {
            remove(&store)?;
            let script = fs::File::open(&statements)?;
            let began = std::time::Instant::now();
            command::run(Command::new("sqlite3").arg(&store).stdin(script))?;
            Ok(began.elapsed().as_secs_f64())
        };
        let pairs = timing::pairs(PAIRS, || subject.import(), inserting)?;
        let in_ms: Vec<_> = pairs.iter().map(|(a, b)| (a * 1e3, b * 1e3)).collect();
        rows.push(Row::new(budget, timing::measured(&in_ms)));
    } else {
        rows.push(Row::skipped(budget, "sqlite3 is not installed"));
    }
    rows.extend(growth(bench)?);
    Ok(rows)
}

/// Milliseconds an item by the number of items; the ratio is to 10,000.
fn growth(bench: &Bench) -> Result<Vec<Row>> {
    let mut costs = Vec::new();
    for items in GROWTH {
        let subject = Subject::make(bench, items)?;
        let turns = (0..5)
            .map(|_| subject.import())
            .collect::<Result<Vec<_>>>()?;
        #[expect(clippy::cast_precision_loss, reason = "at most 10,000")]
        costs.push((items, timing::median(turns) * 1e3 / items as f64));
    }
    let last = costs.last().map(|(_, cost)| *cost);
    Ok(costs
        .into_iter()
        .map(|(items, ours)| {
            let budget = budgets::shown(
                &format!("growth-import-{items}"),
                &format!("importing {items} items, start of the program included"),
                "at 10,000 items",
                "ms an item",
            );
            Row::new(
                budget,
                Measured {
                    ours,
                    peer: last,
                    ..Measured::default()
                },
            )
        })
        .collect())
}

impl Subject {
    fn make(bench: &Bench, items: usize) -> Result<Self> {
        let place = bench.file(&format!("import-{items}"))?;
        remove(&place)?;
        fs::create_dir_all(&place)?;
        let subject = Self {
            data: place.join("data"),
            capture: place.join("capture.eval752.zip"),
            program: bench.program("eval752")?,
            copy: place.join("copy"),
        };
        let questions = place.join("questions.jsonl");
        fs::write(&questions, dataset(items))?;
        let pack = place.join("pack.json");
        subject.quietly(|eval752| {
            eval752
                .arg("pack")
                .arg(&questions)
                .arg("--data")
                .arg(&subject.data);
            eval752.arg("-o").arg(&pack);
        })?;
        let pack: Value = serde_json::from_slice(&fs::read(&pack)?)?;
        let payload = place.join("payload.json");
        fs::write(&payload, capture_of(&pack)?.to_string())?;
        subject.quietly(|eval752| {
            eval752
                .arg("repack")
                .arg(&payload)
                .arg("-o")
                .arg(&subject.capture);
        })?;
        Ok(subject)
    }

    fn quietly(&self, arguments: impl FnOnce(&mut Command)) -> Result<()> {
        let mut eval752 = Command::new(&self.program);
        arguments(&mut eval752);
        timing::seconds(&mut eval752).map(drop)
    }

    /// Seconds of one import into a fresh copy of the workspace; scoring is left to the server.
    fn import(&self) -> Result<f64> {
        remove(&self.copy)?;
        fs::create_dir_all(&self.copy)?;
        for entry in fs::read_dir(&self.data)? {
            let entry = entry?;
            fs::copy(entry.path(), self.copy.join(entry.file_name()))?;
        }
        let mut import = Command::new(&self.program);
        import
            .arg("import")
            .arg("--queue")
            .arg("--data")
            .arg(&self.copy)
            .arg(&self.capture);
        timing::seconds(&mut import)
    }

    /// The rows of one import as SQL, in one transaction.
    fn statements(&self, bench: &Bench) -> Result<PathBuf> {
        self.import()?;
        let store = self.copy.join("eval752.sqlite");
        let text = command::read(Command::new("sqlite3").arg(&store).arg(DUMP))?;
        anyhow::ensure!(
            text.matches("INSERT INTO run_items").count() == ITEMS
                && text.contains("BEGIN TRANSACTION"),
            "the import did not write {ITEMS} rows to run_items"
        );
        let file = bench.file("rows.sql")?;
        fs::write(&file, text)?;
        Ok(file)
    }
}

fn dataset(items: usize) -> String {
    let mut lines = Vec::new();
    for index in 0..items {
        let words = "Some words about it. ".repeat(8);
        let row = json!({
            "id": format!("item-{index}"),
            "prompt": format!("Question {index}: what is {index} plus {index}? {words}"),
            "answer": (2 * index).to_string(),
        });
        lines.push(row.to_string());
    }
    lines.join("\n")
}

/// A capture of every item, in the form the page falls back to.
fn capture_of(pack: &Value) -> Result<Value> {
    let items = pack["items"].as_array().context("a pack without items")?;
    let results: Vec<_> = items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            json!({
                "dataset_item_id": item["dataset_item_id"],
                "prompt_text": item["prompt_text"],
                "response": format!("The answer is {index}. {}", "Words of an answer. ".repeat(30)),
                "error": null,
                "timing": { "started_at": "2026-11-30T12:00:02.000Z", "finished_at": "2026-11-30T12:00:05.000Z", "latency_ms": 3000 },
                "model_label": "Model",
            })
        })
        .collect();
    Ok(json!({
        "manifest": {
            "format": "eval752.browser_harness.v1", "exported_at": "2026-11-30T12:10:00.000Z",
            "item_count": results.len(), "error_count": 0,
        },
        "browser_harness": {
            "dataset_token": pack["dataset_token"],
            "target": { "preset": "gemini", "origin": "https://gemini.google.com", "display_name": "Gemini Web" },
            "judge": null,
            "session": { "started_at": "2026-11-30T12:00:00.000Z", "finished_at": "2026-11-30T12:10:00.000Z" },
            "label": null,
        },
        "results": results,
    }))
}

/// Removes a file or folder of the bench's own, if it is there.
fn remove(path: &Path) -> Result<()> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else if path.exists() {
        fs::remove_file(path)
    } else {
        return Ok(());
    };
    removed.with_context(|| format!("removing {}", path.display()))
}
