//! The lengths of the script, as `cargo xtask size` measures them.

use std::env;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use super::row::{Measured, Row};
use super::{Bench, budgets};
use crate::command;

const LENGTHS: [&str; 3] = ["bookmarklet_chars", "raw_script_bytes", "plain_js_bytes"];

pub(super) fn run(_: &Bench) -> Result<Vec<Row>> {
    let xtask = env::current_exe().context("finding xtask's own file")?;
    // It exits with 1 over budget, and prints the same.
    let text = command::read_any(Command::new(xtask).args(["size", "--json"]))?;
    let sizes: Value = serde_json::from_str(&text).context("`size --json` printed no JSON")?;
    Ok(rows(&sizes))
}

fn rows(sizes: &Value) -> Vec<Row> {
    LENGTHS
        .iter()
        .map(|name| {
            let budget = budgets::of(name);
            match sizes[*name].as_f64() {
                Some(ours) => Row::new(
                    budget,
                    Measured {
                        ours,
                        ..Measured::default()
                    },
                ),
                None => Row::skipped(budget, "no such script is built"),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_length_that_is_not_there_is_skipped() {
        let rows = rows(&json!({ "bookmarklet_chars": 61_000, "raw_script_bytes": 95_000 }));
        assert_eq!(
            rows.iter().map(Row::ok).collect::<Vec<_>>(),
            [Some(true), Some(false), None]
        );
    }
}
