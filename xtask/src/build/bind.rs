//! wasm-bindgen, and what makes its output short: from compiled wasm to a
//! module with short names and the JavaScript items that belong to it. Both
//! ways to a script, WebAssembly and plain JavaScript, begin here.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use walrus::Module;
use wasm_bindgen_cli_support::Bindgen;

use super::glue::Item;
use super::names::Names;
use super::{glue, loader, locations, messages, shorten, table, traps};

/// The function of the runtime that the loader calls.
const ENTRY: &str = "start";

/// How the wasm holds the page's objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Objects {
    /// In a table of references, which is a part of WebAssembly.
    Table,
    /// In an array of the glue's, by index.
    Array,
}

/// A module and its glue.
#[derive(Debug)]
pub(crate) struct Bound {
    /// The glue, shortened.
    pub(crate) items: Vec<Item>,
    /// What imports and exports are called now.
    pub(crate) names: Names,
    /// The module, not yet optimised.
    pub(crate) wasm: Vec<u8>,
}

/// How much work to do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Care {
    /// Keep the functions' names for wasm-opt, which drops them later.
    pub(crate) keep_names: bool,
    /// Leave everything in that only a debug build needs.
    pub(crate) quick: bool,
}

/// Binds what the compiler wrote. `scratch` keeps wasm-bindgen's own output.
pub(crate) fn bind(compiled: &[u8], objects: Objects, care: Care, scratch: &Path) -> Result<Bound> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_bytes("runtime", input(compiled, objects)?)
        .bundler(true)?
        .typescript(false)
        .remove_name_section(!care.keep_names)
        .remove_producers_section(true);
    let mut output = bindgen
        .generate_output()
        .context("wasm-bindgen could not process the runtime")?;
    output.emit(scratch)?;
    let glue =
        fs::read_to_string(scratch.join("runtime_bg.js")).context("reading wasm-bindgen's glue")?;
    let items = shorten::shorten(glue::parse(&one_vocabulary(&glue))?)?;
    anyhow::ensure!(
        items.iter().any(|item| item.name == ENTRY),
        "the runtime exports no `{ENTRY}`: runtime-wasm needs \
         `#[wasm_bindgen] pub fn {ENTRY}(config: String)`"
    );

    let module = output.wasm_mut();
    let imported: Vec<_> = items
        .iter()
        .filter(|item| module.imports.iter().any(|import| import.name == item.name))
        .cloned()
        .collect();
    let reachable = loader::reachable(&items, &imported);
    let names = Names::give(module, &items, &reachable)?;
    if !care.quick {
        if traps::trap_instead_of_panic(module) > 0 {
            locations::forget_locations(module);
            messages::forget_messages(module);
        }
        table::forget_formatting(module);
    }
    walrus::passes::gc::run(module);
    check_data(module)?;
    let wasm = module.emit_wasm();
    Ok(Bound { items, names, wasm })
}

/// Names by which the runtime could reach the network or make markup of text through
/// `Reflect.get`. They would lie in the data, which no one sees in the packed script.
const NEVER_IN_DATA: &[&str] = &[
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "setHTMLUnsafe",
    "parseFromString",
    "XMLHttpRequest",
    "WebSocket",
    "EventSource",
    "sendBeacon",
    "importScripts",
    "serviceWorker",
];

/// Fails when the module's data holds one of those names.
fn check_data(module: &Module) -> Result<()> {
    for data in module.data.iter() {
        for name in NEVER_IN_DATA {
            let found = data
                .value
                .windows(name.len())
                .any(|window| window == name.as_bytes());
            anyhow::ensure!(
                !found,
                "the runtime's data contains `{name}`: it must not use an API that parses HTML or \
                 reaches the network"
            );
        }
    }
    Ok(())
}

/// The prebuilt standard library says that it may use references, whatever we
/// compile with; wasm-bindgen goes by that note, so it goes.
fn input(compiled: &[u8], objects: Objects) -> Result<Vec<u8>> {
    if objects == Objects::Table {
        return Ok(compiled.to_vec());
    }
    let mut module = Module::from_buffer(compiled).context("reading the compiled runtime")?;
    module.customs.remove_raw("target_features");
    Ok(module.emit_wasm())
}

/// The glue keeps an object for the wasm by a function of either name: what
/// shortens it knows one.
fn one_vocabulary(glue: &str) -> String {
    glue.replace("addHeapObject(", "addToExternrefTable0(")
}

#[cfg(test)]
mod tests {
    use walrus::{ConstExpr, DataKind, ir::Value};

    use super::*;

    #[test]
    fn a_forbidden_name_in_the_data_stops_the_build() {
        for (text, good) in [("innerText\0fetch", true), ("x\0innerHTML\0y", false)] {
            let mut module = Module::default();
            let memory = module.memories.add_local(false, false, 1, None, None);
            let offset = ConstExpr::Value(Value::I32(1000));
            module
                .data
                .add(DataKind::Active { memory, offset }, text.into());
            assert_eq!(check_data(&module).is_ok(), good, "{text}");
        }
    }
}
