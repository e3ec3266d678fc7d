//! The command line: verbs, `--json` on those with data of their own, data on
//! stdout and talk on stderr. Inside of a run the program is also the browser:
//! called with anything but a verb, it turns into it.

mod args;
mod domains;
mod output;
mod review;
mod screenshot;
mod smoke;

use std::env;
use std::ffi::OsString;

use clap::Parser as _;

use crate::run::{Options, RUN_VARIABLE, become_browser, run, supervise};
use crate::smoke::Plan;
use crate::{Error, Exit};

/// Runs the program with these arguments (the first is its own name) and returns
/// the exit code.
pub fn main(arguments: Vec<OsString>) -> u8 {
    if is_browser_call(&arguments) {
        let error = become_browser(arguments.get(1..).unwrap_or_default());
        return output::failed(&error, false).code();
    }
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
            return exit.code();
        }
    };
    match args.verb {
        args::Verb::Screenshot { commit, path, json } => {
            screenshot::run(&commit, &path, json).code()
        }
        args::Verb::Review { commit, json } => review::run(&commit, json).code(),
        args::Verb::Domains {
            json,
            allow_writable_config,
        } => domains::run(json, allow_writable_config).code(),
        args::Verb::Run {
            allow_writable_launcher,
            allow_writable_config,
            command,
        } => {
            let options = Options {
                writable_launcher: allow_writable_launcher,
                writable_config: allow_writable_config,
            };
            ended(run(&command, options, |line| output::talk(line)))
        }
        args::Verb::Smoke {
            repo,
            json,
            allow_writable_launcher,
            allow_writable_config,
        } => {
            let options = Options {
                writable_launcher: allow_writable_launcher,
                writable_config: allow_writable_config,
            };
            let plan = Plan {
                repository: repo,
                options,
            };
            smoke::run(&plan, json).code()
        }
        args::Verb::Supervise {
            parent,
            folder,
            command,
        } => ended(supervise(parent, &folder, &command)),
    }
}

/// A command's own exit code, or ours when it never ran.
fn ended(code: Result<u8, Error>) -> u8 {
    code.unwrap_or_else(|error| output::failed(&error, false).code())
}

fn is_browser_call(arguments: &[OsString]) -> bool {
    let verb = arguments
        .get(1)
        .and_then(|word| word.to_str())
        .is_some_and(|word| args::VERBS.contains(&word));
    env::var_os(RUN_VARIABLE).is_some() && !verb
}
