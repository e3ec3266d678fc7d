//! The running server held against its own `OpenAPI` document by schemathesis (from `PyPI`).
//!
//! Runs with `schemathesis` where `$EVAL752_SCHEMATHESIS` names it or the path has it; with
//! `EVAL752_SCHEMATHESIS=install` it is installed into a virtual environment of the test's own,
//! as `cargo xtask test` asks for.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::choices;
use crate::support::server::Server;

const PINNED: &str = "schemathesis==4.32.5";

fn works(program: &Path) -> bool {
    Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

fn installed() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schemathesis");
    let program = folder.join("bin/schemathesis");
    if works(&program) {
        return Some(program);
    }
    let done = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    let made = done(Command::new("python3").args(["-m", "venv"]).arg(&folder))
        && done(Command::new(folder.join("bin/pip")).args(["install", "--quiet", PINNED]));
    made.then_some(program)
}

fn schemathesis() -> Option<PathBuf> {
    match std::env::var("EVAL752_SCHEMATHESIS") {
        Ok(word) if word == "install" => {
            Some(installed().expect("pip installs schemathesis; a name for it skips that"))
        }
        Ok(path) => Some(PathBuf::from(path)),
        Err(_) => Some(PathBuf::from("schemathesis")).filter(|program| works(program)),
    }
}

#[test]
fn the_server_keeps_what_its_document_promises() {
    let Some(program) = schemathesis() else {
        eprintln!("skipped: no schemathesis (set EVAL752_SCHEMATHESIS=install to install it)");
        return;
    };
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path(), &[]);
    let added = server.post("/datasets?file=quiz.jsonl", choices(3).as_bytes());
    assert_eq!(added.status, 201);
    let output = Command::new(program)
        .current_dir(data.path())
        .arg("run")
        .arg(format!("http://{}/openapi.json", server.authority))
        // The stream of events never ends.
        .args(["--exclude-path", "/runs/events"])
        // Much that is well-formed is refused for what it says: an unknown dataset, a URL
        // that is none, a file that is no capture.
        .args(["--exclude-checks", "positive_data_acceptance"])
        .args([
            "--phases",
            "coverage,fuzzing",
            "--max-examples",
            "15",
            "--seed",
            "1",
            "--no-color",
        ])
        .output()
        .expect("ran");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
}
