//! One door for every chore: `cargo xtask build`, `serve`, `test`, `size`,
//! `bench`, `dist`.

mod bench;
mod build;
mod command;
mod dist;
mod packages;
mod serve;
mod size;
mod talk;
mod test;
mod tools;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::workspace::Workspace;

/// One door for every chore of this workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Build the in-page script, the page and the three programs.
    Build {
        /// Quick to build: nothing optimised, programs in target/debug.
        #[arg(long)]
        dev: bool,
    },
    /// Build, then serve the page and the fixtures on this machine.
    Serve {
        /// Passed on to `eval752 serve`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run every check and every test.
    Test {
        /// Only this step or group, with what it needs: rust, size, browser, real-ui, …
        #[arg(long, value_name = "NAME")]
        only: Option<String>,
        /// Show the steps and their groups instead.
        #[arg(long)]
        list: bool,
    },
    /// Build everything as released and collect it in dist/, with checksums.
    Dist {
        /// First prove that a second build, elsewhere, gives the same script.
        #[arg(long)]
        check_reproducible: bool,
    },
    /// Measure every budget beside its peer; slow, on a quiet machine.
    Bench(bench::Options),
    /// Measure the script against its budgets.
    Size {
        /// One JSON object instead of a table.
        #[arg(long)]
        json: bool,
        /// Also show this many of the largest functions.
        #[arg(long, value_name = "COUNT", default_value_t = 0)]
        functions: usize,
    },
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            talk::say(format!("xtask: {error:#}"));
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    match cli.verb {
        Verb::Build { dev } => {
            let options = build::Options {
                dev,
                ..build::Options::default()
            };
            build::run(&workspace, options)?;
            Ok(ExitCode::SUCCESS)
        }
        Verb::Serve { arguments } => serve::run(&workspace, &arguments),
        Verb::Test { list: true, .. } => {
            test::list();
            Ok(ExitCode::SUCCESS)
        }
        Verb::Test { only, .. } => test::run(&workspace, only.as_deref()),
        Verb::Dist { check_reproducible } => dist::run(&workspace, check_reproducible),
        Verb::Bench(options) => bench::run(&workspace, &options),
        Verb::Size { json, functions } => size::run(&workspace, json, functions),
    }
}
