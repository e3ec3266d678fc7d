//! Large captures to measure with: made once by the validator's generator, the
//! same bytes every time, and kept in the target folder.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::Bench;
use crate::command;
use crate::tools::cargo;

/// A capture of so many megabytes.
#[derive(Debug, Clone)]
pub(crate) struct Capture {
    pub(crate) file: PathBuf,
    /// The file's length.
    pub(crate) bytes: u64,
}

impl Capture {
    /// Makes it unless it is there.
    pub(crate) fn of_megabytes(bench: &Bench, megabytes: u32) -> Result<Self> {
        let file = bench.file(&format!("capture-{megabytes}mb.eval752.zip"))?;
        if !file.is_file() {
            let half = bench.file("capture.half")?;
            let mut make = cargo(&bench.workspace);
            make.args(["run", "-q", "--release", "-p", "eval752-validator"]);
            make.args(["--example", "make_capture", "--"]);
            make.arg(megabytes.to_string()).arg(&half);
            command::run(&mut make)?;
            // A generator that was interrupted leaves no file of this name.
            fs::rename(&half, &file).with_context(|| format!("writing {}", file.display()))?;
        }
        let bytes = fs::metadata(&file)?.len();
        if bytes < u64::from(megabytes) * 1_000_000 {
            bail!("{} is too short: remove it", file.display());
        }
        Ok(Self { file, bytes })
    }

    /// Megabytes a second, when it took so many seconds.
    pub(crate) fn speed(&self, seconds: f64) -> f64 {
        #[expect(
            clippy::cast_precision_loss,
            reason = "file lengths are far below 2^52"
        )]
        let megabytes = self.bytes as f64 / 1e6;
        megabytes / seconds
    }
}
