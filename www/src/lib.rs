//! The page's thin WebAssembly skin: it takes what the page has (texts, bytes, choices as
//! JSON), calls `eval752-contract` and `eval752-validator`, and hands back JSON.
//!
//! Nothing is decided here. What the page can do, the command line can do with the same code.

mod check;
mod choices;
mod out;
mod pack;
mod presets;
mod scripts;
mod selectors;

pub use check::Check;
use wasm_bindgen::prelude::wasm_bindgen;

/// The built-in presets, their roles and selectors.
#[wasm_bindgen]
#[must_use]
pub fn presets() -> String {
    presets::list()
}

/// Reads a pack: what is in it, or every problem with its place.
#[wasm_bindgen]
#[must_use]
pub fn read_pack(text: &str) -> String {
    pack::read(text)
}

/// Reads a selectors file, a page check or a preset file: its selectors, or every problem.
#[wasm_bindgen]
#[must_use]
pub fn read_selectors(text: &str) -> String {
    selectors::read(text)
}

/// Makes the scripts of a pack, or names every problem with the option it is in. `wanted` is
/// `scripts`, `bookmarklet`, `bare_bookmarklet`, which needs no pack, or `plain`, which takes
/// the runtime without WebAssembly. An empty `pack` is none.
#[wasm_bindgen]
#[must_use]
pub fn make_scripts(runtime: &str, pack: &str, options: &str, wanted: &str) -> String {
    let pack = Some(pack).filter(|text| !text.is_empty());
    scripts::make(runtime, pack, options, wanted)
}
