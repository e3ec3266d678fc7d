//! What `review` hands to a reviewer.

use std::process::Output;

use crate::common::{Repo, has_browser, program};

fn review(repo: &Repo, commit: &str, browser: Option<&str>, folder: &str) -> Output {
    let temp = tempfile::tempdir().unwrap();
    let mut command = program(temp.path());
    command
        .current_dir(repo.path())
        .env(
            "EVAL752_SCREENSHOT_DIR",
            folder.replace("TEMP", &temp.path().display().to_string()),
        )
        .args(["review", commit]);
    if let Some(browser) = browser {
        command.env("EVAL752_BROWSER_BIN", browser);
    }
    command.output().unwrap()
}

#[test]
fn the_command_works_as_printed_and_the_permission_is_its_prefix() {
    if !has_browser() {
        return;
    }
    let repo = Repo::new();
    let commit = repo.write("page.html", "<p>x").commit();
    let output = review(&repo, &commit[..8], None, "TEMP/p");
    let text = String::from_utf8(output.stdout).unwrap();
    let [command, allow] = text.lines().collect::<Vec<_>>()[..] else {
        panic!("not two lines: {text}");
    };
    assert!(
        command.ends_with(&format!("screenshot {commit} PATH.html")),
        "{command}"
    );
    assert_eq!(command.strip_suffix("PATH.html"), allow.strip_suffix('*'));
    let temp = tempfile::tempdir().unwrap();
    let words = command.replace("PATH", "page");
    let output = program(temp.path())
        .current_dir(repo.path())
        .args(words.split(' ').skip(1))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    for file in text.lines() {
        assert!(std::fs::metadata(file).unwrap().len() > 0, "{file}");
    }
}

#[test]
fn nothing_is_printed_where_nothing_could_be_drawn() {
    let repo = Repo::new();
    let commit = repo.write("page.html", "x").commit();
    for (browser, folder) in [
        (Some("/nonexistent"), "TEMP/p"),
        (Some("/bin/sh"), "/proc/none"),
    ] {
        let output = review(&repo, &commit, browser, folder);
        assert_eq!(output.status.code(), Some(0), "{browser:?} {folder}");
        assert!(output.stdout.is_empty() && output.stderr.is_empty());
    }
    let refused = review(&repo, "HEAD", Some("/bin/sh"), "TEMP/p");
    assert_eq!(refused.status.code(), Some(2));
    assert!(refused.stdout.is_empty());
}
