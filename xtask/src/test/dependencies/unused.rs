//! Dependencies that no source file of their crate names.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use super::{is_ours, name};

/// What each of our crates declares and never names.
pub(super) fn problems(packages: &[Value]) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for package in packages.iter().filter(|package| is_ours(package)) {
        let manifest = package["manifest_path"]
            .as_str()
            .context("a package without manifest")?;
        let folder = Path::new(manifest)
            .parent()
            .context("a manifest without folder")?;
        let mut source = String::new();
        read(folder, &mut source)?;
        for dependency in declared(package) {
            if !names(&source, &dependency) {
                found.push(format!(
                    "{} declares {dependency} and never names it: remove it from {manifest}",
                    name(package)
                ));
            }
        }
    }
    Ok(found)
}

/// The dependencies as the sources would call them.
fn declared(package: &Value) -> Vec<String> {
    let all = package["dependencies"].as_array().into_iter().flatten();
    all.filter_map(|one| one["rename"].as_str().or_else(|| one["name"].as_str()))
        .map(|name| name.replace('-', "_"))
        .collect()
}

/// All Rust below a folder, except what was built or belongs to another package.
fn read(folder: &Path, source: &mut String) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let inner = path.join("Cargo.toml").is_file();
        let built = path.ends_with("target") || path.ends_with("node_modules");
        if path.is_dir() && !inner && !built {
            read(&path, source)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            source.push_str(
                &fs::read_to_string(&path)
                    .with_context(|| format!("reading {}", path.display()))?,
            );
        }
    }
    Ok(())
}

/// Whether a crate's name stands in the source as a whole word.
fn names(source: &str, name: &str) -> bool {
    let part = |letter: Option<char>| letter.is_some_and(|l| l.is_alphanumeric() || l == '_');
    source.match_indices(name).any(|(at, _)| {
        !part(source[..at].chars().next_back()) && !part(source[at + name.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_is_a_whole_word() {
        assert!(names("use serde::Serialize;", "serde"));
        assert!(!names("use serde_json::Value;", "serde"));
        assert!(!names("my_serde()", "serde"));
        assert!(names("serde_json::json!(serde)", "serde"));
    }

    #[test]
    fn renamed_dependencies_go_by_their_new_name() {
        let package = json!({"dependencies": [
            {"name": "wasm-bindgen"}, {"name": "x", "rename": "other-name"},
        ]});
        assert_eq!(declared(&package), ["wasm_bindgen", "other_name"]);
    }
}
