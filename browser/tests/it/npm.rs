//! Karma and Playwright from npm, each started by `run` in a folder of its own,
//! with `CHROME_BIN` as all they know about a browser.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use eval752_browser::stand_in::{StandIn, USER_INFO};

use crate::common::{absent, find_program, has_browser, program};

/// The folder with the installed packages, or why there is none.
fn installed() -> Result<&'static Path, &'static str> {
    static FOLDER: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let folder = FOLDER.get_or_init(install);
    folder.as_deref().map_err(String::as_str)
}

/// Installs what the lock file names, once for each content of it.
fn install() -> Result<PathBuf, String> {
    let npm = find_program("npm").ok_or("npm is not installed")?;
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/npm");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("npm");
    let lock = std::fs::read(source.join("package-lock.json")).unwrap();
    std::fs::create_dir_all(&folder).unwrap();
    let done = folder.join("installed");
    let fresh = std::fs::read(&done).is_ok_and(|installed| installed == lock);
    for file in std::fs::read_dir(&source).unwrap() {
        let file = file.unwrap();
        if file.file_type().unwrap().is_file() {
            std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
    }
    if !fresh {
        let output = Command::new(npm)
            .current_dir(&folder)
            .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
            .env_remove("NODE_ENV")
            .output()
            .unwrap();
        if !output.status.success() {
            let words = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(format!("npm ci failed: {words}"));
        }
        std::fs::write(done, lock).unwrap();
    }
    Ok(folder)
}

/// Runs a command of the packages' folder behind a proxy with a password.
fn run(words: &[&str]) -> Option<(Output, StandIn)> {
    if !has_browser() {
        return None;
    }
    let folder = match installed() {
        Ok(folder) => folder,
        Err(why) => {
            absent(why);
            return None;
        }
    };
    let temp = tempfile::tempdir().unwrap();
    let proxy = StandIn::start().unwrap();
    let config = temp.path().join("browser.toml");
    std::fs::write(&config, "allowed_domains = ['listed.example.org']").unwrap();
    let output = program(temp.path())
        .current_dir(folder)
        .env("HTTPS_PROXY", proxy.url())
        .env("EVAL752_BROWSER_CONFIG", &config)
        .env("NODE_ENV", "production")
        .args([
            "run",
            "--allow-writable-launcher",
            "--allow-writable-config",
            "--",
        ])
        .args(words)
        .output()
        .unwrap();
    let left: Vec<_> = std::fs::read_dir(temp.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "only the configuration is left: {left:?}");
    Some((output, proxy))
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn assert_authenticated(proxy: &StandIn, path: &str) {
    let seen = proxy.seen();
    assert!(
        seen.iter().any(|seen| seen.request.contains(path)),
        "{seen:?}"
    );
    assert!(
        seen.iter().all(|seen| seen.authorized && !seen.leaked),
        "{seen:?}"
    );
    assert!(
        !seen.iter().any(|seen| seen.request.contains("unlisted")),
        "{seen:?}"
    );
}

#[test]
fn karma_runs_its_tests() {
    let Some((output, proxy)) = run(&[
        "node",
        "node_modules/karma/bin/karma",
        "start",
        "karma.conf.cjs",
    ]) else {
        return;
    };
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("Executed 1 of 1"), "{said}");
    assert!(!said.contains(USER_INFO), "{said}");
    assert_authenticated(&proxy, "/from-karma");
}

#[test]
fn playwright_drives_it_through_the_pipe() {
    let Some((output, proxy)) = run(&["node", "playwright-test.cjs"]) else {
        return;
    };
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.contains("page: GET http://listed.example.org/from-playwright"),
        "{said}"
    );
    assert!(said.contains("dark: true"), "{said}");
    assert!(said.contains("refused: 403"), "{said}");
    assert_authenticated(&proxy, "/from-playwright");
}
