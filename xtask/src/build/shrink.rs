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

/// Optimises for size and answers the new bytes. `scratch` gets both versions.
pub(crate) fn shrink(bytes: &[u8], tools: &NpmTools, scratch: &Path) -> Result<Vec<u8>> {
    fs::create_dir_all(scratch)?;
    let (before, after) = (scratch.join("before.wasm"), scratch.join("after.wasm"));
    fs::write(&before, bytes).with_context(|| format!("writing {}", before.display()))?;
    let mut wasm_opt = tools.wasm_opt();
    wasm_opt.arg(&before).arg("-o").arg(&after).args(FEATURES);
    wasm_opt.args([
        "-Oz",
        "--converge",
        "--strip-debug",
        "--strip-producers",
        "--strip-target-features",
    ]);
    command::run(&mut wasm_opt)?;
    fs::read(&after).with_context(|| format!("reading {}", after.display()))
}
