//! Twenty streamed answers on a chat page nobody here wrote: the test of
//! playwright/real-ui on Gradio, which writes down what it saw.

use anyhow::{Result, bail};

use super::Bench;
use super::page::read_lines;
use super::row::Row;
use crate::tools::{npm_ci, npx};

pub(super) fn run(bench: &Bench) -> Result<Vec<Row>> {
    bench.program("eval752")?;
    let room = bench.workspace.path("playwright");
    npm_ci(&room)?;
    let mut playwright = npx(&room);
    playwright.args([
        "playwright",
        "test",
        "--project=real-ui",
        "real-ui/capture.test.ts",
    ]);
    playwright.args(["--grep", "gradio"]);
    let rows = read_lines(bench, &mut playwright, "answers")?;
    if rows.len() != 2 {
        bail!("the test on Gradio wrote {} lines, not 2", rows.len());
    }
    Ok(rows)
}
