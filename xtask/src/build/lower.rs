//! From WebAssembly to JavaScript: wasm-opt takes out what JavaScript has no
//! word for, wasm2js does the rest. docs/adr/0007 says why there is such a
//! build at all.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use walrus::Module;

use super::copies;
use crate::command;
use crate::tools::NpmTools;

/// What rustc emits without references and several results.
const FEATURES: &[&str] = &[
    "--mvp-features",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
];

/// The lowering comes first, so that its helpers are optimised, too.
const PASSES: &[&str] = &[
    "--signext-lowering",
    "--llvm-memory-copy-fill-lowering",
    "--llvm-nontrapping-fptoint-lowering",
    "-Oz",
    "--converge",
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
];

/// What wasm2js calls the function that makes the module, and its result.
const FACTORY: &str = "asmFunc";
const RESULT: &str = "retasmFunc";
/// Whose functions the module imports. wasm2js makes a variable of it, which must not be called
/// as one of its functions, `$0` and so on.
const PAGE: &str = "page";

/// The lowered wasm, and the same as JavaScript: statements that end with one
/// expression, the module's exports, which is called with `imports`.
pub(crate) fn lower(bytes: &[u8], tools: &NpmTools, scratch: &Path) -> Result<(Vec<u8>, String)> {
    fs::create_dir_all(scratch)?;
    let files =
        ["before.wasm", "lowered.wasm", "calls.wasm", "module.js"].map(|name| scratch.join(name));
    fs::write(&files[0], bytes).with_context(|| format!("writing {}", files[0].display()))?;
    let mut optimise = tools.wasm_opt();
    optimise.args(FEATURES).args(PASSES);
    command::run(optimise.arg(&files[0]).arg("-o").arg(&files[1]))?;
    let mut module =
        Module::from_file(&files[1]).with_context(|| format!("reading {}", files[1].display()))?;
    copies::call_for_copies(&mut module);
    for import in module.imports.iter_mut() {
        PAGE.clone_into(&mut import.module);
    }
    let wasm = module.emit_wasm();
    fs::write(&files[2], &wasm).with_context(|| format!("writing {}", files[2].display()))?;
    let mut translate = tools.wasm2js();
    translate.args(FEATURES).arg("-Oz");
    command::run(translate.arg(&files[2]).arg("-o").arg(&files[3]))?;
    let module =
        fs::read_to_string(&files[3]).with_context(|| format!("reading {}", files[3].display()))?;
    Ok((wasm, as_statements(&module)?))
}

/// wasm2js writes an ES module; a pasted script can't be one.
fn as_statements(module: &str) -> Result<String> {
    let mut out = String::with_capacity(module.len());
    let mut call = String::new();
    for line in module.lines() {
        if !call.is_empty() {
            if line.starts_with("});") {
                call.push(')');
                break;
            }
        } else if line.starts_with("import ") {
        } else if line.starts_with(&format!("var {RESULT} = {FACTORY}(")) {
            call = format!("{FACTORY}({{ {PAGE}: imports }}");
        } else {
            out.push_str(line);
            out.push('\n');
        }
    }
    ensure!(
        call.ends_with(')') && !out.contains("export "),
        "wasm2js writes its module differently from what xtask knows: compare \
         xtask/src/build/lower.rs with module.js in target/xtask/plain-js"
    );
    out.push_str("wasm = ");
    out.push_str(&call);
    out.push_str(";\n");
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_becomes_statements() {
        let module = "import * as page from 'page';\n\nvar bufferView;\nfunction asmFunc(imports) {\n \
                      return {};\n}\n\nvar retasmFunc = asmFunc({\n  \"page\": page,\n});\n\
                      export var a = retasmFunc.a;\n";
        assert_eq!(
            as_statements(module).unwrap(),
            "\nvar bufferView;\nfunction asmFunc(imports) {\n return {};\n}\n\n\
             wasm = asmFunc({ page: imports });\n"
        );
    }

    #[test]
    fn an_unknown_layout_stops_the_build() {
        for module in ["", "export default 1;\n", "var retasmFunc = asmFunc({\n"] {
            as_statements(module).unwrap_err();
        }
    }
}
