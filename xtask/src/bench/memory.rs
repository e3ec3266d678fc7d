//! The validator's peak memory: the kernel's own high-water mark, read while it
//! runs, beside what the design allows for that many items.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::inputs::Capture;
use super::row::{Measured, Row};
use super::{Bench, budgets};
use crate::command;

const MIB: f64 = 1024.0 * 1024.0;

pub(super) fn run(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (name, megabytes) in [("memory-100mb", 100), ("memory-1gb", 1000)] {
        let budget = budgets::of(name);
        if !cfg!(target_os = "linux") {
            rows.push(Row::skipped(budget, "the mark is read from Linux's /proc"));
            continue;
        }
        let capture = Capture::of_megabytes(bench, megabytes)?;
        let items = items(bench, &capture)?;
        let peak = peak(Command::new(bench.program("eval752-validate")?).arg(&capture.file))?;
        rows.push(Row::new(
            budget,
            Measured {
                ours: peak / MIB,
                peer: Some((32.0 * MIB + 64.0 * items) / MIB),
                ratio: None,
                note: format!("{items:.0} items, two threads"),
            },
        ));
    }
    Ok(rows)
}

/// How many records the validator counts in it.
fn items(bench: &Bench, capture: &Capture) -> Result<f64> {
    let mut validate = Command::new(bench.program("eval752-validate")?);
    validate
        .args(["--json", "--threads", "1"])
        .arg(&capture.file);
    let text = command::read(&mut validate)?;
    let report: Value = serde_json::from_str(&text)?;
    report["files"][0]["summary"]["records"]
        .as_f64()
        .context("the validator's summary counts no records")
}

/// Bytes at the highest point of a command that must succeed.
fn peak(command: &mut Command) -> Result<f64> {
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("starting the validator")?;
    let status = format!("/proc/{}/status", child.id());
    let mut highest: f64 = 0.0;
    // The mark only rises, so the last reading before the end misses at most what the very last
    // moment added.
    let ended = loop {
        if let Ok(text) = fs::read_to_string(&status)
            && let Some(mark) = high_water(&text)
        {
            highest = highest.max(mark);
        }
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    if !ended.success() || highest == 0.0 {
        bail!("the validator ended with {ended}, its memory read as {highest} bytes");
    }
    Ok(highest)
}

/// The `VmHWM` line of a process's status, in bytes.
fn high_water(status: &str) -> Option<f64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024.0)
}

#[cfg(test)]
mod tests {
    use super::high_water;

    #[test]
    fn the_mark_is_in_kibibytes() {
        let status = "Name:\tx\nVmPeak:\t  900 kB\nVmHWM:\t     128 kB\n";
        assert_eq!(high_water(status), Some(131_072.0));
        assert_eq!(high_water("Name:\tx\n"), None);
    }
}
