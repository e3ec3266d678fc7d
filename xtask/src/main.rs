//! One door for every chore: `cargo xtask build`, `serve`, `test`, `size`.

mod build;
mod command;
mod talk;
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
    }
}
