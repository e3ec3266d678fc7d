//! The steps that drive browsers: Playwright, inside of `eval752-browser run`,
//! so that the launcher is what every browser test is started by.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::Outcome;
use crate::command;
use crate::tools::{npm_ci, npx};
use crate::workspace::Workspace;

/// The Playwright project that needs chat pages installed with pip.
const REAL_UI: &str = "real-ui";

/// The types of the browser tests.
pub(super) fn types(workspace: &Workspace) -> Result<Outcome> {
    let Some(room) = room(workspace)? else {
        return Ok(no_room());
    };
    command::run(npx(&room).args(["tsc", "--noEmit"]))?;
    Ok(Outcome::Passed)
}

/// All projects but the real chat pages.
pub(super) fn all_but_real_ui(workspace: &Workspace) -> Result<Outcome> {
    let Some(room) = room(workspace)? else {
        return Ok(no_room());
    };
    let projects: Vec<_> = projects(&room)?
        .into_iter()
        .filter(|name| !name.starts_with(REAL_UI))
        .collect();
    run(workspace, &room, &projects)
}

/// The real chat pages.
pub(super) fn real_ui(workspace: &Workspace) -> Result<Outcome> {
    let Some(room) = room(workspace)? else {
        return Ok(no_room());
    };
    run(workspace, &room, &[REAL_UI.to_owned()])
}

fn room(workspace: &Workspace) -> Result<Option<PathBuf>> {
    let room = workspace.path("playwright");
    if !room.join("package.json").is_file() {
        return Ok(None);
    }
    npm_ci(&room)?;
    Ok(Some(room))
}

fn no_room() -> Outcome {
    Outcome::Skipped("there is no playwright/package.json".to_owned())
}

fn run(workspace: &Workspace, room: &Path, projects: &[String]) -> Result<Outcome> {
    let listed = listing(room, projects)?;
    if count(&listed) == 0 {
        return Ok(Outcome::Skipped(format!(
            "Playwright finds no test in {}",
            projects.join(", ")
        )));
    }
    let mut tests = launched(workspace, &playwright(room));
    command::run(tests.args(chosen(projects)))?;
    Ok(Outcome::Passed)
}

fn projects(room: &Path) -> Result<Vec<String>> {
    let listed = listing(room, &[])?;
    let projects = listed["config"]["projects"]
        .as_array()
        .context("Playwright's listing names no projects")?;
    projects
        .iter()
        .map(|project| {
            let name = project["name"]
                .as_str()
                .context("a project without a name")?;
            Ok(name.to_owned())
        })
        .collect()
}

/// What Playwright would run. It exits with 1 when that is nothing.
fn listing(room: &Path, projects: &[String]) -> Result<serde_json::Value> {
    let mut list = playwright(room);
    list.args(["--list", "--reporter=json"])
        .args(chosen(projects));
    let text = command::read_any(&mut list)?;
    serde_json::from_str(&text)
        .with_context(|| format!("`{}` printed no JSON", command::shown(&list)))
}

/// How many tests a listing has. One that could not be loaded counts, so that
/// it is run and its error shown.
fn count(listing: &serde_json::Value) -> usize {
    fn of_suite(suite: &serde_json::Value) -> usize {
        let specs = suite["specs"].as_array().map_or(0, Vec::len);
        let inner = suite["suites"].as_array().into_iter().flatten();
        specs + inner.map(of_suite).sum::<usize>()
    }
    let broken = listing["errors"].as_array().into_iter().flatten();
    let broken = broken
        .filter(|error| error["message"].as_str() != Some("Error: No tests found"))
        .count();
    of_suite(listing) + broken
}

fn chosen(projects: &[String]) -> Vec<String> {
    projects
        .iter()
        .map(|name| format!("--project={name}"))
        .collect()
}

/// The command inside of a run of the launcher, which is Linux's alone.
fn launched(workspace: &Workspace, command: &Command) -> Command {
    let launcher = workspace.program("eval752-browser", false);
    let mut run = if cfg!(target_os = "linux") {
        let mut run = Command::new(launcher);
        // Whoever builds the launcher can write it; nothing is confined here.
        run.args(["run", "--allow-writable-launcher", "--"]);
        run.arg(command.get_program());
        run
    } else {
        Command::new(command.get_program())
    };
    run.args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        run.current_dir(folder);
    }
    run
}

fn playwright(room: &Path) -> Command {
    let mut playwright = npx(room);
    playwright.args(["playwright", "test"]);
    playwright
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn playwright_is_started_by_the_launcher() {
        let workspace = Workspace::find().unwrap();
        let run = launched(&workspace, &playwright(Path::new("/room")));
        let line = command::shown(&run);
        let expected =
            "eval752-browser run --allow-writable-launcher -- npx --no-install playwright test";
        assert_eq!(line, expected);
        assert_eq!(run.get_current_dir(), Some(Path::new("/room")));
    }

    #[test]
    fn counts_nested_tests_and_broken_files() {
        let none = json!({"suites": [], "errors": [{"message": "Error: No tests found"}]});
        assert_eq!(count(&none), 0);
        let two = json!({"suites": [{"specs": [{}], "suites": [{"specs": [{}]}]}], "errors": []});
        assert_eq!(count(&two), 2);
        let broken = json!({"suites": [], "errors": [{"message": "SyntaxError: x"}]});
        assert_eq!(count(&broken), 1);
    }
}
