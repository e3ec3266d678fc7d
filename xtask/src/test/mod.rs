//! `cargo xtask test`: everything, from a fresh clone. Steps that do not depend
//! on a failed one still run, so that one run reports all there is to mend.

mod browser;
mod dependencies;
#[cfg(test)]
mod promised;
mod report;
mod rust;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};

use self::report::{Line, Report};
use crate::talk::data;
use crate::workspace::Workspace;
use crate::{build, dist, packages, size};

/// How a step that did not fail ended.
#[derive(Debug)]
pub(crate) enum Outcome {
    Passed,
    /// Not run, and why.
    Skipped(String),
}

/// One step of the whole.
struct Step {
    /// Its name, for `--only` and the table.
    name: &'static str,
    /// The larger part it belongs to; also a name for `--only`.
    group: &'static str,
    /// Steps that must have passed.
    needs: &'static [&'static str],
    run: fn(&Workspace) -> Result<Outcome>,
}

/// All steps, in order.
///
/// The packages come first, so that the Rust tests find the programs they are
/// about; they need them in name only, because `--only rust` needs Rust alone.
const STEPS: &[Step] = &[
    step("packages", "browser", &[], debian_packages),
    step("fmt", "rust", &[], rust::fmt),
    step("dependencies", "rust", &[], dependencies::check),
    step("clippy", "rust", &[], rust::clippy),
    step("clippy-wasm", "rust", &[], rust::clippy_wasm),
    step("rustdoc", "rust", &[], rust::rustdoc),
    step("cargo-test", "rust", &[], rust::cargo_test),
    step("build", "build", &[], build_all),
    step("size", "size", &["build"], sizes),
    step("same-script", "size", &[], same_script),
    step("types", "browser", &[], browser::types),
    step(
        "browser",
        "browser",
        &["build", "packages"],
        browser::all_but_real_ui,
    ),
    step(
        "real-ui",
        "real-ui",
        &["build", "packages"],
        browser::real_ui,
    ),
];

const fn step(
    name: &'static str,
    group: &'static str,
    needs: &'static [&'static str],
    run: fn(&Workspace) -> Result<Outcome>,
) -> Step {
    Step {
        name,
        group,
        needs,
        run,
    }
}

/// Prints what there is to run.
pub(crate) fn list() {
    for step in STEPS {
        data(format!("{:<12} {}", step.name, step.group));
    }
}

/// Runs all steps, or those of one name or group with what they need.
pub(crate) fn run(workspace: &Workspace, only: Option<&str>) -> Result<ExitCode> {
    let chosen = choose(only)?;
    let mut report = Report::default();
    for step in chosen {
        data(format!("\n== {} ==", step.name));
        let missing = step.needs.iter().find(|need| !report.has_passed(need));
        let started = Instant::now();
        let result = match missing {
            Some(need) => Ok(Outcome::Skipped(format!("`{need}` did not pass"))),
            None => (step.run)(workspace),
        };
        let line = Line::new(step.name, started.elapsed(), result);
        data(line.closing());
        report.push(line);
    }
    data("");
    report.table().into_iter().for_each(data);
    data(report.sum());
    Ok(if report.is_good() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn choose(only: Option<&str>) -> Result<Vec<&'static Step>> {
    let Some(only) = only else {
        return Ok(STEPS.iter().collect());
    };
    let asked = |step: &Step| step.name == only || step.group == only;
    let needed: Vec<&str> = STEPS
        .iter()
        .filter(|step| asked(step))
        .flat_map(|step| step.needs.iter().copied())
        .collect();
    let chosen: Vec<_> = STEPS
        .iter()
        .filter(|step| asked(step) || needed.contains(&step.name))
        .collect();
    if chosen.is_empty() {
        bail!("no step or group is called `{only}`: `cargo xtask test --list` shows them");
    }
    Ok(chosen)
}

fn build_all(workspace: &Workspace) -> Result<Outcome> {
    let options = build::Options {
        need_npm_tools: true,
        ..build::Options::default()
    };
    build::run(workspace, options)?;
    Ok(Outcome::Passed)
}

fn sizes(workspace: &Workspace) -> Result<Outcome> {
    let sizes = size::measure(workspace)?;
    sizes.table().into_iter().for_each(data);
    sizes.check()?;
    Ok(Outcome::Passed)
}

fn same_script(workspace: &Workspace) -> Result<Outcome> {
    dist::check_reproducible(workspace)?;
    Ok(Outcome::Passed)
}

fn debian_packages(_: &Workspace) -> Result<Outcome> {
    packages::ensure()?;
    Ok(Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_name_earlier_steps() {
        for (index, step) in STEPS.iter().enumerate() {
            for need in step.needs {
                assert!(
                    STEPS[..index].iter().any(|earlier| earlier.name == *need),
                    "{} needs {need}",
                    step.name
                );
            }
        }
    }

    #[test]
    fn a_choice_brings_what_it_needs() {
        let names = |only| -> Vec<_> {
            let chosen = choose(Some(only)).unwrap();
            chosen.iter().map(|step| step.name).collect()
        };
        assert_eq!(names("real-ui"), ["packages", "build", "real-ui"]);
        assert_eq!(names("size"), ["build", "size", "same-script"]);
        assert_eq!(names("fmt"), ["fmt"]);
        assert!(choose(Some("nonsense")).is_err());
        assert_eq!(choose(None).unwrap().len(), STEPS.len());
    }
}
