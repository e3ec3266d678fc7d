//! Says the same with fewer characters. The loader is the one part of the
//! script that cannot be compressed (unpacking code would need eval), so what
//! wasm-bindgen repeats in every import is written once here. Each rewrite
//! names the exact helper it replaces: when a new wasm-bindgen words it
//! differently, the build stops and somebody looks.

use anyhow::{Result, ensure};

use super::glue::{Item, Kind, parse};

/// Helpers with a shorter equivalent: name, what the generator's text must
/// contain for the equivalence to hold, replacement.
const HELPERS: &[(&str, &str, &str)] = &[
    // Safari loses its decoder after 2 GiB of text; no page lives that long.
    (
        "decodeText",
        "return cachedTextDecoder.decode(bytes);",
        "function decodeText(bytes) {\n    return cachedTextDecoder.decode(bytes);\n}",
    ),
    // Strings go in whole: no character loop, no growing of the buffer.
    (
        "passStringToWasm0",
        "if (realloc === undefined) {\n        const buf = cachedTextEncoder.encode(arg);",
        "function passStringToWasm0(arg) {\n    const buf = cachedTextEncoder.encode(arg);\n    \
         const ptr = wasm.__wbindgen_malloc(WASM_VECTOR_LEN = buf.length, 1) >>> 0;\n    \
         getUint8ArrayMemory0().set(buf, ptr);\n    return ptr;\n}",
    ),
    // One comparison covers both a grown and a detached buffer.
    (
        "getDataViewMemory0",
        "cachedDataViewMemory0.buffer !== wasm.memory.buffer",
        "function getDataViewMemory0() {\n    return new DataView(wasm.memory.buffer);\n}",
    ),
    (
        "getUint8ArrayMemory0",
        "cachedUint8ArrayMemory0.byteLength === 0",
        "function getUint8ArrayMemory0() {\n    return new Uint8Array(wasm.memory.buffer);\n}",
    ),
    // An arrow takes no `this`; no import uses it.
    (
        "handleError",
        "return f.apply(this, args);",
        "function handleError(f) {\n    return (...args) => {\n        try {\n            \
         return f(...args);\n        } catch (e) {\n            \
         wasm.__wbindgen_exn_store(addToExternrefTable0(e));\n        }\n    };\n}",
    ),
];

/// Helpers of ours that the rewritten imports call.
const EXTRA: &str = "\
function optionalRef(ret) {
    return isLikeNone(ret) ? 0 : addToExternrefTable0(ret);
}
function returnString(at, ret) {
    const ptr = passStringToWasm0(ret);
    const view = getDataViewMemory0();
    view.setInt32(at + 4, WASM_VECTOR_LEN, true);
    view.setInt32(at, ptr, true);
}
function returnOptionalString(at, ret) {
    isLikeNone(ret) ? getDataViewMemory0().setInt32(at, 0, true) : returnString(at, ret);
}
";

/// Statements that only serve browsers without `encodeInto` or warm things up.
const DROPPED: &[&str] = &[
    "cachedTextDecoder.decode();",
    "if (!('encodeInto' in cachedTextEncoder)) {",
];

/// Rewrites all items.
pub(crate) fn shorten(items: Vec<Item>) -> Result<Vec<Item>> {
    let mut out = parse(EXTRA)?;
    for item in items {
        match &item.kind {
            Kind::Statement { text } => {
                if !DROPPED.iter().any(|known| text.starts_with(known)) {
                    out.push(item);
                }
            }
            Kind::Binding { .. } => out.push(item),
            Kind::Function { params, body } => {
                if let Some((name, sign, text)) =
                    HELPERS.iter().find(|(name, ..)| *name == item.name)
                {
                    ensure!(
                        body.contains(sign),
                        "wasm-bindgen's helper `{name}` is not the one xtask knows: compare \
                         xtask/src/build/shorten.rs with its new text"
                    );
                    out.extend(parse(text)?);
                } else {
                    let (params, body) = unwrap_catch(params, &shorten_body(body));
                    out.push(Item {
                        name: item.name,
                        kind: Kind::Function { params, body },
                    });
                }
            }
        }
    }
    Ok(out)
}

/// The marker of a function whose exceptions go to Rust.
pub(crate) const CATCHING: &str = "/*catching*/";

/// `return handleError(function (a, b) { … }, arguments);` as a function of a
/// and b that is marked instead; the loader wraps it where it is used.
fn unwrap_catch(params: &str, body: &str) -> (String, String) {
    let trimmed = body.trim();
    let inner = trimmed
        .strip_prefix("return handleError(function (")
        .and_then(|rest| rest.strip_suffix("}, arguments);"))
        .and_then(|rest| rest.split_once(") {"));
    match inner {
        Some((inner_params, inner)) if params.is_empty() => {
            (inner_params.to_owned(), format!("{CATCHING}{inner}"))
        }
        _ => (params.to_owned(), body.to_owned()),
    }
}

fn shorten_body(body: &str) -> String {
    let mut body = body
        .replace(", wasm.__wbindgen_malloc, wasm.__wbindgen_realloc)", ")")
        .replace("(arg0 >>> 0) + 4 * 1", "AT1")
        .replace("(arg0 >>> 0) + 4 * 0", "AT0")
        .replace(
            "return isLikeNone(ret) ? 0 : addToExternrefTable0(ret);",
            "return optionalRef(ret);",
        );
    for n in 0..8 {
        let store = format!(
            "    getDataViewMemory0().setInt32(AT1, len{n}, true);\n    \
             getDataViewMemory0().setInt32(AT0, ptr{n}, true);"
        );
        body = body
            .replace(
                &format!(
                    "    const ptr{n} = passStringToWasm0(ret);\n    \
                     const len{n} = WASM_VECTOR_LEN;\n{store}"
                ),
                "    returnString(arg0, ret);",
            )
            .replace(
                &format!(
                    "    var ptr{n} = isLikeNone(ret) ? 0 : passStringToWasm0(ret);\n    \
                     var len{n} = WASM_VECTOR_LEN;\n{store}"
                ),
                "    returnOptionalString(arg0, ret);",
            );
    }
    body = body
        .replace("AT1", "arg0 + 4 * 1")
        .replace("AT0", "arg0 + 4 * 0");
    // In a page these are one object, and it has no `global`.
    for name in ["globalThis", "self", "window", "global"] {
        body = body.replace(
            &format!("typeof {name} === 'undefined' ? undefined : {name};"),
            if name == "global" {
                "globalThis.global;"
            } else {
                "globalThis;"
            },
        );
    }
    // The classes of a page are always there, so `instanceof` cannot throw.
    if let Some(test) = body
        .trim()
        .strip_prefix("let result;\n    try {\n        result = ")
        .and_then(|rest| {
            rest.strip_suffix(
                ";\n    } catch (_) {\n        result = false;\n    }\n    const ret = result;\n    \
                 return ret;",
            )
        })
    {
        body = format!("    return {test};");
    }
    body
}
