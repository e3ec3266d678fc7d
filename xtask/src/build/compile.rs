//! Compiles the wasm crates.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::flags;
use crate::command;
use crate::tools::{WASM_TARGET, cargo};
use crate::workspace::Workspace;

/// A crate compiled to wasm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WasmCrate {
    /// The in-page capture runtime.
    Runtime,
    /// The same runtime, on its way to plain JavaScript.
    PlainRuntime,
    /// The page's skin over contract and validator.
    Skin,
}

impl WasmCrate {
    fn package(self) -> &'static str {
        match self {
            Self::Runtime | Self::PlainRuntime => "eval752-runtime",
            Self::Skin => "eval752-www",
        }
    }

    /// cargo's profile where it is optimised; each has a folder of its own.
    fn profile(self) -> &'static str {
        match self {
            Self::Runtime | Self::Skin => "wasm",
            Self::PlainRuntime => "plain-js",
        }
    }

    /// wasm2js knows neither references nor several results.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Runtime | Self::Skin => &[],
            Self::PlainRuntime => &["-Ctarget-feature=-reference-types,-multivalue"],
        }
    }
}

/// Compiles and answers where the wasm is.
pub(crate) fn compile(workspace: &Workspace, what: WasmCrate, dev: bool) -> Result<PathBuf> {
    let profile = if dev { "dev" } else { what.profile() };
    let mut build = cargo(workspace);
    build.args(["build", "--lib", "--target", WASM_TARGET]);
    build.args(["--profile", profile, "--package", what.package()]);
    flags::set(&mut build, workspace, what.flags())?;
    command::run(&mut build)
        .with_context(|| format!("compiling {} for {WASM_TARGET}", what.package()))?;
    let folder = if dev { "debug" } else { profile };
    Ok(workspace
        .target()
        .join(WASM_TARGET)
        .join(folder)
        .join(format!("{}.wasm", what.package().replace('-', "_"))))
}
