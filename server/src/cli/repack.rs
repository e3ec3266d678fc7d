//! `eval752 repack`

use std::path::PathBuf;

use serde_json::json;

use super::Context;
use super::console::file;
use crate::dataset::Source;
use crate::error::Error;
use crate::repack::repack;

/// Write a capture that another tool packed anew in its canonical form.
///
/// Undoes compression, another order, extra fields or a folder around the files, and counts
/// anew; JSON payloads become archives. The documents themselves are not repaired.
#[derive(Debug, clap::Args)]
pub(super) struct Repack {
    /// The capture: an archive or a JSON payload, or - for standard input.
    input: PathBuf,
    /// Where to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Repack {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        let source = Source::open(&self.input)?;
        let archive = repack(&source.name, &source.bytes)?;
        let output = self.output.as_deref();
        context.console.deliver(output, &archive)?;
        context.console.report(
            output,
            &json!({ "output": file(output), "bytes": archive.len() }),
        )
    }
}
