//! Empties the entries of the function table that only a panic's message would
//! call. A `Debug` or `Display` of the standard library is called through the
//! table by the formatting machinery and by nothing else; when nobody formats
//! any more, the entries keep thousands of bytes alive for no one. wasm-opt
//! can't know that. An emptied entry traps, should it be called after all.

use std::collections::HashSet;

use walrus::ir::{Visitor, dfs_in_order};
use walrus::{ElementItems, ExportItem, FunctionBuilder, FunctionId, FunctionKind, Module};

use super::traps::plain_path;

/// Empties the entries; answers how many. Does nothing while anyone formats.
pub(crate) fn forget_formatting(module: &mut Module) -> usize {
    let entries = entries(module);
    let name =
        |id: FunctionId| plain_path(module.funcs.get(id).name.as_deref().unwrap_or_default());
    let (forgotten, kept): (HashSet<_>, HashSet<_>) = entries
        .into_iter()
        .partition(|&id| is_for_messages(&name(id)));
    let exported = module
        .exports
        .iter()
        .filter_map(|export| match export.item {
            ExportItem::Function(id) => Some(id),
            _ => None,
        });
    let live = reachable(module, exported.chain(kept).chain(module.start));
    if live.iter().any(|&id| formats(&name(id))) {
        return 0;
    }
    let mut body = FunctionBuilder::new(&mut module.types, &[], &[]);
    body.func_body().unreachable();
    let trap = body.finish(vec![], &mut module.funcs);
    let mut count = 0;
    for element in module.elements.iter_mut() {
        if let ElementItems::Functions(functions) = &mut element.items {
            for id in functions.iter_mut().filter(|id| forgotten.contains(id)) {
                *id = trap;
                count += 1;
            }
        }
    }
    count
}

fn entries(module: &Module) -> HashSet<FunctionId> {
    let mut entries = HashSet::new();
    for element in module.elements.iter() {
        if let ElementItems::Functions(functions) = &element.items {
            entries.extend(functions);
        }
    }
    entries
}

/// What is called through the table for the sake of a message alone. The
/// adapters of closures are there because wasm-bindgen describes them; the glue
/// calls them as exports.
fn is_for_messages(name: &str) -> bool {
    name.contains(" as core::fmt::")
        || name.contains(" as core::panic::PanicPayload>")
        || name.contains("std::panicking::")
        || name.starts_with("std::alloc::default_alloc_error_hook")
        || name.starts_with("wasm_bindgen::convert::closures::_::invoke")
        // The task queue of js-sys, which only an export that we drop would run.
        || name.contains("js_sys::futures::")
}

/// Whether a function belongs to the formatting machinery itself.
fn formats(name: &str) -> bool {
    name.starts_with("core::fmt::")
        || name.starts_with("<core::fmt::")
        || name.starts_with("alloc::fmt::")
}

/// Every function that can be called directly, starting from `roots`.
fn reachable(module: &Module, roots: impl Iterator<Item = FunctionId>) -> HashSet<FunctionId> {
    struct Calls(Vec<FunctionId>);
    impl Visitor<'_> for Calls {
        fn visit_function_id(&mut self, id: &FunctionId) {
            self.0.push(*id);
        }
    }
    let mut calls = Calls(roots.collect());
    let mut reached = HashSet::new();
    while let Some(id) = calls.0.pop() {
        if reached.insert(id)
            && let FunctionKind::Local(function) = &module.funcs.get(id).kind
        {
            dfs_in_order(&mut calls, function, function.entry_block());
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use walrus::ir::Value;
    use walrus::{ConstExpr, ElementKind, RefType};

    use super::*;

    /// A module with functions of these names; all are in the table, the first
    /// is exported and calls the second.
    fn module(names: &[&str]) -> Module {
        let mut module = Module::default();
        let mut functions = Vec::new();
        for name in names.iter().rev() {
            let mut body = FunctionBuilder::new(&mut module.types, &[], &[]);
            body.name((*name).to_owned());
            if let (true, Some(last)) = (functions.len() + 1 == names.len(), functions.last()) {
                body.func_body().call(*last);
            }
            functions.push(body.finish(vec![], &mut module.funcs));
        }
        functions.reverse();
        module.exports.add("start", functions[0]);
        let size = u64::try_from(names.len()).unwrap();
        let table = module.tables.add_local(false, size, None, RefType::FUNCREF);
        module.exports.add("table", table);
        let kind = ElementKind::Active {
            table,
            offset: ConstExpr::Value(Value::I32(0)),
        };
        let element = module
            .elements
            .add(kind, ElementItems::Functions(functions));
        module.tables.get_mut(table).elem_segments.insert(element);
        module
    }

    #[test]
    fn what_only_a_message_needs_is_forgotten() {
        let mut module = module(&[
            "mine::start",
            "mine::work",
            "<char as core[1]::fmt::Debug>::fmt",
            "<mine::Thing as mine::fmt::Debug>::fmt",
        ]);
        assert_eq!(forget_formatting(&mut module), 1);
        walrus::passes::gc::run(&mut module);
        let left = |start: &str| {
            let mut names = module.funcs.iter().filter_map(|f| f.name.as_deref());
            names.any(|name| name.starts_with(start))
        };
        assert!(left("<mine::Thing"));
        assert!(!left("<char"));
    }

    #[test]
    fn a_runtime_that_formats_keeps_all() {
        let mut module = module(&[
            "mine::start",
            "core[1]::fmt::write",
            "<char as core[1]::fmt::Debug>::fmt",
        ]);
        assert_eq!(forget_formatting(&mut module), 0);
    }
}
