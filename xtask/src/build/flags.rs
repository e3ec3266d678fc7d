//! The compiler flags of everything compiled to wasm: the same bytes on every
//! machine. Paths of this checkout, of cargo's home and of the toolchain are
//! mapped to short fixed names before they can end up in a panic message.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::command;
use crate::talk::say;
use crate::tools::rustc;
use crate::workspace::Workspace;

/// Flags for the target alone; the host's RUSTFLAGS stay out of the wasm.
const WASM_FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Sets the flags. RUSTFLAGS are written for this machine (a linker, a CPU) and
/// would break or change the wasm, so only the variable that names the target
/// counts.
pub(crate) fn set(cargo: &mut Command, workspace: &Workspace, more: &[&str]) -> Result<()> {
    let mut flags: Vec<String> = env::var(WASM_FLAGS)
        .unwrap_or_default()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    flags.extend(more.iter().map(|flag| (*flag).to_owned()));
    flags.extend(remaps(workspace)?);
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    Ok(())
}

/// Says that RUSTFLAGS does not reach the wasm, where somebody set it.
pub(crate) fn mention() {
    if env::var_os("RUSTFLAGS").is_some_and(|flags| !flags.is_empty()) {
        say(format!(
            "xtask: RUSTFLAGS applies to the programs; for the wasm use {WASM_FLAGS}"
        ));
    }
}

fn remaps(workspace: &Workspace) -> Result<Vec<String>> {
    let mut remaps = vec![remap(workspace.root(), "")];
    let cargo_home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    // One folder per registry; its name depends on the registry's address.
    if let Some(sources) = cargo_home.map(|home| home.join("registry/src"))
        && let Ok(entries) = fs::read_dir(sources)
    {
        for entry in entries {
            remaps.push(remap(&entry?.path(), ""));
        }
    }
    // With the rust-src component installed, the standard library's paths are
    // this machine's; without it they are already virtual.
    let sysroot = command::read(rustc(workspace).args(["--print", "sysroot"]))?;
    let library = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
    if library.is_dir() {
        let verbose = command::read(rustc(workspace).arg("-vV"))?;
        let commit = verbose
            .lines()
            .find_map(|line| line.strip_prefix("commit-hash: "))
            .unwrap_or_default();
        remaps.push(remap(&library, &format!("/rustc/{commit}")));
    }
    Ok(remaps)
}

fn remap(from: &Path, to: &str) -> String {
    format!("--remap-path-prefix={}={to}", from.display())
}
