//! Turns panics into plain traps. The prebuilt standard library formats a
//! message and then drops it, for wasm32-unknown-unknown has nowhere to write
//! it; the page sees a `RuntimeError: unreachable` either way. Without the
//! entrances to that machinery wasm-opt can drop the machinery, too.
//!
//! Only functions that never return are replaced, so nothing can go on with a
//! wrong value. A runtime that sets a panic hook wants its messages: then
//! nothing is touched.

use walrus::{FunctionBuilder, FunctionId, FunctionKind, Module};

/// Functions of the standard library that panic and do nothing else.
const PANICS: &[&str] = &[
    "alloc::alloc::handle_alloc_error",
    "alloc::raw_vec::capacity_overflow",
    "alloc::raw_vec::handle_error",
    "core::cell::panic_already_borrowed",
    "core::cell::panic_already_mutably_borrowed",
    "core::option::expect_failed",
    "core::option::unwrap_failed",
    "core::panicking::assert_failed",
    "core::panicking::assert_failed_inner",
    "core::panicking::panic",
    "core::panicking::panic_bounds_check",
    "core::panicking::panic_display",
    "core::panicking::panic_explicit",
    "core::panicking::panic_fmt",
    "core::panicking::panic_nounwind",
    "core::panicking::panic_nounwind_fmt",
    "core::panicking::panic_str_2015",
    "core::panicking::unreachable_display",
    "core::result::unwrap_failed",
    "core::slice::copy_from_slice_impl::len_mismatch_fail",
    "core::slice::index::slice_end_index_len_fail",
    "core::slice::index::slice_end_index_overflow_fail",
    "core::slice::index::slice_index_fail",
    "core::slice::index::slice_index_order_fail",
    "core::slice::index::slice_start_index_len_fail",
    "core::slice::index::slice_start_index_overflow_fail",
    "core::str::slice_error_fail",
    "core::str::slice_error_fail_rt",
];
/// A family of such functions, one for each kind of arithmetic.
const ARITHMETIC: &str = "core::panicking::panic_const::";
/// Who calls this wants to see what a panic says.
const HOOK: &str = "std::panicking::set_hook";

/// Replaces the bodies; answers how many.
pub(crate) fn trap_instead_of_panic(module: &mut Module) -> usize {
    let named: Vec<(FunctionId, String)> = module
        .funcs
        .iter_local()
        .filter_map(|(id, _)| {
            let name = module.funcs.get(id).name.as_deref()?;
            Some((id, plain_path(name)))
        })
        .collect();
    if named.iter().any(|(_, name)| name == HOOK) {
        return 0;
    }
    let panics = named
        .iter()
        .filter(|(_, name)| PANICS.contains(&name.as_str()) || name.starts_with(ARITHMETIC));
    let mut count = 0;
    for (id, _) in panics {
        replace(module, *id);
        count += 1;
    }
    count
}

fn replace(module: &mut Module, id: FunctionId) {
    let signature = module.types.get(module.funcs.get(id).ty());
    let (params, results) = (signature.params().to_vec(), signature.results().to_vec());
    let mut body = FunctionBuilder::new(&mut module.types, &params, &results);
    body.func_body().unreachable();
    let arguments = params.iter().map(|kind| module.locals.add(*kind)).collect();
    module.funcs.get_mut(id).kind = FunctionKind::Local(body.local_func(arguments));
}

/// A demangled name without what differs between compilations: the crate's
/// disambiguator in brackets and the trailing hash.
pub(crate) fn plain_path(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut depth = 0_u32;
    for ch in name.chars() {
        match ch {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(ch),
            _ => {}
        }
    }
    match plain.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 && hash.chars().all(|ch| ch.is_ascii_hexdigit()) => {
            path.to_owned()
        }
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use walrus::ValType;

    use super::*;

    fn module(names: &[&str]) -> Module {
        let mut module = Module::default();
        for name in names {
            let mut body = FunctionBuilder::new(&mut module.types, &[], &[ValType::I32]);
            body.name((*name).to_owned());
            body.func_body().i32_const(7);
            let id = body.finish(vec![], &mut module.funcs);
            module.exports.add(name, id);
        }
        module
    }

    #[test]
    fn only_panics_are_replaced() {
        let mut module = module(&[
            "core[c5930c85a12de822]::panicking::panic_fmt",
            "core::panicking::panic_const::panic_const_div_by_zero::h0123456789abcdef",
            "mine::core::panicking::panic_fmt",
            "core::panicking::panic_fmt_not",
        ]);
        assert_eq!(trap_instead_of_panic(&mut module), 2);
    }

    #[test]
    fn a_hook_keeps_every_message() {
        let mut module = module(&["core::panicking::panic_fmt", "std::panicking::set_hook"]);
        assert_eq!(trap_instead_of_panic(&mut module), 0);
    }
}
