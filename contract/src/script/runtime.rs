//! The runtime as `cargo xtask build` makes it: loader and WebAssembly in one JSON file.

use core::fmt;

use crate::json::{self, Node};

/// The value of `format` in a runtime file.
pub const RUNTIME_FORMAT: &str = "eval752.runtime.v1";

/// The built runtime.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Runtime {
    /// The runtime's version.
    pub version: String,
    /// What it was built with.
    pub toolchain: String,
    /// A JavaScript function expression: `(wasmBytes, planJson) => Promise`.
    pub loader: String,
    /// The WebAssembly module, raw-deflated, base64.
    pub wasm: String,
    /// Its size before deflating, in bytes.
    pub wasm_bytes: u64,
}

/// The file is no runtime file; build it with `cargo xtask build`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuntimeError {
    /// It is none with WebAssembly in it.
    Wasm,
    /// It is none in plain JavaScript.
    Plain,
}

impl fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wasm => {
                "this is no built runtime: run `cargo xtask build`, which makes build/runtime.json"
            }
            Self::Plain => {
                "this is no built runtime in plain JavaScript: run `npm ci --ignore-scripts` in \
                 xtask/npm and `cargo xtask build`, which makes build/runtime-js.json"
            }
        })
    }
}

impl core::error::Error for RuntimeError {}

impl Runtime {
    /// Reads a runtime file.
    ///
    /// # Errors
    /// [`RuntimeError`] for anything else.
    pub fn from_json(text: &str) -> Result<Self, RuntimeError> {
        let node = json::parse(text.as_bytes()).map_err(|_| RuntimeError::Wasm)?;
        let string = |name| node.get(name).and_then(Node::as_str).map(str::to_owned);
        if string("format").as_deref() != Some(RUNTIME_FORMAT) {
            return Err(RuntimeError::Wasm);
        }
        let read = || {
            Some(Self {
                version: string("version")?,
                toolchain: string("toolchain")?,
                loader: string("loader")?,
                wasm: string("wasm")?,
                wasm_bytes: node.get("wasm_bytes")?.as_integer()?,
            })
        };
        read().ok_or(RuntimeError::Wasm)
    }
}
