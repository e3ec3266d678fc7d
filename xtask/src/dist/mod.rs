//! `cargo xtask dist`: what is handed out. Builds everything as released, puts
//! it into `dist/` and writes checksums that `sha256sum -c` reads.

mod reproducible;
mod sums;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

pub(crate) use self::reproducible::check as check_reproducible;
use crate::build;
use crate::command;
use crate::talk::{data, say};
use crate::workspace::Workspace;

/// Beside the programs and the page.
const PAPERS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Builds and collects; with `check`, first proves that a second build gives the
/// same script.
pub(crate) fn run(workspace: &Workspace, check: bool) -> Result<ExitCode> {
    let options = build::Options {
        need_npm_tools: true,
        ..build::Options::default()
    };
    build::run(workspace, options)?;
    if check {
        check_reproducible(workspace)?;
    }
    let dist = workspace.path("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist).with_context(|| format!("removing {}", dist.display()))?;
    }
    for program in build::PROGRAMS {
        let file = workspace.program(program, false);
        let name = file.file_name().context("a program without a name")?;
        copy(&file, &dist.join("bin").join(name))?;
    }
    copy_folder(&workspace.build().join("www"), &dist.join("www"))?;
    for paper in PAPERS {
        copy(&workspace.path(paper), &dist.join(paper))?;
    }
    fs::write(dist.join("VERSION"), version(workspace)?).context("writing dist/VERSION")?;
    let sums = sums::of_folder(&dist)?;
    fs::write(dist.join(sums::FILE), &sums).context("writing dist/SHA256SUMS")?;
    sums.lines().for_each(data);
    say("xtask: dist/ is ready; `cd dist && sha256sum -c SHA256SUMS` checks a copy of it");
    Ok(ExitCode::SUCCESS)
}

/// What each program says of itself, and the commit that all were made from.
///
/// The commit stands here and not in the programs or the script: those depend on
/// sources and toolchain alone, so that anyone can make the same bytes.
fn version(workspace: &Workspace) -> Result<String> {
    let mut lines = Vec::new();
    for program in build::PROGRAMS {
        let mut ask = Command::new(workspace.program(program, false));
        lines.push(command::read(ask.arg("--version"))?.trim().to_owned());
    }
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.args(arguments).current_dir(workspace.root());
        command::read(&mut git)
    };
    let commit = match git(&["rev-parse", "HEAD"]) {
        Ok(commit) => {
            let changed = git(&["status", "--porcelain", "--untracked-files=no"])?;
            let mark = if changed.trim().is_empty() {
                ""
            } else {
                ", changed"
            };
            format!("commit {}{mark}", commit.trim())
        }
        Err(_) => "commit unknown: not built in a checkout".to_owned(),
    };
    lines.push(commit);
    Ok(lines.join("\n") + "\n")
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    let entries = fs::read_dir(from).with_context(|| format!("reading {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            copy(&entry.path(), &target)?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    }
    fs::copy(from, to)
        .map(drop)
        .with_context(|| format!("copying {} to {}", from.display(), to.display()))
}
