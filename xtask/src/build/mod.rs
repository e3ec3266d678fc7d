//! `cargo xtask build`: from sources to `build/` and three programs.

mod bind;
mod body;
pub(crate) mod breakdown;
mod compile;
mod copies;
mod deflate;
pub(crate) mod flags;
mod glue;
mod loader;
mod locations;
mod lower;
mod messages;
mod minify;
mod names;
mod page;
mod plain;
pub(crate) mod runtime;
mod shorten;
mod shrink;
mod stamp;
mod table;
mod traps;

use anyhow::{Context, Result};

use crate::command;
use crate::talk::say;
use crate::tools::{NpmTools, cargo, ensure_wasm_target};
use crate::workspace::Workspace;

/// The programs a build leaves in the target folder.
pub(crate) const PROGRAMS: &[&str] = &["eval752", "eval752-validate", "eval752-browser"];

/// How to build.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Options {
    /// Fast to build, slow to run: no optimisation anywhere.
    pub(crate) dev: bool,
    /// The npm tools must be there; without it they are used when they are.
    pub(crate) need_npm_tools: bool,
}

/// Builds everything.
pub(crate) fn run(workspace: &Workspace, options: Options) -> Result<()> {
    let tools = prepare(workspace, options)?;
    runtime::build(workspace, options, tools.as_ref()).context("building build/runtime.json")?;
    plain::build(workspace, options, tools.as_ref()).context("building build/runtime-js.json")?;
    page::build(workspace, options, tools.as_ref()).context("building build/www")?;
    programs(workspace, options)
}

/// Builds the runtime as it is released, and nothing else; its plain JavaScript
/// takes longest and can be left out.
pub(crate) fn script_only(workspace: &Workspace, plain_js: bool) -> Result<()> {
    let options = Options {
        need_npm_tools: true,
        ..Options::default()
    };
    let tools = prepare(workspace, options)?;
    runtime::build(workspace, options, tools.as_ref()).context("building build/runtime.json")?;
    if plain_js {
        plain::build(workspace, options, tools.as_ref())
            .context("building build/runtime-js.json")?;
    }
    Ok(())
}

fn prepare(workspace: &Workspace, options: Options) -> Result<Option<NpmTools>> {
    ensure_wasm_target(workspace)?;
    flags::mention();
    if options.need_npm_tools {
        return NpmTools::ensure(workspace).map(Some);
    }
    let tools = NpmTools::find(workspace);
    if tools.is_none() {
        say(
            "xtask: wasm-opt and esbuild are not installed, so the script gets slightly larger and \
             there is none in plain JavaScript (`npm ci --ignore-scripts` in xtask/npm installs \
             them)",
        );
    }
    Ok(tools)
}

fn programs(workspace: &Workspace, options: Options) -> Result<()> {
    let mut build = cargo(workspace);
    build.arg("build");
    if !options.dev {
        build.arg("--release");
    }
    build.args([
        "-p",
        "eval752-server",
        "-p",
        "eval752-validator",
        "-p",
        "eval752-browser",
    ]);
    build.arg("--bins");
    command::run(&mut build)?;
    for program in PROGRAMS {
        let file = workspace.program(program, options.dev);
        anyhow::ensure!(file.is_file(), "cargo built no {}", file.display());
    }
    Ok(())
}
