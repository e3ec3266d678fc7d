//! The steps that need Rust only.

use std::env;

use anyhow::Result;

use super::Outcome;
use crate::build::flags;
use crate::command;
use crate::packages;
use crate::tools::{WASM_TARGET, cargo, ensure_wasm_target};
use crate::workspace::Workspace;

/// The crates that run in a browser, too.
const WASM_CRATES: &[&str] = &[
    "eval752-contract",
    "eval752-runtime",
    "eval752-validator",
    "eval752-www",
];

pub(super) fn fmt(workspace: &Workspace) -> Result<Outcome> {
    plain(workspace, &["fmt", "--all", "--check"])
}

pub(super) fn clippy(workspace: &Workspace) -> Result<Outcome> {
    plain(
        workspace,
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
    )
}

pub(super) fn clippy_wasm(workspace: &Workspace) -> Result<Outcome> {
    ensure_wasm_target(workspace)?;
    let mut clippy = cargo(workspace);
    clippy.args(["clippy", "--lib", "--target", WASM_TARGET]);
    for name in WASM_CRATES {
        clippy.args(["--package", name]);
    }
    clippy.args(["--", "-D", "warnings"]);
    flags::set(&mut clippy, workspace, &[])?;
    command::run(&mut clippy)?;
    Ok(Outcome::Passed)
}

pub(super) fn rustdoc(workspace: &Workspace) -> Result<Outcome> {
    let flags = env::var("RUSTDOCFLAGS").unwrap_or_default();
    let mut doc = cargo(workspace);
    doc.args(["doc", "--workspace", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", format!("{flags} -D warnings").trim_start());
    command::run(&mut doc)?;
    Ok(Outcome::Passed)
}

/// Tests about other programs skip, and say so, where those are missing; where
/// all are there, none may skip for that reason.
pub(super) fn cargo_test(workspace: &Workspace) -> Result<Outcome> {
    let mut test = cargo(workspace);
    test.args(["test", "--workspace"]);
    if packages::complete() {
        test.env("EVAL752_ALL_INSTALLED", "1");
        // The server is held against its own document by a tool of PyPI's, in a virtual
        // environment of the test's.
        if env::var_os("EVAL752_SCHEMATHESIS").is_none() {
            test.env("EVAL752_SCHEMATHESIS", "install");
        }
    }
    command::run(&mut test)?;
    Ok(Outcome::Passed)
}

fn plain(workspace: &Workspace, arguments: &[&str]) -> Result<Outcome> {
    command::run(cargo(workspace).args(arguments))?;
    Ok(Outcome::Passed)
}
