//! The command: exit codes, streams, folders, and talk that helps.

mod common;

use std::path::Path;

use assert_cmd::Command;
use common::capture::{capture_of, keys, pack, small};

fn validate() -> Command {
    Command::cargo_bin("eval752-validate").expect("the command is built")
}

/// Runs it in `dir`: exit code, standard output, standard error.
fn run(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let output = validate()
        .current_dir(dir)
        .args(args)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code().expect("an exit code"),
        text(output.stdout),
        text(output.stderr),
    )
}

fn room() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, bytes: &[u8]| std::fs::write(dir.path().join(name), bytes).expect("written");
    write("good.eval752.zip", &small().zip());
    write("good.eval752.json", small().payload().as_bytes());
    write("cut.eval752.zip", &small().zip()[..500]);
    write("renamed.zip", small().payload().as_bytes());
    write("keys.json", keys().to_jwks().as_bytes());
    write("keys.pem", keys().keys()[0].to_pem().as_bytes());
    write("pack.json", pack(3).to_json().as_bytes());
    write("partial.eval752.zip", &capture_of(&pack(7), 5).zip());
    write("pack7.json", pack(7).to_json().as_bytes());
    dir
}

#[test]
fn good_files_exit_0_and_say_what_it_proves() {
    let dir = room();
    for key in ["keys.json", "keys.pem"] {
        let (code, out, err) = run(
            dir.path(),
            &[
                "--key",
                key,
                "--pack",
                "pack.json",
                "good.eval752.zip",
                "good.eval752.json",
            ],
        );
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(
            out.matches("complete for pack \"Demo\" (3 of 3)").count(),
            2,
            "{out}"
        );
        assert_eq!(out.matches("token signed by key").count(), 2);
        assert_eq!(
            out.matches("the responses themselves are not signed")
                .count(),
            2
        );
    }
    let (code, out, _) = run(dir.path(), &["--profile", "canonical", "good.eval752.zip"]);
    assert_eq!(code, 0);
    assert!(out.contains("token not verified: no key given"), "{out}");
    let (code, out, _) = run(dir.path(), &["--pack", "pack7.json", "partial.eval752.zip"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("partial for pack \"Demo\" (5 of 7)") && out.contains("item-6, item-7"),
        "{out}"
    );
}

#[test]
fn bad_files_exit_1_and_the_worst_decides() {
    let dir = room();
    let (code, out, _) = run(dir.path(), &["good.eval752.zip", "cut.eval752.zip"]);
    assert_eq!(code, 1);
    assert!(
        out.contains("cut.eval752.zip: results.jsonl, byte 500: error zip.truncated")
            || out.contains("error zip.truncated"),
        "{out}"
    );
    assert!(
        out.contains("    → Download or copy the file again"),
        "{out}"
    );
    let (code, _, err) = run(dir.path(), &["cut.eval752.zip", "absent.zip"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("absent.zip does not exist: check the name"),
        "{err}"
    );
}

#[test]
fn standard_input_and_json_are_pipes() {
    let dir = room();
    let output = validate()
        .args(["--json", "-"])
        .write_stdin(small().zip())
        .output()
        .expect("it runs");
    assert!(output.status.success());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["format"], "eval752.validation.v1");
    assert_eq!(json["files"][0]["file"], "-");
    assert_eq!(json["files"][0]["verdict"], "good");
    assert_eq!(json["files"][0]["summary"]["records"], 3);
    assert_eq!(
        json["files"][0]["findings"][0]["code"],
        "token.not_verified"
    );
    let (code, out, _) = run(dir.path(), &["--json", "cut.eval752.zip", "absent.zip"]);
    assert_eq!(code, 2);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["files"][0]["verdict"], "bad");
    assert_eq!(json["files"][1]["verdict"], "unreadable");
}

#[test]
fn folders_are_searched_and_unpacked_captures_recognised() {
    let dir = room();
    let (code, out, _) = run(dir.path(), &["."]);
    assert_eq!(code, 1, "{out}");
    for name in [
        "good.eval752.zip: good",
        "good.eval752.json: good",
        "partial.eval752.zip: good",
        "cut.eval752.zip: bad",
    ] {
        assert!(out.contains(name), "{name} in {out}");
    }
    assert!(!out.contains("keys.json"));
    let unpacked = dir.path().join("unpacked");
    std::fs::create_dir(&unpacked).expect("a folder");
    for (name, text) in eval752_contract::capture::ENTRY_NAMES
        .iter()
        .zip(small().entries())
    {
        std::fs::write(unpacked.join(name), text).expect("written");
    }
    let (code, out, _) = run(dir.path(), &["unpacked"]);
    assert_eq!(code, 1);
    assert!(
        out.contains("file.unpacked_folder") && out.contains("eval752 repack"),
        "{out}"
    );
    std::fs::create_dir(dir.path().join("empty")).expect("a folder");
    let (code, _, err) = run(dir.path(), &["empty"]);
    assert_eq!(code, 2);
    assert!(err.contains("holds no *.eval752.zip"), "{err}");
}

#[test]
fn wrong_keys_and_packs_are_usage_errors() {
    let dir = room();
    for (args, says) in [
        (
            ["--key", "pack.json", "good.eval752.zip"],
            "no Ed25519 public key",
        ),
        (
            ["--key", "good.eval752.zip", "good.eval752.zip"],
            "is not text",
        ),
        (
            ["--pack", "keys.json", "good.eval752.zip"],
            "the pack is not valid",
        ),
        (["--key", "absent", "good.eval752.zip"], "does not exist"),
    ] {
        let (code, out, err) = run(dir.path(), &args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(says), "{args:?}: {err}");
    }
    let (code, _, err) = run(dir.path(), &[]);
    assert_eq!(code, 2);
    assert!(err.contains("name a file to check"), "{err}");
    assert_eq!(run(dir.path(), &["--nonsense"]).0, 2);
}

#[cfg(unix)]
#[test]
fn a_pipe_by_name_is_an_answer_and_not_a_hang() {
    let dir = room();
    let made = std::process::Command::new("mkfifo")
        .arg(dir.path().join("pipe"))
        .status();
    assert!(made.expect("mkfifo runs").success());
    let (code, _, err) = run(dir.path(), &["pipe"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("is no regular file") && err.contains("pipe its content into `-`"),
        "{err}"
    );
}

#[test]
fn a_renamed_payload_is_noted() {
    let dir = room();
    let (code, out, _) = run(dir.path(), &["renamed.zip"]);
    assert_eq!(code, 0);
    assert!(out.contains("note file.json_named_zip"), "{out}");
}

#[test]
fn colours_are_for_terminals_and_no_color_is_heard() {
    let dir = room();
    let colours = |variables: &[(&str, &str)]| {
        let output = validate()
            .current_dir(dir.path())
            .args(["good.eval752.zip", "cut.eval752.zip"])
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .envs(variables.iter().copied())
            .output()
            .expect("it runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let plain = colours(&[]);
    assert!(plain.contains(": bad: 1 error") && !plain.contains('\u{1b}'));
    // As on a terminal.
    let painted = colours(&[("CLICOLOR_FORCE", "1")]);
    for word in [
        "\u{1b}[1m\u{1b}[31merror",
        "\u{1b}[32mgood",
        "\u{1b}[36mnote",
    ] {
        assert!(painted.contains(word), "{word:?} in {painted:?}");
    }
    assert_eq!(
        colours(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]),
        plain
    );
}

#[test]
fn summary_and_zip_only() {
    let dir = room();
    let (code, out, _) = run(dir.path(), &["--summary", "good.eval752.zip"]);
    assert_eq!(code, 0);
    for fact in [
        "Gemini Web (gemini, https://gemini.google.com)",
        "2026-03-12T18:09:00.000Z to",
        "gpt-4o-mini at prov_judge",
        "Gemini 2.5 Flash (3)",
    ] {
        assert!(out.contains(fact), "{fact} in {out}");
    }
    assert!(!out.contains("Return 0 or 1"));
    let (code, out, _) = run(dir.path(), &["--zip-only", "good.eval752.zip"]);
    assert_eq!(code, 0);
    assert!(out.contains("its content was not looked at"), "{out}");
}

#[test]
fn explain_knows_every_code_and_helps_with_others() {
    let dir = room();
    let (code, out, _) = run(dir.path(), &["explain", "zip.prefix_data"]);
    assert_eq!(code, 0);
    assert!(out.contains("Cause:") && out.contains("Remedy:"), "{out}");
    let (code, _, err) = run(dir.path(), &["explain", "zip.latency_mismatch"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("did you mean record.latency_mismatch?"),
        "{err}"
    );
    let (code, out, _) = run(dir.path(), &["explain", "--all", "--json"]);
    assert_eq!(code, 0);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(json["codes"].as_array().expect("a list").len() > 100);
}
