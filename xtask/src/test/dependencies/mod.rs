//! What the workspace depends on: where it comes from, under which licence, how
//! often, and whether it is used. Read from `cargo metadata`, so it needs no
//! network and no further tool.
//!
//! cargo-deny and cargo-machete know more, and take minutes to build on every
//! fresh clone. What only cargo-deny knows are advisories; docs/security.md says
//! how to ask for those.

mod duplicates;
mod licences;
mod unused;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::Outcome;
use crate::command;
use crate::tools::cargo;
use crate::workspace::Workspace;

/// The only registry that crates may come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Every check; one run reports all there is to mend.
pub(super) fn check(workspace: &Workspace) -> Result<Outcome> {
    let mut ask = cargo(workspace);
    ask.args(["metadata", "--format-version", "1", "--locked"]);
    let metadata: Value =
        serde_json::from_str(&command::read(&mut ask)?).context("`cargo metadata`")?;
    let packages = packages(&metadata)?;
    let mut found = sources(packages);
    found.extend(licences::problems(packages));
    found.extend(duplicates::problems(packages));
    found.extend(unused::problems(packages)?);
    if found.is_empty() {
        return Ok(Outcome::Passed);
    }
    bail!("{}", found.join("\n"))
}

fn packages(metadata: &Value) -> Result<&[Value]> {
    let packages = metadata["packages"].as_array();
    Ok(packages.context("`cargo metadata` names no packages")?)
}

/// A git repository or another registry is nothing that a lock file pins for good.
fn sources(packages: &[Value]) -> Vec<String> {
    packages
        .iter()
        .filter_map(|package| {
            let source = package["source"].as_str()?;
            (source != REGISTRY).then(|| {
                format!(
                    "{} comes from {source}: take it from crates.io",
                    name(package)
                )
            })
        })
        .collect()
}

fn name(package: &Value) -> &str {
    package["name"]
        .as_str()
        .unwrap_or("a package without a name")
}

/// One of ours.
fn is_ours(package: &Value) -> bool {
    package["source"].is_null()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn crates_come_from_one_registry() {
        let packages = [
            json!({"name": "ours", "source": null}),
            json!({"name": "good", "source": REGISTRY}),
            json!({"name": "bad", "source": "git+https://example.org/bad"}),
        ];
        let found = sources(&packages);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("bad comes from git+"), "{}", found[0]);
    }
}
