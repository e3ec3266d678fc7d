//! `cargo xtask serve`: build, then serve. Needs Rust and a C toolchain only.

use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::build;
use crate::command;
use crate::workspace::Workspace;

/// Builds, then hands over to `eval752 serve`, whose exit code it answers.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<ExitCode> {
    build::run(workspace, build::Options::default())?;
    let status = command::status(
        Command::new(workspace.program("eval752", false))
            .arg("serve")
            .args(arguments),
    )?;
    // Killed by a signal, as by Ctrl-C, is how serving ends.
    let code = status.code().unwrap_or(0);
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX)))
}
