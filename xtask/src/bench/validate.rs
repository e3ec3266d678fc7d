//! The validator's speed: fully checked beside `7z t`, which looks at checksums
//! alone, with other readers shown, and how the cost grows with the file.

use std::process::Command;

use anyhow::Result;

use super::inputs::Capture;
use super::row::{Measured, Row};
use super::{Bench, budgets, timing};
use crate::command::exists;

const PAIRS: usize = 5;
const MEGABYTES: u32 = 200;
const GROWTH: [u32; 4] = [1, 10, 100, 1000];

const PYTHON_LOOP: &str = "import sys, zipfile, json\n\
with zipfile.ZipFile(sys.argv[1]) as z, z.open('results.jsonl') as lines:\n    \
for line in lines: json.loads(line)";

/// Readers that are shown beside ours, without a budget.
const OTHERS: &[(&str, &str, &str, &[&str])] = &[
    (
        "unzip",
        "unzip -t (CRC only)",
        "unzip -tqq \"$0\"",
        &["unzip", "-v"],
    ),
    (
        "bsdtar",
        "bsdtar (CRC only)",
        "bsdtar -xOf \"$0\"",
        &["bsdtar", "--version"],
    ),
    (
        "jq",
        "unzip | jq (parses the lines)",
        "unzip -p \"$0\" results.jsonl | jq -c .error",
        &["jq", "--version"],
    ),
];

pub(super) fn run(bench: &Bench) -> Result<Vec<Row>> {
    let capture = Capture::of_megabytes(bench, MEGABYTES)?;
    let ours = bench.program("eval752-validate")?;
    let validate = |threads: &str| {
        let mut command = Command::new(&ours);
        command.args(["--threads", threads]).arg(&capture.file);
        timing::seconds(&mut command)
    };
    let mut rows = Vec::new();
    for (name, threads) in [("validate-1-thread", "1"), ("validate-2-threads", "2")] {
        let budget = budgets::of(name);
        if !exists("7z", &["i"]) {
            rows.push(Row::skipped(
                budget,
                "7z is not installed (Debian: p7zip-full)",
            ));
            continue;
        }
        let seven = || timing::seconds(Command::new("7z").arg("t").arg(&capture.file));
        let pairs = timing::pairs(PAIRS, || validate(threads), seven)?;
        rows.push(Row::new(budget, speeds(&capture, &pairs)));
    }
    rows.extend(others(&capture, || validate("1"))?);
    rows.extend(growth(bench, |file: &Capture| {
        timing::seconds(Command::new(&ours).args(["--threads", "1"]).arg(&file.file))
    })?);
    Ok(rows)
}

/// Seconds as speeds; ours ÷ the peer's is then the other way round.
fn speeds(capture: &Capture, pairs: &[(f64, f64)]) -> Measured {
    let speeds: Vec<_> = pairs
        .iter()
        .map(|(ours, peer)| (capture.speed(*ours), capture.speed(*peer)))
        .collect();
    timing::measured(&speeds)
}

fn others(capture: &Capture, validate: impl Fn() -> Result<f64>) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let what = "validating a 200 MB archive fully, one thread";
    for (name, peer, script, probe) in OTHERS {
        let budget = budgets::shown(&format!("validate-beside-{name}"), what, peer, "MB/s");
        if !exists(probe[0], &probe[1..]) {
            rows.push(Row::skipped(budget, format!("{name} is not installed")));
            continue;
        }
        let theirs = || timing::seconds(Command::new("sh").args(["-c", script]).arg(&capture.file));
        let once = [(validate()?, theirs()?)];
        rows.push(Row::new(budget, speeds(capture, &once)));
    }
    let budget = budgets::shown(
        "validate-beside-python",
        what,
        "python zipfile, json.loads each line",
        "MB/s",
    );
    let python = || {
        timing::seconds(
            Command::new("python3")
                .args(["-c", PYTHON_LOOP])
                .arg(&capture.file),
        )
    };
    rows.push(if exists("python3", &["--version"]) {
        Row::new(budget, speeds(capture, &[(validate()?, python()?)]))
    } else {
        Row::skipped(budget, "python3 is not installed")
    });
    Ok(rows)
}

/// Speed by the length of the file; the ratio is to the speed at 100 MB.
fn growth(bench: &Bench, validate: impl Fn(&Capture) -> Result<f64>) -> Result<Vec<Row>> {
    let mut speeds = Vec::new();
    for megabytes in GROWTH {
        let capture = Capture::of_megabytes(bench, megabytes)?;
        let turns = (0..3)
            .map(|_| validate(&capture))
            .collect::<Result<Vec<_>>>()?;
        speeds.push((megabytes, capture.speed(timing::median(turns))));
    }
    let middle = speeds.iter().find(|(megabytes, _)| *megabytes == 100);
    let middle = middle.map(|(_, speed)| *speed);
    Ok(speeds
        .into_iter()
        .map(|(megabytes, ours)| {
            let budget = budgets::shown(
                &format!("growth-validate-{megabytes}mb"),
                &format!("validating {megabytes} MB, one thread, start of the program included"),
                "at 100 MB",
                "MB/s",
            );
            Row::new(
                budget,
                Measured {
                    ours,
                    peer: middle,
                    ..Measured::default()
                },
            )
        })
        .collect())
}
