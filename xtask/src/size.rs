//! `cargo xtask size`: how long the script is, where its characters are, and
//! whether that is within budget.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use eval752_contract::json;
use eval752_contract::pack::Pack;
use eval752_contract::preset;
use eval752_contract::problem::Problems;
use eval752_contract::script::{
    Form, PlainRuntime, Plan, Runtime, ScriptOptions, package, package_plain,
};
use serde_json::json;

use crate::build::breakdown::{self, Breakdown};
use crate::build::{self, runtime::named_wasm};
use crate::talk::data;
use crate::workspace::Workspace;

/// Presets that need nothing from the user; the longest script counts.
const PRESETS: &[&str] = &["chatgpt", "gemini"];

/// How many crates the table shows; the JSON has all.
const OWNERS_SHOWN: usize = 12;

/// One measured length with its limits.
#[derive(Debug)]
struct Size {
    /// Its member in the JSON object.
    name: &'static str,
    value: usize,
    budget: usize,
    aim: usize,
}

/// All lengths.
#[derive(Debug)]
pub(crate) struct Sizes {
    judged: Vec<Size>,
    /// Where the characters of the bookmarklet are.
    parts: Vec<(&'static str, usize)>,
    /// Whose bytes the wasm's are.
    breakdown: Breakdown,
    toolchain: String,
}

/// Builds with the pinned npm tools, measures and prints; exits with 1 over budget.
pub(crate) fn run(workspace: &Workspace, as_json: bool, functions: usize) -> Result<ExitCode> {
    build::script_only(workspace, true)?;
    let sizes = measure(workspace)?;
    if as_json {
        data(sizes.json().to_string());
    } else {
        sizes.table().into_iter().for_each(data);
        for (name, bytes) in sizes.breakdown.functions.iter().take(functions) {
            data(format!("{bytes:>7} {name}"));
        }
    }
    match sizes.check() {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            crate::talk::say(format!("xtask: {error}"));
            Ok(ExitCode::from(1))
        }
    }
}

/// Measures what was built.
pub(crate) fn measure(workspace: &Workspace) -> Result<Sizes> {
    let file = workspace.runtime_json();
    let text = fs::read_to_string(&file)
        .with_context(|| format!("reading {}: run `cargo xtask build`", file.display()))?;
    let runtime = Runtime::from_json(&text)?;
    let pack = demo_pack(workspace)?;
    let bookmarklet = longest(Some(&pack), |plan| {
        package(&runtime, plan, Form::Bookmarklet)
    })?;
    let raw = longest(None, |plan| package(&runtime, plan, Form::Raw))?;
    let plain_js = plain_js(workspace)?;
    Ok(Sizes {
        judged: vec![
            Size {
                name: "bookmarklet_chars",
                value: bookmarklet,
                budget: 62_000,
                aim: 40_000,
            },
            Size {
                name: "raw_script_bytes",
                value: raw,
                budget: 90_000,
                aim: 60_000,
            },
            Size {
                name: "plain_js_bytes",
                value: plain_js,
                budget: 250_000,
                aim: 120_000,
            },
        ],
        parts: vec![
            ("wasm_bytes", usize::try_from(runtime.wasm_bytes)?),
            (
                "wasm_deflated_bytes",
                runtime.wasm.trim_end_matches('=').len() * 3 / 4,
            ),
            ("loader_chars", runtime.loader.len()),
            (
                "wasm_plan_and_wrapper_chars",
                bookmarklet.saturating_sub(runtime.loader.len()),
            ),
        ],
        breakdown: breakdown::of_file(&named_wasm(workspace))?,
        toolchain: runtime.toolchain,
    })
}

fn plain_js(workspace: &Workspace) -> Result<usize> {
    let file = workspace.runtime_js_json();
    let text = fs::read_to_string(&file)
        .with_context(|| format!("reading {}: run `cargo xtask size`", file.display()))?;
    let runtime = PlainRuntime::from_json(&text)?;
    longest(None, |plan| {
        package_plain(&runtime, plan, Form::Raw).unwrap_or_default()
    })
}

/// The length of the longest script that any of the presets makes.
fn longest(pack: Option<&Pack>, script: impl Fn(&Plan) -> String) -> Result<usize> {
    let mut longest = 0;
    for name in PRESETS {
        let preset = preset::builtin(name).with_context(|| format!("no preset `{name}`"))?;
        let plan = Plan::new(&preset, None, Vec::new(), ScriptOptions::default(), pack)?;
        longest = longest.max(script(&plan).len());
    }
    Ok(longest)
}

fn demo_pack(workspace: &Workspace) -> Result<Pack> {
    let file = workspace.path("contract/demo/pack.json");
    let text = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
    let node = json::parse(&text)
        .map_err(|error| anyhow::anyhow!("{} is no JSON: {error:?}", file.display()))?;
    let mut problems = Problems::new();
    Pack::read(&node, &mut problems)
        .with_context(|| format!("{} is no pack: {:?}", file.display(), problems.into_vec()))
}

impl Sizes {
    fn json(&self) -> serde_json::Value {
        let mut object = serde_json::Map::new();
        for size in &self.judged {
            object.insert(size.name.to_owned(), json!(size.value));
        }
        for (name, value) in &self.parts {
            object.insert((*name).to_owned(), json!(value));
        }
        let limits = |limit: fn(&Size) -> usize| -> serde_json::Value {
            self.judged
                .iter()
                .map(|size| (size.name.to_owned(), json!(limit(size))))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        object.insert("budget".to_owned(), limits(|size| size.budget));
        object.insert("aim".to_owned(), limits(|size| size.aim));
        object.insert(
            "wasm_bytes_by_crate".to_owned(),
            self.breakdown
                .crates
                .iter()
                .map(|(name, bytes)| (name.clone(), json!(bytes)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        );
        object.insert("toolchain".to_owned(), json!(self.toolchain));
        object.into()
    }

    /// The lengths for people.
    pub(crate) fn table(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{:<24} {:>7} {:>7} {:>7}",
            "", "now", "budget", "aim"
        )];
        for size in &self.judged {
            lines.push(format!(
                "{:<24} {:>7} {:>7} {:>7}  {}",
                size.name,
                size.value,
                size.budget,
                size.aim,
                size.verdict()
            ));
        }
        lines.push("where they are:".to_owned());
        for (name, value) in &self.parts {
            lines.push(format!("  {name:<22} {value:>7}"));
        }
        lines.push("the wasm's bytes by crate:".to_owned());
        for (name, bytes) in self.breakdown.crates.iter().take(OWNERS_SHOWN) {
            lines.push(format!("  {name:<22} {bytes:>7}"));
        }
        lines.push(format!("built with {}", self.toolchain));
        lines
    }

    /// Fails over budget.
    pub(crate) fn check(&self) -> Result<()> {
        let over: Vec<String> = self
            .judged
            .iter()
            .filter(|size| size.value > size.budget)
            .map(|size| {
                format!(
                    "{} is {}, which is {} over its budget",
                    size.name,
                    size.value,
                    size.value - size.budget
                )
            })
            .collect();
        if over.is_empty() {
            return Ok(());
        }
        bail!("{}", over.join("; "))
    }
}

impl Size {
    fn verdict(&self) -> &'static str {
        if self.value > self.budget {
            "OVER BUDGET"
        } else if self.value > self.aim {
            "within budget"
        } else {
            "within the aim"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_over_budget_fails_and_says_by_how_much() {
        let size = |value| Size {
            name: "bookmarklet_chars",
            value,
            budget: 100,
            aim: 50,
        };
        let sizes = |value| Sizes {
            judged: vec![size(value)],
            parts: vec![],
            breakdown: Breakdown::default(),
            toolchain: String::new(),
        };
        sizes(100).check().unwrap();
        let error = sizes(107).check().unwrap_err().to_string();
        assert_eq!(
            error,
            "bookmarklet_chars is 107, which is 7 over its budget"
        );
        assert_eq!(size(50).verdict(), "within the aim");
        assert_eq!(sizes(60).json()["bookmarklet_chars"], 60);
    }
}
