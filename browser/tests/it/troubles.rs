//! When no picture can be made: exit code 1, a reason, and nothing left behind.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{
    Repo, Shot, descendants, has_browser, is_alive, program, screenshot, wait_until,
};

fn page(content: &str) -> (Repo, String) {
    let repo = Repo::new();
    let commit = repo.write("page.html", content).commit();
    (repo, commit)
}

/// `screenshot` with a shell script in the browser's place.
fn with_fake_browser(script: &str) -> (Output, usize) {
    let temp = tempfile::tempdir().unwrap();
    let fake = temp.path().join("headless_fake");
    std::fs::write(&fake, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&fake, std::fs::Permissions::from_mode(0o755)).unwrap();
    let (repo, commit) = page("x");
    let output = program(temp.path())
        .current_dir(repo.path())
        .env("EVAL752_BROWSER_BIN", &fake)
        .env("EVAL752_SCREENSHOT_DIR", temp.path().join("pictures"))
        .args(["screenshot", &commit, "page.html"])
        .output()
        .unwrap();
    let pictures = std::fs::read_dir(temp.path().join("pictures"))
        .unwrap()
        .count();
    (output, pictures)
}

#[test]
fn a_browser_that_dies_is_explained() {
    for (script, word) in [
        ("echo some reason >&2; exit 7", "some reason"),
        ("exit 21", "profile is in use"),
        ("kill -TRAP $$", "socketpair"),
        ("exit 0", "exit code 0"),
        ("printf 'no json at all\\0' >&4; exit 1", "exit code 1"),
    ] {
        let (output, pictures) = with_fake_browser(script);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{script}: {text}");
        assert!(
            text.contains("could not render, because"),
            "{script}: {text}"
        );
        assert!(text.contains(word), "{script}: {text}");
        assert_eq!(pictures, 0, "{script}");
    }
}

#[test]
fn no_browser_at_all_is_an_answer_too() {
    let temp = tempfile::tempdir().unwrap();
    let (repo, commit) = page("x");
    let output = program(temp.path())
        .current_dir(repo.path())
        .env("EVAL752_BROWSER_BIN", "/nonexistent")
        .env("EVAL752_SCREENSHOT_DIR", temp.path().join("pictures"))
        .args(["screenshot", &commit, "page.html", "--json"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["error"]["code"], "not-rendered");
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("EVAL752_BROWSER_BIN")
    );
}

#[test]
fn a_page_that_never_yields_ends_by_the_clock_and_removes_old_pictures() {
    if !has_browser() {
        return;
    }
    let repo = Repo::new();
    let commit = repo.write("page.html", "<!doctype html><p>x").commit();
    let temp = tempfile::tempdir().unwrap();
    let before = Shot::of(&screenshot(&repo, temp.path(), &commit, "page.html"));
    let old = PathBuf::from(before.report["pictures"][0]["file"].as_str().unwrap());
    let hung = repo
        .write("page.html", "<script>for(;;);</script>")
        .commit();
    // The old picture stands where the new one would be.
    let stale = old.with_file_name(
        old.file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .replace(&commit[..12], &hung[..12]),
    );
    std::fs::copy(&old, &stale).unwrap();
    let started = Instant::now();
    let output = program(temp.path())
        .current_dir(repo.path())
        .env("EVAL752_SCREENSHOT_DIR", temp.path().join("pictures"))
        .env("EVAL752_SCREENSHOT_TIMEOUT", "1")
        .args(["screenshot", &hung, "page.html"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("never yields"), "{text}");
    assert!(started.elapsed() < Duration::from_mins(1));
    assert!(
        !stale.exists(),
        "a picture of an earlier run is still there"
    );
    assert!(output.stdout.is_empty());
    assert_eq!(
        std::fs::read_dir(temp.path()).unwrap().count(),
        1,
        "only the pictures folder"
    );
}

#[test]
fn an_unwritable_folder_is_refused_before_the_browser_starts() {
    let (repo, commit) = page("x");
    let temp = tempfile::tempdir().unwrap();
    std::fs::write(temp.path().join("pictures"), "a file").unwrap();
    let output = screenshot(&repo, temp.path(), &commit, "page.html");
    assert_eq!(output.status.code(), Some(2));
}

fn end_a_shot_by(signal: &str, temp: &Path) {
    let (repo, commit) = page("<script>for(;;);</script>");
    let mut shot = program(temp)
        .current_dir(repo.path())
        .env("EVAL752_SCREENSHOT_DIR", temp.join("pictures"))
        .args(["screenshot", &commit, "page.html"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("a page process", || descendants(shot.id()).len() > 4);
    let all = descendants(shot.id());
    let ended = Command::new("kill")
        .args([signal, &shot.id().to_string()])
        .status();
    assert!(ended.unwrap().success());
    shot.wait().unwrap();
    for pid in all {
        wait_until("the end of every process", || !is_alive(pid));
    }
}

#[test]
fn ending_the_program_ends_the_browser() {
    if !has_browser() {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    end_a_shot_by("-KILL", temp.path());
    let temp = tempfile::tempdir().unwrap();
    end_a_shot_by("-TERM", temp.path());
    assert_eq!(
        std::fs::read_dir(temp.path()).unwrap().count(),
        1,
        "only the pictures folder"
    );
}
