//! Makes the loader: one function expression `(function (wasmBytes, config) {…})`
//! that starts the runtime. It is what wasm-bindgen's bundler glue says, without
//! modules: a script pasted into a console or held in a bookmark can import
//! nothing.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use super::body::CATCHING;
use super::glue::{Item, Kind};
use super::names::Names;

/// What would let the script run text, or reach the network, from the loader.
/// The contract of the script is that it does neither.
const FORBIDDEN: &[&str] = &[
    "eval",
    "Function(",
    "fetch",
    "import(",
    "importScripts",
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "document.write",
    "XMLHttpRequest",
    "WebSocket",
    "EventSource",
    "sendBeacon",
    "Worker(",
];

/// The items that `start` and the given imports need, in the glue's order.
pub(crate) fn reachable(items: &[Item], imports: &[Item]) -> Vec<Item> {
    let mut wanted: BTreeSet<String> = BTreeSet::from(["start".to_owned()]);
    for import in imports {
        wanted.extend(import.words());
        if matches!(&import.kind, Kind::Function { body, .. } if body.starts_with(CATCHING)) {
            wanted.insert("handleError".to_owned());
        }
    }
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    loop {
        let before = taken.len();
        for item in items {
            if !item.name.is_empty() && wanted.contains(&item.name) && taken.insert(&item.name) {
                wanted.extend(item.words());
            }
        }
        if taken.len() == before {
            break;
        }
    }
    items
        .iter()
        .filter(|item| {
            // A statement belongs to the first name it mentions.
            taken.contains(item.name.as_str())
                || (item.name.is_empty()
                    && item
                        .words()
                        .iter()
                        .any(|word| taken.contains(word.as_str())))
        })
        .cloned()
        .collect()
}

/// Writes the function expression. `left` are the import indices that the
/// shrunk wasm still has.
pub(crate) fn render(items: &[Item], names: &Names, left: &BTreeSet<usize>) -> String {
    let (body, list) = (helpers(items, names, left), imports(names, left));
    let text = format!(
        "(function (wasmBytes, config) {{\nlet wasm;\n{body}\
         return WebAssembly.instantiate(wasmBytes, [[\n{list}]]).then((result) => {{\n\
         wasm = result.instance.exports;\n{start}\nreturn start(config);\n}});\n}})",
        start = names.start_call(),
    );
    names.apply(&text)
}

/// The same without WebAssembly: `module` are the statements that make `wasm`
/// of `imports`.
pub(crate) fn render_plain(
    items: &[Item],
    names: &Names,
    left: &BTreeSet<usize>,
    module: &str,
) -> String {
    let (body, list) = (helpers(items, names, left), imports(names, left));
    let before = names.apply(&format!(
        "(function (config) {{\nlet wasm;\n{body}const imports = [\n{list}];\n"
    ));
    let after = names.apply(&format!(
        "{start}\nreturn start(config);\n}})",
        start = names.start_call()
    ));
    [before.as_str(), module, &after].concat()
}

/// The functions and bindings that the imports and `start` need.
fn helpers(items: &[Item], names: &Names, left: &BTreeSet<usize>) -> String {
    let imports: Vec<Item> = left
        .iter()
        .filter_map(|index| names.imports.get(*index).cloned())
        .collect();
    let is_import = |name: &str| names.imports.iter().any(|import| import.name == name);
    let mut body = String::new();
    for item in reachable(items, &imports) {
        if item.name == "wasm" || is_import(&item.name) || item.name == "__wbg_set_wasm" {
            continue;
        }
        body.push_str(&item.source());
        body.push('\n');
    }
    body
}

/// The imports as the elements of an array, each at its index.
fn imports(names: &Names, left: &BTreeSet<usize>) -> String {
    let mut list = String::new();
    let count = left.last().map_or(0, |last| last + 1);
    for (index, item) in names.imports.iter().enumerate().take(count) {
        if left.contains(&index) {
            list.push_str(&arrow(item));
        }
        list.push_str(",\n");
    }
    list
}

fn arrow(item: &Item) -> String {
    let Kind::Function { params, body } = &item.kind else {
        return item.source();
    };
    match body.strip_prefix(CATCHING) {
        Some(body) => format!("handleError(({params}) => {{{body}}})"),
        None => format!("({params}) => {{\n{body}\n}}"),
    }
}

/// Fails when the loader holds a word that the script promises not to hold.
pub(crate) fn check(loader: &str) -> Result<()> {
    for word in FORBIDDEN {
        if let Some(at) = loader.find(word) {
            let from = loader[..at]
                .char_indices()
                .rev()
                .nth(40)
                .map_or(0, |(at, _)| at);
            let near: String = loader[from..].chars().take(100).collect();
            bail!(
                "the loader contains `{word}` near `{near}`: the runtime must not use an API \
                 that runs text, parses HTML or reaches the network"
            );
        }
    }
    if !loader.starts_with("(function") || !loader.ends_with(')') {
        bail!("the loader is not one function expression");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::glue::parse;

    #[test]
    fn unreachable_helpers_stay_out() {
        let items = parse(
            "export function start(c) {\n    used(c);\n}\nfunction used(c) {\n    wasm.start(c);\n}\n\
             function unused() {\n}\nused.warm();\nlet wasm;\n",
        )
        .unwrap();
        let kept = reachable(&items, &[]);
        let names: Vec<_> = kept.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["start", "used", "", "wasm"]);
    }

    #[test]
    fn every_forbidden_word_stops_the_build() {
        check("(function(a,b){})").unwrap();
        for word in FORBIDDEN {
            check(&format!("(function(a,b){{{word}}})")).unwrap_err();
        }
        check("function(a,b){}").unwrap_err();
    }
}
