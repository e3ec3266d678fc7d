//! Proves that the script depends on sources and toolchain alone: the same files
//! in another folder, built into an empty target folder, give the same bytes.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::copy;
use crate::build;
use crate::command;
use crate::talk::say;
use crate::workspace::Workspace;

/// Builds the script, a second time elsewhere, and compares.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    build::script_only(workspace, true)?;
    let place = workspace.target().join("reproducible");
    if place.exists() {
        fs::remove_dir_all(&place).with_context(|| format!("removing {}", place.display()))?;
    }
    let checkout = place.join("another place");
    for file in sources(workspace)? {
        copy(&workspace.path(&file), &checkout.join(&file))?;
    }
    // Itself, for the folder it is told: its own package is found by this variable.
    let mut size = Command::new(env::current_exe().context("finding xtask's own file")?);
    size.args(["size", "--json"])
        .env("CARGO_MANIFEST_DIR", checkout.join("xtask"))
        .env("CARGO_TARGET_DIR", place.join("target"));
    // It exits with 1 over budget, which is not what is asked here.
    command::read_any(&mut size)?;
    let mut compared = 0;
    for name in ["runtime.json", "runtime-js.json"] {
        let ours = workspace.build().join(name);
        let second = checkout.join("build").join(name);
        if !ours.is_file() && !second.is_file() {
            continue;
        }
        same(&ours, &second)?;
        compared += 1;
    }
    if compared == 0 {
        bail!("there is no script to compare: run `cargo xtask build`");
    }
    fs::remove_dir_all(&place).with_context(|| format!("removing {}", place.display()))?;
    say("xtask: a second build in another folder gave the same script, byte for byte");
    Ok(())
}

/// The files git knows; a change that is not committed counts as it is.
fn sources(workspace: &Workspace) -> Result<Vec<String>> {
    let mut list = Command::new("git");
    list.args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ])
    .current_dir(workspace.root());
    let listed = command::read(&mut list)?;
    let mut files: Vec<String> = listed
        .split_terminator('\0')
        .filter(|file| workspace.path(file).is_file())
        .map(str::to_owned)
        .collect();
    files.sort();
    files.dedup();
    Ok(files)
}

fn same(ours: &PathBuf, second: &PathBuf) -> Result<()> {
    let read =
        |file: &PathBuf| fs::read(file).with_context(|| format!("reading {}", file.display()));
    let (left, right) = (read(ours)?, read(second)?);
    if left == right {
        return Ok(());
    }
    let at = left.iter().zip(&right).position(|(a, b)| a != b);
    bail!(
        "{} is not reproducible: {} and {} bytes, the first difference at byte {}; compare it with {}",
        ours.display(),
        left.len(),
        right.len(),
        at.unwrap_or_else(|| left.len().min(right.len())),
        second.display(),
    )
}
