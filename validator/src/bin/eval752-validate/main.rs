//! `eval752-validate`: the strict check as a command. This file holds the
//! edge: arguments in, exit code out.

mod args;
mod explain;
mod input;
mod output;
mod progress;
mod run;

use std::process::ExitCode;

use clap::Parser as _;

/// Records are made on one thread and dropped on another; where allocators
/// lock for that, two threads are slower than one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What the command's exit codes mean; the worst of several files decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Everything that was checked is good.
    Good = 0,
    /// The checked data is bad.
    Bad = 1,
    /// Wrong usage, or a file that cannot be read.
    Environment = 2,
    /// A defect of the validator.
    Internal = 3,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}

fn main() -> ExitCode {
    // A panic is a defect of ours and must not look like a verdict.
    let outcome = std::panic::catch_unwind(|| run::run(&args::Args::parse()));
    outcome.unwrap_or(Outcome::Internal).into()
}
