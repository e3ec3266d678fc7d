//! `cargo xtask bench`: every budget, measured beside its peer in the same run.
//! Slow, and right only on a quiet machine, so no test runs it; what it found
//! last is kept in docs/performance.json.

mod answers;
mod budgets;
mod chart;
mod import;
mod inputs;
mod memory;
mod page;
mod pictures;
mod record;
mod row;
mod sizes;
mod table;
mod timing;
mod validate;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use self::row::Row;
use crate::talk::{data, say};
use crate::workspace::Workspace;

/// How to run.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Options {
    /// A JSON array instead of a table.
    #[arg(long)]
    json: bool,
    /// Only this family (see --list), or the one that this row belongs to.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Show the families and their rows instead.
    #[arg(long)]
    list: bool,
    /// Keep what was measured in docs/performance.json, and draw docs/performance.md from it.
    #[arg(long)]
    record: bool,
    /// Draw docs/performance.md from docs/performance.json, without measuring.
    #[arg(long, conflicts_with_all = ["record", "only"])]
    redraw: bool,
}

/// Rows that are measured together.
struct Family {
    name: &'static str,
    /// The rows with a budget; it may show more.
    rows: &'static [&'static str],
    run: fn(&Bench) -> Result<Vec<Row>>,
}

const FAMILIES: &[Family] = &[
    family(
        "sizes",
        &["bookmarklet_chars", "raw_script_bytes", "plain_js_bytes"],
        sizes::run,
    ),
    family("overlay", &["overlay"], page::overlay),
    family(
        "streaming",
        &["main-thread", "main-thread-old-turns"],
        page::streaming,
    ),
    family("lag", &["lag"], page::lag),
    family("archive", &["archive-100mb"], page::archive),
    family(
        "validate",
        &["validate-1-thread", "validate-2-threads"],
        validate::run,
    ),
    family("memory", &["memory-100mb", "memory-1gb"], memory::run),
    family("import", &["import-10000"], import::run),
    family(
        "pictures",
        &["pictures-cold", "pictures-twice"],
        pictures::run,
    ),
    family("answers", &["answers-whole", "answers-time"], answers::run),
    family("items", &[], page::items),
];

const fn family(
    name: &'static str,
    rows: &'static [&'static str],
    run: fn(&Bench) -> Result<Vec<Row>>,
) -> Family {
    Family { name, rows, run }
}

/// What the measurements share.
#[derive(Debug)]
pub(crate) struct Bench {
    workspace: Workspace,
}

impl Bench {
    /// A file of the bench's own, in the target folder.
    fn file(&self, name: &str) -> Result<PathBuf> {
        let folder = self.workspace.target().join("bench");
        fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
        Ok(folder.join(name))
    }

    /// A release program, which must have been built.
    fn program(&self, name: &str) -> Result<PathBuf> {
        let file = self.workspace.program(name, false);
        if !file.is_file() {
            bail!(
                "{} is missing: run `cargo xtask build` first",
                file.display()
            );
        }
        Ok(file)
    }
}

/// Measures and prints; exits with 1 when a row is over its budget.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<ExitCode> {
    if options.list {
        for family in FAMILIES {
            data(format!("{:<10} {}", family.name, family.rows.join(", ")));
        }
        return Ok(ExitCode::SUCCESS);
    }
    if options.redraw {
        record::draw(workspace)?;
        return Ok(ExitCode::SUCCESS);
    }
    let chosen = choose(options.only.as_deref())?;
    let bench = Bench {
        workspace: workspace.clone(),
    };
    let before = record::load();
    let mut rows = Vec::new();
    for family in chosen {
        say(format!("bench: {}", family.name));
        match (family.run)(&bench) {
            Ok(found) => rows.extend(found),
            // What can't be measured here must not hide what can.
            Err(why) => rows.extend(family.rows.iter().map(|name| {
                let why = format!("{why:#}");
                Row::skipped(budgets::of(name), why.lines().next().unwrap_or_default())
            })),
        }
    }
    if options.json {
        let rows: Vec<_> = rows.iter().map(Row::to_json).collect();
        data(serde_json::to_string_pretty(&rows)?);
    } else {
        table::lines(&rows).into_iter().for_each(data);
        data(table::sum(&rows));
    }
    if options.record {
        record::keep(workspace, &rows, &before)?;
        record::draw(workspace)?;
    }
    let over = rows.iter().any(|row| row.ok() == Some(false));
    Ok(if over {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    })
}

fn choose(only: Option<&str>) -> Result<Vec<&'static Family>> {
    let Some(only) = only else {
        return Ok(FAMILIES.iter().collect());
    };
    let chosen: Vec<_> = FAMILIES
        .iter()
        .filter(|family| family.name == only || family.rows.contains(&only))
        .collect();
    if chosen.is_empty() {
        bail!("no family or row is called `{only}`: `cargo xtask bench --list` shows them");
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_budget_is_measured_by_one_family() {
        for name in budgets::names() {
            let families = FAMILIES.iter().filter(|family| family.rows.contains(&name));
            assert_eq!(families.count(), 1, "{name}");
        }
        for name in FAMILIES.iter().flat_map(|family| family.rows) {
            assert_eq!(budgets::of(name).name, *name);
        }
    }

    #[test]
    fn a_row_chooses_its_family() {
        let names = |only| -> Vec<_> {
            choose(only)
                .unwrap()
                .iter()
                .map(|family| family.name)
                .collect()
        };
        assert_eq!(names(Some("memory-1gb")), ["memory"]);
        assert_eq!(names(Some("lag")), ["lag"]);
        assert_eq!(names(None).len(), FAMILIES.len());
        assert!(choose(Some("nonsense")).is_err());
    }
}
