//! `smoke`, here and in a narrow sandbox.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::{Repo, absent, find_program, has_browser, program, skipped};

fn checks(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!(
            "{error}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

fn verdict<'a>(checks: &'a serde_json::Value, name: &str) -> &'a str {
    checks["checks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|check| check["name"].as_str().unwrap().contains(name))
        .unwrap_or_else(|| panic!("no check {name}"))["verdict"]
        .as_str()
        .unwrap()
}

#[test]
fn all_is_well_here_and_a_repository_is_run() {
    if !has_browser() {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    let repo = Repo::new();
    repo.write("x", "x").commit();
    let config = temp.path().join("browser.toml");
    let smoke = |command: &str| {
        let table = format!(
            "[repository.'{}']\nsmoke = {command}\n",
            repo.path().display()
        );
        std::fs::write(&config, table).unwrap();
        let output = program(temp.path())
            .env("EVAL752_BROWSER_CONFIG", &config)
            .args(["smoke", "--json", "--allow-writable-launcher", "--repo"])
            .arg(repo.path())
            .output()
            .unwrap();
        (output.status.code(), checks(&output))
    };
    let (code, all) = smoke("['sh', '-c', '\"$CHROME_BIN\" --dump-dom about:blank']");
    assert_eq!(code, Some(0), "{all:#}");
    assert_eq!(all["ok"], true);
    assert_eq!(verdict(&all, "own command"), "ok");
    assert_eq!(verdict(&all, "git directory"), "ok");
    let left: Vec<_> = std::fs::read_dir(temp.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "only the configuration is left: {left:?}");
}

#[test]
fn what_is_wrong_gets_a_remedy() {
    let temp = tempfile::tempdir().unwrap();
    let repo = Repo::new();
    repo.write("x", "x").commit();
    let config = temp.path().join("browser.toml");
    let table = format!(
        "[repository.'{}']\nsmoke = ['sh', '-c', 'touch .git/mark; exit 3']\n",
        repo.path().display()
    );
    std::fs::write(&config, table).unwrap();
    let output = program(temp.path())
        .env("EVAL752_BROWSER_CONFIG", &config)
        .env("EVAL752_BROWSER_BIN", "/nonexistent")
        .args(["smoke", "--json", "--allow-writable-launcher", "--repo"])
        .arg(repo.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let all = checks(&output);
    for name in [
        "browser found",
        "pictures of a commit",
        "own command",
        "git directory",
    ] {
        assert_eq!(verdict(&all, name), "failed", "{name}: {all:#}");
    }
    for name in ["page on localhost", "Karma", "Playwright"] {
        assert_eq!(verdict(&all, name), "skipped", "{name}");
    }
    for check in all["checks"].as_array().unwrap() {
        assert_eq!(
            check["verdict"] == "failed",
            check["remedy"].is_string(),
            "{check}"
        );
    }
    let refused = program(temp.path())
        .args(["smoke", "--json"])
        .output()
        .unwrap();
    assert_eq!(verdict(&checks(&refused), "launcher safe"), "failed");
}

/// A filter program that answers EPERM to `socket(AF_UNIX, …)` and allows the
/// rest, as the kernel reads it (`struct sock_filter`, x86-64).
fn no_unix_sockets() -> Vec<u8> {
    const LOAD: u16 = 0x20;
    const JUMP_EQUAL: u16 = 0x15;
    const RETURN: u16 = 0x06;
    const SOCKET: u32 = 41;
    const AF_UNIX: u32 = 1;
    const ALLOW: u32 = 0x7fff_0000;
    const EPERM: u32 = 0x0005_0001;
    let program: [(u16, u8, u8, u32); 6] = [
        (LOAD, 0, 0, 0),
        (JUMP_EQUAL, 0, 2, SOCKET),
        (LOAD, 0, 0, 16),
        (JUMP_EQUAL, 1, 0, AF_UNIX),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, EPERM),
    ];
    let bytes = program.iter().flat_map(|(code, yes, no, value)| {
        let mut row = code.to_ne_bytes().to_vec();
        row.extend([*yes, *no]);
        row.extend(value.to_ne_bytes());
        row
    });
    bytes.collect()
}

/// Another user, everything read-only but `/tmp`, no network but loopback, no
/// Unix sockets.
fn narrow(filter: &Path) -> Option<Command> {
    let bwrap = find_program("bwrap")?;
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!("exec \"$@\" 9<'{}'", filter.display()))
        .arg("sh")
        .arg(bwrap)
        .args([
            "--ro-bind",
            "/",
            "/",
            "--dev",
            "/dev",
            "--proc",
            "/proc",
            "--tmpfs",
            "/tmp",
        ])
        .args([
            "--unshare-user",
            "--uid",
            "1234",
            "--gid",
            "1234",
            "--unshare-pid",
            "--unshare-net",
        ])
        .args(["--die-with-parent", "--seccomp", "9"])
        .args([
            "--setenv",
            "TMPDIR",
            "/tmp",
            "--setenv",
            "EVAL752_BROWSER_CONFIG",
            "/etc/none.toml",
        ])
        .arg("--");
    Some(command)
}

#[test]
fn smoke_passes_without_unix_sockets_as_another_user_on_a_read_only_system() {
    if !has_browser() || !cfg!(target_arch = "x86_64") {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    let filter = temp.path().join("filter");
    std::fs::write(&filter, no_unix_sockets()).unwrap();
    let Some(mut works) = narrow(&filter) else {
        absent("bubblewrap is not installed");
        return;
    };
    if !works.arg("true").status().unwrap().success() {
        skipped("bubblewrap cannot make a sandbox on this machine");
        return;
    }
    let own = env!("CARGO_BIN_EXE_eval752-browser");
    let output = narrow(&filter)
        .unwrap()
        .args([own, "smoke", "--json"])
        .output()
        .unwrap();
    let all = checks(&output);
    assert_eq!(output.status.code(), Some(0), "{all:#}");
    // Here the launcher is safe without being waved through.
    assert_eq!(verdict(&all, "launcher safe"), "ok");
    let sockets = all["checks"].to_string();
    assert!(
        sockets.contains("Unix sockets are forbidden here"),
        "{sockets}"
    );
    let run = narrow(&filter)
        .unwrap()
        .args([
            own,
            "run",
            "--",
            "sh",
            "-c",
            "\"$CHROME_BIN\" --dump-dom 'data:text/html,narrow'",
        ])
        .output()
        .unwrap();
    assert!(
        String::from_utf8_lossy(&run.stdout).contains("narrow"),
        "{run:?}"
    );
}
