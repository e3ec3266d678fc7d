//! Says the same with fewer characters. The loader is the one part of the
//! script that cannot be compressed (unpacking code would need eval), so what
//! wasm-bindgen repeats in every import is written once here. Each rewrite
//! names the exact helper it replaces: when a new wasm-bindgen words it
//! differently, the build stops and somebody looks.

use anyhow::{Result, ensure};

use super::body::unwrap_catch;
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

/// Every browser that the scripts support has registries of this kind.
const DTORS: &str = "\
    new FinalizationRegistry(state => wasm.__wbindgen_destroy_closure(state.a, state.b))";

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
            Kind::Binding { text } if item.name == "CLOSURE_DTORS" => {
                ensure!(
                    text.contains(DTORS),
                    "wasm-bindgen's `CLOSURE_DTORS` is not the one xtask knows"
                );
                out.extend(parse(&format!("const CLOSURE_DTORS = {DTORS};"))?);
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
                    let (params, body) = unwrap_catch(params, body);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_helper_that_changed_stops_the_build() {
        let known = "function isLikeNone(x) {\n    return x === undefined;\n}\n\
             function decodeText(bytes) {\n    count(bytes);\n    \
             return cachedTextDecoder.decode(bytes);\n}\n";
        let short = shorten(parse(known).unwrap()).unwrap();
        let decode = short.iter().find(|item| item.name == "decodeText").unwrap();
        assert!(!decode.source().contains("count"));
        assert!(short.iter().any(|item| item.name == "isLikeNone"));

        let changed = known.replace("decode(bytes)", "decode(other)");
        let error = shorten(parse(&changed).unwrap()).unwrap_err().to_string();
        assert!(error.contains("`decodeText`"), "{error}");
    }

    #[test]
    fn every_replacement_is_glue_itself() {
        for (name, _, text) in HELPERS {
            let items = parse(text).unwrap();
            assert_eq!((items.len(), items[0].name.as_str()), (1, *name));
        }
    }
}
