//! wasm-opt, when it is installed.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::command;
use crate::tools::NpmTools;

/// What rustc 1.95 emits for wasm32 and every supported browser runs. wasm-opt
/// may use whatever it is allowed, so it is allowed nothing else.
const FEATURES: &[&str] = &[
    "--mvp-features",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Tried against two dozen combinations on the bytes that count, the deflated
/// ones; only rebuilding the control flow helped beyond plain `-Oz`.
const PASSES: &[&str] = &["-Oz", "--converge", "--flatten", "--rereloop", "-Oz"];
/// What no browser needs goes; functions of one crate, side by side, deflate better.
const STRIP: &[&str] = &[
    "--reorder-functions-by-name",
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
];
/// The shrunk wasm before it loses its names.
pub(crate) const NAMED: &str = "named.wasm";

/// Optimises for size and answers the new bytes. `scratch` keeps the stages.
pub(crate) fn shrink(bytes: &[u8], tools: &NpmTools, scratch: &Path) -> Result<Vec<u8>> {
    fs::create_dir_all(scratch)?;
    let stages = ["before.wasm", NAMED, "after.wasm"].map(|name| scratch.join(name));
    fs::write(&stages[0], bytes).with_context(|| format!("writing {}", stages[0].display()))?;
    let mut optimise = tools.wasm_opt();
    optimise.args(FEATURES).args(PASSES).arg("--debuginfo");
    command::run(optimise.arg(&stages[0]).arg("-o").arg(&stages[1]))?;
    let mut strip = tools.wasm_opt();
    strip.args(FEATURES).args(STRIP);
    command::run(strip.arg(&stages[1]).arg("-o").arg(&stages[2]))?;
    fs::read(&stages[2]).with_context(|| format!("reading {}", stages[2].display()))
}
