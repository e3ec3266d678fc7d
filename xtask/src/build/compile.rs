//! Compiles the wasm crates, the same bytes on every machine: paths of this
//! checkout, of cargo's home and of the toolchain are mapped to short fixed
//! names before they can end up in a panic message.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command;
use crate::talk::say;
use crate::tools::{WASM_TARGET, cargo};
use crate::workspace::Workspace;

/// A crate compiled to wasm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WasmCrate {
    /// The in-page capture runtime.
    Runtime,
    /// The page's skin over contract and validator.
    Skin,
}

impl WasmCrate {
    fn package(self) -> &'static str {
        match self {
            Self::Runtime => "eval752-runtime",
            Self::Skin => "eval752-www",
        }
    }
}

/// Compiles and answers where the wasm is.
pub(crate) fn compile(workspace: &Workspace, what: WasmCrate, dev: bool) -> Result<PathBuf> {
    let profile = if dev { "dev" } else { "wasm" };
    let mut build = cargo(workspace);
    build.args(["build", "--quiet", "--lib", "--target", WASM_TARGET]);
    build.args(["--profile", profile, "--package", what.package()]);
    build.env("CARGO_ENCODED_RUSTFLAGS", encoded_flags()?);
    command::run(&mut build)
        .with_context(|| format!("compiling {} for {WASM_TARGET}", what.package()))?;
    let folder = if dev { "debug" } else { profile };
    Ok(workspace
        .target()
        .join(WASM_TARGET)
        .join(folder)
        .join(format!("{}.wasm", what.package().replace('-', "_"))))
}

/// Says once that the host's flags stay out of the wasm.
pub(crate) fn mention_flags() {
    if env::var_os("RUSTFLAGS").is_some_and(|flags| !flags.is_empty()) {
        say(
            "xtask: RUSTFLAGS applies to the programs; for the wasm use \
             CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
        );
    }
}

/// RUSTFLAGS are written for this machine (a linker, a CPU) and would break or
/// change the wasm, so only the variable that names the target counts.
fn encoded_flags() -> Result<String> {
    let mut flags: Vec<String> = env::var("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS")
        .unwrap_or_default()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    flags.extend(remaps()?);
    Ok(flags.join("\u{1f}"))
}

fn remaps() -> Result<Vec<String>> {
    let workspace = Workspace::find()?;
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
    let sysroot = command::read(
        std::process::Command::new("rustc")
            .args(["--print", "sysroot"])
            .current_dir(workspace.root()),
    )?;
    let library = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
    if library.is_dir() {
        remaps.push(remap(&library, &format!("/rustc/{}", commit(&workspace)?)));
    }
    Ok(remaps)
}

fn remap(from: &Path, to: &str) -> String {
    format!("--remap-path-prefix={}={to}", from.display())
}

fn commit(workspace: &Workspace) -> Result<String> {
    let verbose = command::read(
        std::process::Command::new("rustc")
            .arg("-vV")
            .current_dir(workspace.root()),
    )?;
    Ok(verbose
        .lines()
        .find_map(|line| line.strip_prefix("commit-hash: "))
        .unwrap_or_default()
        .to_owned())
}
