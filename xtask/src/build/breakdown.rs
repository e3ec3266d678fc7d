//! Where the bytes of the wasm are: code by crate, data, and the rest. Read
//! from the shrunk wasm while it still has its names.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use walrus::{DataKind, FunctionKind, Module};

use super::traps::plain_path;

/// Bytes by owner, largest first.
pub(crate) type Bytes = Vec<(String, usize)>;

/// A module taken apart.
#[derive(Debug, Default)]
pub(crate) struct Breakdown {
    /// Code by crate, and the data.
    pub(crate) crates: Bytes,
    /// Code by function.
    pub(crate) functions: Bytes,
}

/// Reads a wasm file with names.
pub(crate) fn of_file(file: &Path) -> Result<Breakdown> {
    let module = Module::from_file(file)
        .with_context(|| format!("reading {}: run `cargo xtask size`", file.display()))?;
    let mut crates: BTreeMap<String, usize> = BTreeMap::new();
    let mut functions: BTreeMap<String, usize> = BTreeMap::new();
    for function in module.funcs.iter() {
        if let FunctionKind::Local(local) = &function.kind {
            let bytes = local.original_range.clone().unwrap_or_default().len();
            let path = plain_path(function.name.as_deref().unwrap_or_default());
            *crates.entry(owner(&path)).or_default() += bytes;
            *functions.entry(path).or_default() += bytes;
        }
    }
    let data = module
        .data
        .iter()
        .filter(|data| matches!(data.kind, DataKind::Active { .. }))
        .map(|data| data.value.len())
        .sum();
    crates.insert("(data)".to_owned(), data);
    Ok(Breakdown {
        crates: largest_first(crates),
        functions: largest_first(functions),
    })
}

fn largest_first(bytes: BTreeMap<String, usize>) -> Bytes {
    let mut sorted: Bytes = bytes.into_iter().collect();
    sorted.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    sorted
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
