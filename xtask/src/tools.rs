//! The tools around cargo: the wasm target, and the npm tools that make the
//! script shorter. The first is needed and fetched; the second are optional for
//! `serve` and required where sizes are judged.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::command;
use crate::talk::say;
use crate::workspace::Workspace;

/// The target the in-page code is compiled for.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// cargo as the one that started us, so that the toolchain is the same.
pub(crate) fn cargo(workspace: &Workspace) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(workspace.root());
    // These describe xtask's own package; build scripts of others must not see them.
    cargo
        .env_remove("CARGO_MANIFEST_DIR")
        .env_remove("CARGO_PKG_NAME");
    cargo
}

/// rustc, as the toolchain file of the workspace chooses it.
pub(crate) fn rustc(workspace: &Workspace) -> Command {
    let mut rustc = Command::new("rustc");
    rustc.current_dir(workspace.root());
    rustc
}

/// `rustc --version` without the part in brackets.
pub(crate) fn rustc_version(workspace: &Workspace) -> Result<String> {
    let line = command::read(rustc(workspace).arg("--version"))?;
    Ok(line.split(" (").next().unwrap_or(&line).trim().to_owned())
}

/// Installs the wasm target when it is missing.
pub(crate) fn ensure_wasm_target(workspace: &Workspace) -> Result<()> {
    let libraries = command::read(rustc(workspace).args([
        "--print",
        "target-libdir",
        "--target",
        WASM_TARGET,
    ]))?;
    let installed =
        std::fs::read_dir(libraries.trim()).is_ok_and(|mut entries| entries.next().is_some());
    if installed {
        return Ok(());
    }
    say(format!("xtask: adding the target {WASM_TARGET}"));
    command::run(
        Command::new("rustup")
            .args(["target", "add", WASM_TARGET])
            .current_dir(workspace.root()),
    )
    .with_context(|| format!("the target {WASM_TARGET} is needed for the in-page script"))
}

/// The pinned wasm-opt, wasm2js and esbuild.
#[derive(Debug, Clone)]
pub(crate) struct NpmTools {
    modules: PathBuf,
}

impl NpmTools {
    /// The tools, when they are installed.
    pub(crate) fn find(workspace: &Workspace) -> Option<Self> {
        let tools = Self {
            modules: workspace.npm_tools().join("node_modules"),
        };
        let complete = tools.modules.join("binaryen/bin/wasm-opt").is_file()
            && tools.modules.join("esbuild").is_dir()
            && command::exists("node", &["--version"]);
        complete.then_some(tools)
    }

    /// The tools, installed first when they are missing or no longer the
    /// pinned ones.
    pub(crate) fn ensure(workspace: &Workspace) -> Result<Self> {
        npm_ci(&workspace.npm_tools())?;
        Self::find(workspace).context(
            "`npm ci` in xtask/npm left no wasm-opt or esbuild behind: remove \
             xtask/npm/node_modules and try again",
        )
    }

    /// wasm-opt, ready for its arguments.
    pub(crate) fn wasm_opt(&self) -> Command {
        self.node_script("binaryen/bin/wasm-opt")
    }

    /// wasm2js, ready for its arguments.
    pub(crate) fn wasm2js(&self) -> Command {
        self.node_script("binaryen/bin/wasm2js")
    }

    /// esbuild, ready for its arguments.
    pub(crate) fn esbuild(&self) -> Command {
        // Installed without scripts this is a node script that starts the
        // binary of this platform.
        self.node_script("esbuild/bin/esbuild")
    }

    /// The versions, for the artifact's `toolchain` and for stamps.
    pub(crate) fn version(&self, package: &str) -> Result<String> {
        let file = self.modules.join(package).join("package.json");
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("reading {}", file.display()))?;
        let json: serde_json::Value = serde_json::from_str(&text)?;
        let version = json["version"]
            .as_str()
            .context("a package without version")?;
        Ok(version.trim_end_matches(".0.0").to_owned())
    }

    fn node_script(&self, script: &str) -> Command {
        let mut node = Command::new("node");
        node.arg(self.modules.join(script));
        node
    }
}

/// `npm ci` in a folder, unless what is installed is already what its lock file
/// says.
pub(crate) fn npm_ci(folder: &std::path::Path) -> Result<()> {
    let lock = std::fs::read(folder.join("package-lock.json"))
        .with_context(|| format!("{} has no package-lock.json", folder.display()))?;
    let mark = folder.join("node_modules/.installed-lock.json");
    if std::fs::read(&mark).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    // Without install scripts: no package here needs one, and none then runs.
    command::run(
        Command::new(npm())
            .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
            .current_dir(folder),
    )
    .with_context(|| format!("installing the packages of {}", folder.display()))?;
    std::fs::write(&mark, lock).with_context(|| format!("writing {}", mark.display()))
}

fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// A program of a folder's own packages, without looking any further.
pub(crate) fn npx(folder: &std::path::Path) -> Command {
    let mut npx = Command::new(if cfg!(windows) { "npx.cmd" } else { "npx" });
    npx.arg("--no-install").current_dir(folder);
    npx
}
