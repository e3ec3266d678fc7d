//! Two versions of one crate are built, shipped and watched twice. Those that
//! others hold back are listed with who does; anything else is mended.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::name;

/// The crate, and why there are two of it.
const KNOWN: &[(&str, &str)] = &[
    (
        "base64",
        "sqlx-core and wasm-bindgen-cli-support are on 0.22, ureq on 0.23",
    ),
    ("block-buffer", "with digest"),
    ("cpufeatures", "with sha2"),
    ("crypto-common", "with digest"),
    ("digest", "with sha2"),
    ("getrandom", "ring, under ureq's TLS, is on 0.2"),
    (
        "hashbrown",
        "sqlx-core and wasmparser are on 0.16, indexmap on 0.17",
    ),
    (
        "miniz_oxide",
        "png is on 0.8; in a program only of the tests",
    ),
    ("nix", "command-fds is on 0.31, zip on 0.32"),
    ("sha2", "sqlx is on 0.10"),
    (
        "syn",
        "procedural macros move to 3 one by one; none of it is shipped",
    ),
    ("windows-sys", "ring is on 0.52; not built on Linux"),
];

/// Duplicates that nobody has explained, and explanations of none.
pub(super) fn problems(packages: &[Value]) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        let version = package["version"].as_str().unwrap_or_default();
        versions.entry(name(package)).or_default().insert(version);
    }
    let several = |name: &str| versions.get(name).is_some_and(|all| all.len() > 1);
    let known = |name: &str| KNOWN.iter().any(|(one, _)| *one == name);
    let new = versions
        .iter()
        .filter(|(name, all)| all.len() > 1 && !known(name));
    let mut found: Vec<String> = new
        .map(|(name, all)| {
            let all: Vec<_> = all.iter().copied().collect();
            format!(
                "{name} is there as {}: `cargo tree -d` shows for whom; agree on one, or say why not in test/dependencies/duplicates.rs",
                all.join(" and ")
            )
        })
        .collect();
    for (name, _) in KNOWN.iter().filter(|(name, _)| !several(name)) {
        found.push(format!(
            "{name} is there once: take it off the list in test/dependencies/duplicates.rs"
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_new_duplicate_and_an_old_excuse_are_found() {
        let mut packages = Vec::new();
        for (name, _) in &KNOWN[1..] {
            packages.push(json!({"name": name, "version": "1.0.0"}));
            packages.push(json!({"name": name, "version": "2.0.0"}));
        }
        packages.push(json!({"name": "new", "version": "1.0.0"}));
        packages.push(json!({"name": "new", "version": "1.1.0"}));
        packages.push(json!({"name": "new", "version": "1.1.0"}));
        let found = problems(&packages);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("new is there as 1.0.0 and 1.1.0:"));
        assert!(found[1].starts_with(KNOWN[0].0));
    }
}
