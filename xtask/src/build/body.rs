//! Shortens the body of one import: the phrases that wasm-bindgen repeats become
//! calls of helpers, and what can be one expression becomes one.

use super::glue::words;

/// The marker of a function whose exceptions go to Rust.
pub(crate) const CATCHING: &str = "/*catching*/";

/// `return handleError(function (a, b) { … }, arguments);` as a function of a
/// and b that is marked instead; the loader wraps it where it is used.
pub(crate) fn unwrap_catch(params: &str, body: &str) -> (String, String) {
    let trimmed = body.trim();
    let inner = trimmed
        .strip_prefix("return handleError(function (")
        .and_then(|rest| rest.strip_suffix("}, arguments);"))
        .and_then(|rest| rest.split_once(") {"));
    match inner {
        Some((inner_params, inner)) if params.is_empty() => (
            inner_params.to_owned(),
            format!("{CATCHING}{}", shorten_body(inner.trim_end())),
        ),
        _ => (params.to_owned(), shorten_body(body)),
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
    return_directly(&inline_ret(&body))
}

/// `const ret = x; f(ret)` as `f(x)`, when that is all there is.
fn inline_ret(body: &str) -> String {
    let rewritten = body.split_once("const ret = ").and_then(|(before, rest)| {
        let (value, after) = rest.split_once(";\n")?;
        let plain = !value.contains('\n') && before.trim().is_empty();
        let used_once = words(after).filter(|word| *word == "ret").count() == 1;
        let at = after.find("(ret)").or_else(|| after.find(", ret)"))?;
        let one_line = !after.trim_end().contains('\n');
        (plain && used_once && one_line).then(|| {
            let start = at + after[at..].find("ret").unwrap_or_default();
            format!("{before}{}{value}{}", &after[..start], &after[start + 3..])
        })
    });
    rewritten.unwrap_or_else(|| body.to_owned())
}

/// A body of one expression as an answer: WebAssembly drops what it did not ask
/// for, and an arrow function without braces is shorter.
fn return_directly(body: &str) -> String {
    let line = body.trim();
    let keyword = words(line).next().is_some_and(|word| {
        matches!(
            word,
            "const" | "let" | "var" | "return" | "throw" | "if" | "for" | "try"
        ) && line.starts_with(word)
    });
    if line.is_empty() || line.contains('\n') || keyword {
        return body.to_owned();
    }
    format!("    return {line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(params: &str, body: &str) -> (String, String) {
        let (params, body) = unwrap_catch(params, body);
        (params, body.trim().to_owned())
    }

    #[test]
    fn the_phrases_of_the_generator_become_one_expression() {
        for (long, expected) in [
            (
                "    const ret = arg0.body;\n    return isLikeNone(ret) ? 0 : addToExternrefTable0(ret);",
                "return optionalRef(arg0.body);",
            ),
            (
                "    const ret = arg1.origin;\n    const ptr1 = passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);\n    const len1 = WASM_VECTOR_LEN;\n    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);\n    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);",
                "return returnString(arg0, arg1.origin);",
            ),
            (
                "    let result;\n    try {\n        result = arg0 instanceof Window;\n    } catch (_) {\n        result = false;\n    }\n    const ret = result;\n    return ret;",
                "return arg0 instanceof Window;",
            ),
            (
                "    const ret = typeof self === 'undefined' ? undefined : self;\n    return isLikeNone(ret) ? 0 : addToExternrefTable0(ret);",
                "return optionalRef(globalThis);",
            ),
            (
                "    arg0.id = getStringFromWasm0(arg1, arg2);",
                "return arg0.id = getStringFromWasm0(arg1, arg2);",
            ),
            (
                "    throw new Error(getStringFromWasm0(arg0, arg1));",
                "throw new Error(getStringFromWasm0(arg0, arg1));",
            ),
        ] {
            assert_eq!(short("arg0, arg1", long).1, expected);
        }
    }

    #[test]
    fn an_optional_string_keeps_its_absence() {
        let long = "    const obj = arg1;\n    const ret = typeof(obj) === 'string' ? obj : undefined;\n    var ptr1 = isLikeNone(ret) ? 0 : passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);\n    var len1 = WASM_VECTOR_LEN;\n    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);\n    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);";
        let (_, body) = short("arg0, arg1", long);
        assert!(body.ends_with("returnOptionalString(arg0, ret);"), "{body}");
    }

    #[test]
    fn exceptions_still_go_to_rust() {
        let (params, body) = short(
            "",
            "    return handleError(function (arg0, arg1) {\n    const ret = arg0.f(arg1);\n    return ret;\n}, arguments);",
        );
        assert_eq!(params, "arg0, arg1");
        assert!(body.starts_with(CATCHING), "{body}");
        assert!(!body.contains("arguments"), "{body}");
    }

    #[test]
    fn what_is_used_twice_stays_a_name() {
        let body = "    const ret = next();\n    return f(ret, ret);";
        assert_eq!(short("", body).1, body.trim());
    }
}
