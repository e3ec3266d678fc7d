//! The runtime artifact `build/runtime.json`: compiled wasm → bindgen → short
//! names → wasm-opt → loader → deflate. docs/adr/0002 says why it looks so.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use base64ct::{Base64, Encoding as _};
use serde_json::json;
use walrus::Module;

use super::bind::{Bound, Care, Objects, bind};
use super::compile::{WasmCrate, compile};
use super::deflate::deflate;
use super::names::imports_left;
use super::stamp::{Stamp, write_if_changed};
use super::{Options, loader, minify, shrink};
use crate::talk::say;
use crate::tools::{NpmTools, rustc_version};
use crate::workspace::Workspace;

/// The artifact's format, read by the contract's script packaging.
const FORMAT: &str = "eval752.runtime.v1";
/// The version of wasm-bindgen, as xtask's own manifest pins it.
const WASM_BINDGEN: &str = "0.2.130";

/// Builds `build/runtime.json` unless it is up to date.
pub(crate) fn build(
    workspace: &Workspace,
    options: Options,
    tools: Option<&NpmTools>,
) -> Result<()> {
    let compiled = compile(workspace, WasmCrate::Runtime, options.dev)?;
    let input = fs::read(&compiled).with_context(|| format!("reading {}", compiled.display()))?;
    let wasm_tools = tools.filter(|_| !options.dev);
    let toolchain = toolchain(workspace, wasm_tools)?;
    let scratch = workspace.scratch().join("runtime");
    let stamp = Stamp::new(
        &scratch,
        "runtime",
        &[&input, toolchain.as_bytes(), &[u8::from(options.dev)]],
    )?;
    let output = workspace.runtime_json();
    if stamp.is_fresh(std::slice::from_ref(&output)) {
        return Ok(());
    }
    let (wasm, loader) = process(&input, options, tools, &scratch)?;
    let packed = deflate(&wasm, options.dev)?;
    let artifact = json!({
        "format": FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "toolchain": toolchain,
        "loader": loader,
        "wasm": Base64::encode_string(&packed),
        "wasm_bytes": wasm.len(),
    });
    write_if_changed(&output, artifact.to_string().as_bytes())?;
    say(format!(
        "xtask: build/runtime.json: wasm {} bytes, {} deflated, loader {} characters",
        wasm.len(),
        packed.len(),
        loader.len()
    ));
    stamp.keep()
}

/// The wasm and its loader, from what the compiler wrote.
fn process(
    compiled: &[u8],
    options: Options,
    tools: Option<&NpmTools>,
    scratch: &Path,
) -> Result<(Vec<u8>, String)> {
    let tools_for_wasm = tools.filter(|_| !options.dev);
    let care = Care {
        // wasm-opt strips the names later, after the breakdown has read them.
        keep_names: tools_for_wasm.is_some(),
        quick: options.dev,
    };
    let Bound {
        items,
        names,
        mut wasm,
    } = bind(compiled, Objects::Table, care, scratch)?;
    if let Some(tools) = tools_for_wasm {
        wasm = shrink::shrink(&wasm, tools, scratch)?;
    }
    let left = imports_left(&Module::from_buffer(&wasm).context("reading the shrunk wasm")?);
    let long = loader::render(&items, &names, &left);
    write_if_changed(&scratch.join("loader.js"), long.as_bytes())?;
    let loader = minify::minify(&long, tools)?;
    loader::check(&loader)?;
    Ok((wasm, loader))
}

/// The shrunk runtime with its names.
pub(crate) fn named_wasm(workspace: &Workspace) -> PathBuf {
    workspace.scratch().join("runtime").join(shrink::NAMED)
}

/// What the runtime is built with, in words for the script's header.
pub(crate) fn toolchain(workspace: &Workspace, wasm_tools: Option<&NpmTools>) -> Result<String> {
    let rustc = rustc_version(workspace)?;
    let wasm_opt = match wasm_tools {
        Some(tools) => tools.version("binaryen")?,
        None => "none".to_owned(),
    };
    Ok(format!(
        "{rustc}, wasm-bindgen {WASM_BINDGEN}, wasm-opt {wasm_opt}"
    ))
}
