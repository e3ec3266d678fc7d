//! The runtime without WebAssembly, for pages whose policy forbids it: the same Rust, translated
//! to JavaScript by `cargo xtask build` (`docs/adr/0007`). It can't be packed, for unpacking code
//! needs `eval`; so it comes as a script, never as a bookmarklet.

use core::fmt;

use super::escape::json_as_source;
use super::forms::{FAIL, Form, header, userscript_header, userscript_plan};
use super::{Plan, RuntimeError};
use crate::json::{self, Node};

/// The value of `format` in a plain runtime file.
pub const PLAIN_RUNTIME_FORMAT: &str = "eval752.runtime_js.v1";

/// The built runtime in plain JavaScript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainRuntime {
    /// The runtime's version.
    pub version: String,
    /// What it was built with.
    pub toolchain: String,
    /// A JavaScript function expression: `(planJson) => undefined`.
    pub source: String,
}

/// A bookmarklet can't be plain JavaScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoPlainBookmarklet;

impl fmt::Display for NoPlainBookmarklet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a bookmarklet can't do without WebAssembly: plain JavaScript is too long for one, \
             and could not unpack itself where eval is forbidden; make a raw script to paste, or \
             a userscript",
        )
    }
}

impl core::error::Error for NoPlainBookmarklet {}

impl PlainRuntime {
    /// Reads a plain runtime file.
    ///
    /// # Errors
    /// [`RuntimeError`] for anything else.
    pub fn from_json(text: &str) -> Result<Self, RuntimeError> {
        let node = json::parse(text.as_bytes()).map_err(|_| RuntimeError::Plain)?;
        let string = |name| node.get(name).and_then(Node::as_str).map(str::to_owned);
        if string("format").as_deref() != Some(PLAIN_RUNTIME_FORMAT) {
            return Err(RuntimeError::Plain);
        }
        let read = || {
            Some(Self {
                version: string("version")?,
                toolchain: string("toolchain")?,
                source: string("source")?,
            })
        };
        read().ok_or(RuntimeError::Plain)
    }
}

/// Wraps `plan` and the plain `runtime` into `form`.
///
/// # Errors
/// [`NoPlainBookmarklet`], the one form there is not.
pub fn package_plain(
    runtime: &PlainRuntime,
    plan: &Plan,
    form: Form,
) -> Result<String, NoPlainBookmarklet> {
    let toolchain = [&runtime.toolchain, "; plain JavaScript, no WebAssembly"].concat();
    match form {
        Form::Raw => {
            let header = header(&runtime.version, &toolchain, plan);
            Ok([&header, "\n", &body(runtime, plan), "\n"].concat())
        }
        Form::Userscript => {
            let plan = userscript_plan(plan);
            let header = userscript_header(&runtime.version, &toolchain, &plan);
            Ok([&header, "\n", &body(runtime, &plan), "\n"].concat())
        }
        Form::Bookmarklet => Err(NoPlainBookmarklet),
    }
}

fn body(runtime: &PlainRuntime, plan: &Plan) -> String {
    [
        "(async()=>{\nconst plan=",
        &json_as_source(&plan.to_json()),
        ";\nconst start=",
        &runtime.source,
        ";\nstart(JSON.stringify(plan));\n})().catch(",
        FAIL,
        ");",
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::builtin;
    use crate::script::ScriptOptions;

    fn runtime() -> PlainRuntime {
        PlainRuntime::from_json(
            r#"{"format":"eval752.runtime_js.v1","version":"0.1.0","toolchain":"test","source":"(c=>{})"}"#,
        )
        .expect("a runtime")
    }

    fn plan() -> Plan {
        let preset = builtin("chatgpt").expect("a preset");
        Plan::new(&preset, None, Vec::new(), ScriptOptions::default(), None).expect("a plan")
    }

    #[test]
    fn the_script_holds_the_runtime_as_it_is_and_no_webassembly() {
        let script = package_plain(&runtime(), &plan(), Form::Raw).expect("a script");
        assert!(
            script.contains(";\nconst start=(c=>{});\nstart("),
            "{script}"
        );
        assert!(script.contains("// Built with test; plain JavaScript, no WebAssembly."));
        assert!(!script.contains("WebAssembly.instantiate"));
        assert!(script.is_ascii());
    }

    #[test]
    fn a_userscript_goes_on_after_a_load_and_a_bookmarklet_is_refused() {
        let script = package_plain(&runtime(), &plan(), Form::Userscript).expect("a script");
        assert!(script.starts_with("// ==UserScript==\n"), "{script}");
        assert!(script.contains("\"continue_after_load\":true"));
        assert_eq!(
            package_plain(&runtime(), &plan(), Form::Bookmarklet),
            Err(NoPlainBookmarklet)
        );
    }

    #[test]
    fn another_file_is_no_plain_runtime() {
        for text in [
            "",
            "{}",
            r#"{"format":"eval752.runtime.v1","version":"","toolchain":"","source":""}"#,
            r#"{"format":"eval752.runtime_js.v1","version":"","toolchain":""}"#,
        ] {
            assert_eq!(
                PlainRuntime::from_json(text),
                Err(RuntimeError::Plain),
                "{text}"
            );
        }
    }
}
