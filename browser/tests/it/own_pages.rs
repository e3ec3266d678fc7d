//! The pages of this repository, as its newest commit has them: what a reviewer
//! of a change to `www` or `fixtures` is told to draw can be drawn.

use std::path::Path;
use std::process::Command;

use crate::common::{Shot, has_browser, program, skipped};

/// The pages, and what a picture of them may lack: files that only a build makes.
const PAGES: [(&str, &[&str]); 4] = [
    ("fixtures/chatgpt.html", &[]),
    ("fixtures/gemini.html", &[]),
    ("fixtures/custom.html", &[]),
    (
        "www/static/index.html",
        &["www/static/skin.js: the commit has no such file"],
    ),
];

#[test]
fn pages_under_review_can_be_drawn_light_and_dark() {
    if !has_browser() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let head = Command::new("git")
        .current_dir(&root)
        .args(["rev-parse", "HEAD"])
        .output();
    let Ok(head) = head.map(|head| String::from_utf8_lossy(&head.stdout).trim().to_owned()) else {
        skipped("git is not installed");
        return;
    };
    if head.is_empty() {
        skipped("this is no checkout of a repository");
        return;
    }
    for (page, lacks) in PAGES {
        let temp = tempfile::tempdir().unwrap();
        let output = program(temp.path())
            .current_dir(&root)
            .env("EVAL752_SCREENSHOT_DIR", temp.path().join("pictures"))
            .args(["screenshot", &head, page, "--json"])
            .output()
            .unwrap();
        let shot = Shot::of(&output);
        assert_eq!(shot.report["identical"], false, "{page} has a dark scheme");
        assert_eq!(shot.notes("missing-asset"), lacks, "{page}");
        assert_eq!(shot.notes("outside-request"), [""; 0], "{page}");
    }
}
