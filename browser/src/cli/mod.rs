//! The command line: verbs, `--json` on each, data on stdout and talk on stderr.

mod args;
mod output;
mod review;
mod screenshot;

use std::ffi::OsString;

use clap::Parser as _;

use crate::Exit;

/// Runs the program with these arguments (the first is its own name).
pub fn main(arguments: Vec<OsString>) -> Exit {
    let args = match args::Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => {
            // Help and version go to stdout with code 0; clap knows which is which.
            let exit = if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Good
            };
            let _ = error.print();
            return exit;
        }
    };
    match args.verb {
        args::Verb::Screenshot { commit, path, json } => screenshot::run(&commit, &path, json),
        args::Verb::Review { commit, json } => review::run(&commit, json),
    }
}
