//! The artifact `build/runtime-js.json`: the runtime as one JavaScript function
//! expression, for pages whose policy forbids WebAssembly. docs/adr/0007.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::json;
use walrus::Module;

use super::bind::{Bound, Care, Objects, bind};
use super::compile::{WasmCrate, compile};
use super::names::imports_left;
use super::stamp::{Stamp, write_if_changed};
use super::{Options, loader, lower, minify, runtime};
use crate::talk::say;
use crate::tools::NpmTools;
use crate::workspace::Workspace;

/// The artifact's format, read by the contract's script packaging.
const FORMAT: &str = "eval752.runtime_js.v1";

/// Builds `build/runtime-js.json` unless it is up to date. Without the npm tools
/// there is none: one of an earlier build must not pass for this one's.
pub(crate) fn build(
    workspace: &Workspace,
    options: Options,
    tools: Option<&NpmTools>,
) -> Result<()> {
    let output = workspace.runtime_js_json();
    let Some(tools) = tools.filter(|_| !options.dev) else {
        if output.exists() {
            fs::remove_file(&output).with_context(|| format!("removing {}", output.display()))?;
        }
        return Ok(());
    };
    let compiled = compile(workspace, WasmCrate::PlainRuntime, false)?;
    let input = fs::read(&compiled).with_context(|| format!("reading {}", compiled.display()))?;
    let toolchain = runtime::toolchain(workspace, Some(tools))?.replace("wasm-opt", "wasm2js");
    let scratch = workspace.scratch().join("plain-js");
    let stamp = Stamp::new(&scratch, "plain-js", &[&input, toolchain.as_bytes()])?;
    if stamp.is_fresh(std::slice::from_ref(&output)) {
        return Ok(());
    }
    let source = process(&input, tools, &scratch)?;
    let artifact = json!({
        "format": FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "toolchain": toolchain,
        "source": source,
    });
    write_if_changed(&output, artifact.to_string().as_bytes())?;
    say(format!(
        "xtask: build/runtime-js.json: {} characters of plain JavaScript",
        source.len()
    ));
    stamp.keep()
}

fn process(compiled: &[u8], tools: &NpmTools, scratch: &Path) -> Result<String> {
    let care = Care {
        keep_names: true,
        quick: false,
    };
    let Bound { items, names, wasm } = bind(compiled, Objects::Array, care, scratch)?;
    let (lowered, module) = lower::lower(&wasm, tools, scratch)?;
    let left = imports_left(&Module::from_buffer(&lowered).context("reading the lowered wasm")?);
    let long = loader::render_plain(&items, &names, &left, &module);
    write_if_changed(&scratch.join("plain.js"), long.as_bytes())?;
    let source = minify::minify(&long, Some(tools))?;
    loader::check(&without_data(&source))?;
    Ok(source)
}

/// The source without the module's data, which is base64 and could spell any
/// word by chance.
fn without_data(source: &str) -> String {
    const LONGEST_NAME: usize = 40;
    let strings = source.split('"').enumerate();
    strings
        .filter(|(index, part)| index % 2 == 0 || part.len() <= LONGEST_NAME)
        .map(|(_, part)| part)
        .collect::<Vec<_>>()
        .join("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_strings_are_data() {
        let data = "evalAAAA".repeat(8);
        let source = format!("(function(a){{b(\"{data}\");c(\"fetch\")}})");
        let checked = without_data(&source);
        assert!(!checked.contains("eval"), "{checked}");
        assert!(checked.contains("fetch"), "{checked}");
    }
}
