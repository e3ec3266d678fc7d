//! Children: one way to start a program and to say, in a sentence, what went
//! wrong and what to install when it cannot be started.

use std::ffi::OsStr;
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};

/// Starts a child, waits for it and fails unless it exits with 0. Its output
/// goes where ours goes.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = status(command)?;
    if !status.success() {
        bail!("`{}` failed ({status})", shown(command));
    }
    Ok(())
}

/// Starts a child, waits for it and answers how it ended.
pub(crate) fn status(command: &mut Command) -> Result<ExitStatus> {
    command.status().map_err(|error| explain(command, &error))
}

/// Like [`run`], but hands back what the child wrote to stdout.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| explain(command, &error))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", shown(command), output.status);
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` did not print UTF-8", shown(command)))
}

/// Like [`read`], whatever the exit code says.
pub(crate) fn read_any(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| explain(command, &error))?;
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` did not print UTF-8", shown(command)))
}

/// Like [`read`], with `input` on the child's stdin.
pub(crate) fn pipe(command: &mut Command, input: &str) -> Result<String> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| explain(command, &error))?;
    let mut stdin = child.stdin.take().context("the child has no stdin")?;
    // A thread, so that a child that answers while it reads cannot block us.
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child
        .wait_with_output()
        .with_context(|| format!("waiting for `{}`", shown(command)))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", shown(command), output.status);
    }
    if !matches!(writer.join(), Ok(Ok(()))) {
        bail!("`{}` did not read its whole input", shown(command));
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` did not print UTF-8", shown(command)))
}

/// Whether a program can be started at all.
pub(crate) fn exists(program: impl AsRef<OsStr>, probe: &[&str]) -> bool {
    Command::new(program)
        .args(probe)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str());
    let mut line = name.to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}

fn explain(command: &Command, error: &std::io::Error) -> anyhow::Error {
    let program = command.get_program().to_string_lossy();
    if error.kind() != ErrorKind::NotFound {
        return anyhow::anyhow!("`{program}` could not be started: {error}");
    }
    let remedy = match program.as_ref() {
        "cargo" | "rustc" | "rustup" => "install Rust with rustup, then open a new terminal",
        "node" | "npm" | "npx" => "install Node.js 20 or newer with npm",
        "apt-get" => "install the packages named above by hand",
        _ => "install it, or put its folder on PATH",
    };
    anyhow::anyhow!("`{program}` was not found: {remedy}")
}
