//! `eval752`: from a dataset to a signed pack, a script, and a scored run.

use std::process::ExitCode;

fn main() -> ExitCode {
    eval752_server::cli::run()
}
