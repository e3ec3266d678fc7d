//! `screenshot`, end to end: a repository is made, one page is committed, and
//! both pictures are taken.

use std::path::Path;
use std::process::{Command, Stdio};

use super::check::Check;
use crate::git::{CommitArg, PagePath};
use crate::shot::{self, Settings};
use crate::{Error, process};

const NAME: &str = "light and dark pictures of a commit";
const PAGE: &str = "<!doctype html><style>body{background:#fff}\
    @media (prefers-color-scheme:dark){body{background:#000}}</style><p>smoke";

pub(super) fn check() -> Check {
    process::adopt_orphans();
    match take() {
        Ok(detail) => Check::ok(NAME, detail),
        Err(error) => Check::failed(
            NAME,
            error.to_string(),
            "`screenshot` will fail in the same way; the reason says what is missing",
        ),
    }
}

fn take() -> Result<String, Error> {
    let folder = tempfile::tempdir().map_err(|error| Error::file(std::env::temp_dir(), error))?;
    let repository = folder.path().join("repository");
    std::fs::create_dir(&repository).map_err(|error| Error::file(&repository, error))?;
    let file = repository.join("page.html");
    std::fs::write(&file, PAGE).map_err(|error| Error::file(&file, error))?;
    git(&repository, &["init", "--quiet"])?;
    git(&repository, &["add", "page.html"])?;
    git(&repository, &["commit", "--quiet", "--message=smoke"])?;
    let commit = CommitArg::parse(&git(&repository, &["rev-parse", "HEAD"])?)?;
    let settings = Settings {
        folder: Some(folder.path().join("pictures")),
        width: 200,
        ..Settings::default()
    };
    let path = PagePath::parse("page.html")?;
    let report = shot::take(&repository, &commit, &path, &settings)?;
    if report.identical {
        return Err(Error::render(
            "both pictures are the same, though the page differs between light and dark",
        ));
    }
    Ok(format!("drawn by {}", report.browser.product))
}

/// Git without anybody's configuration.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, Error> {
    let output = Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .args([
            "-c",
            "user.name=smoke",
            "-c",
            "user.email=smoke@example.org",
        ])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error::git(format!("git did not start: {error}")))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(Error::git(String::from_utf8_lossy(&output.stderr).trim()))
    }
}
