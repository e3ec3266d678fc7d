//! Where the bytes of the wasm are: code by crate, data, and the rest. Read
//! from the shrunk wasm while it still has its names.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use walrus::{DataKind, FunctionKind, Module};

use super::traps::plain_path;

/// Bytes by owner, largest first.
pub(crate) type Breakdown = Vec<(String, usize)>;

/// Reads a wasm file with names.
pub(crate) fn by_crate(file: &Path) -> Result<Breakdown> {
    let module = Module::from_file(file)
        .with_context(|| format!("reading {}: run `cargo xtask size`", file.display()))?;
    let mut bytes: BTreeMap<String, usize> = BTreeMap::new();
    for function in module.funcs.iter() {
        if let FunctionKind::Local(local) = &function.kind {
            let range = local.original_range.clone().unwrap_or_default();
            let owner = owner(&plain_path(function.name.as_deref().unwrap_or_default()));
            *bytes.entry(owner).or_default() += range.len();
        }
    }
    let data = module
        .data
        .iter()
        .filter(|data| matches!(data.kind, DataKind::Active { .. }))
        .map(|data| data.value.len())
        .sum();
    bytes.insert("(data)".to_owned(), data);
    let mut sorted: Breakdown = bytes.into_iter().collect();
    sorted.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    Ok(sorted)
}

/// The crate of a function: `<alloc::string::String as core::fmt::Display>::fmt`
/// is alloc's.
fn owner(path: &str) -> String {
    // `drop_in_place<T>` and the like are made for a type: it pays.
    let path = path
        .strip_prefix("core::ptr::drop_in_place<")
        .unwrap_or(path);
    path.split(|ch: char| !(ch.is_alphanumeric() || ch == '_'))
        .find(|word| !word.is_empty() && !matches!(*word, "dyn" | "mut" | "const" | "impl" | "as"))
        .unwrap_or("(no name)")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_belong_to_a_crate() {
        for (path, crate_name) in [
            (
                "<alloc::string::String as core::fmt::Display>::fmt",
                "alloc",
            ),
            (
                "core::ptr::drop_in_place<&mut eval752_runtime::run::Run>",
                "eval752_runtime",
            ),
            ("<dyn core::any::Any>::type_id", "core"),
            ("", "(no name)"),
        ] {
            assert_eq!(owner(path), crate_name, "{path}");
        }
    }
}
