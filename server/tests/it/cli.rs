//! The commands as a person calls them: streams, exit codes, files.

use std::path::Path;

use assert_cmd::Command;
use eval752_contract::capture::Payload;
use eval752_contract::json;
use eval752_contract::pack::Pack;
use eval752_contract::problem::Problems;
use eval752_contract::token::KeySet;
use serde_json::Value;

/// A workspace in a temporary folder.
struct World(tempfile::TempDir);

impl World {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    }

    /// Exit code, standard output, standard error.
    fn run(&self, arguments: &[&str], input: &str) -> (i32, String, String) {
        let output = Command::cargo_bin("eval752")
            .expect("built")
            .env_remove("EVAL752_RUNTIME")
            .env_remove("EVAL752_RUNTIME_JS")
            .env("EVAL752_DATA", self.path().join("data"))
            .args(arguments)
            .write_stdin(input)
            .output()
            .expect("ran");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (
            output.status.code().expect("a code"),
            text(output.stdout),
            text(output.stderr),
        )
    }

    fn pack(&self, arguments: &[&str], dataset: &str) -> Pack {
        let (code, out, err) = self.run(&[&["pack", "-"], arguments].concat(), dataset);
        assert_eq!(code, 0, "{err}");
        read_pack(&out)
    }
}

fn read_pack(text: &str) -> Pack {
    let node = json::parse(text.as_bytes()).expect("JSON");
    let mut problems = Problems::new();
    let pack = Pack::read(&node, &mut problems);
    assert_eq!(problems.into_vec(), []);
    pack.expect("a pack")
}

const DATASET: &str = r#"{"id":"q1","question":"Capital of France?","answer":"SECRET-Paris","category":"geo"}
{"id":"q2","question":"2+2?","answer":"SECRET-4","category":"maths"}
{"id":"q3","question":"Which?","choices":["SECRET is not here","or here"],"answer":"A","category":"geo"}
"#;

#[test]
fn a_pack_is_signed_and_prompt_only() {
    let world = World::new();
    let pack = world.pack(&[], DATASET);
    assert!(pack.digest_matches());
    let text = pack.to_json();
    assert!(!text.contains("SECRET-"), "{text}");
    assert_eq!(
        pack.items[2].prompt_text,
        "Which?\n\nA) SECRET is not here\nB) or here"
    );
    let sections: Vec<_> = pack
        .sections
        .iter()
        .map(|s| (s.id.as_str(), s.item_count))
        .collect();
    assert_eq!(sections, [("geo", 2), ("maths", 1)]);

    for format in [&["keys"][..], &["keys", "--pem"]] {
        let (code, keys, _) = world.run(format, "");
        assert_eq!(code, 0);
        let verified = KeySet::parse(&keys)
            .expect("keys")
            .verify(pack.dataset_token.as_str())
            .expect("this workspace's token");
        assert_eq!(verified.claims.pack_digest, pack.pack_digest);
        assert_eq!(verified.claims.dataset_id, pack.dataset.id);
        assert_eq!(verified.claims.version_hash, pack.dataset.version_hash);
        assert_eq!(verified.claims.item_count, 3);
    }
}

#[test]
fn a_version_is_known_to_its_workspace_only_and_covers_answers() {
    let (world, other) = (World::new(), World::new());
    let hash = |world: &World, text: &str| world.pack(&[], text).dataset.version_hash;
    assert_eq!(hash(&world, DATASET), hash(&world, DATASET));
    assert_ne!(hash(&world, DATASET), hash(&other, DATASET));
    assert_ne!(
        hash(&world, DATASET),
        hash(&world, &DATASET.replace("Paris", "Lyon"))
    );
}

#[test]
fn selections_keep_the_datasets_order_and_name_what_is_not_there() {
    let world = World::new();
    let ids = |arguments: &[&str]| -> Vec<String> {
        let pack = world.pack(arguments, DATASET);
        pack.items
            .iter()
            .map(|item| item.dataset_item_id.to_string())
            .collect()
    };
    assert_eq!(ids(&["--section", "geo"]), ["q1", "q3"]);
    assert_eq!(ids(&["--ids", "q3,q1"]), ["q1", "q3"]);
    assert_eq!(ids(&["--max-items", "2"]), ["q1", "q2"]);
    assert_eq!(ids(&["--section", "geo", "--max-items", "1"]), ["q1"]);
    for (arguments, word) in [
        (["--section", "art"], "geo, maths"),
        (["--ids", "q9"], "q9"),
        (["--max-items", "0"], "--max-items"),
    ] {
        let (code, out, err) = world.run(&[&["pack", "-"], &arguments[..]].concat(), DATASET);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(word), "{err}");
    }
}

#[test]
fn blocked_items_are_named_and_left_out_only_on_purpose() {
    let world = World::new();
    let text = "{\"id\":\"a\",\"turns\":[\"x\",\"y\"]}\n{\"id\":\"b\",\"turns\":[\"z\"]}\n"
        .replace("\"id\"", "\"question_id\"");
    let target = world.path().join("pack.json");
    let output = target.to_str().expect("UTF-8");
    let (code, out, err) = world.run(&["pack", "-", "-o", output], &text);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(
        err.contains("item \"a\" (line 1)") && err.contains("item.several_turns"),
        "{err}"
    );
    assert!(!target.exists());

    let (code, out, _) = world.run(&["--json", "pack", "-", "-o", output], &text);
    assert_eq!(code, 1);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["error"]["code"], "pack.blocked");
    assert_eq!(report["error"]["issues"][0]["item"], "a");

    let (code, out, err) = world.run(
        &["--json", "pack", "-", "-o", output, "--skip-blocked"],
        &text,
    );
    assert_eq!(code, 0, "{err}");
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (&report["items"], &report["skipped"][0]["item"]),
        (&1.into(), &"a".into())
    );
    assert_eq!(
        read_pack(&std::fs::read_to_string(&target).expect("a pack"))
            .items
            .len(),
        1
    );
}

#[test]
fn exit_codes_tell_whose_fault_it_is() {
    let world = World::new();
    let bad = world.file("bad.jsonl", "{\"question\":\"a\"}\n{oops\n");
    for (arguments, code, word) in [
        (vec!["pack", "/nowhere/x.jsonl"], 2, "/nowhere/x.jsonl"),
        (vec!["pack", &bad], 1, "line 2"),
        (vec!["pack", &bad, "--map", "x"], 2, "--map"),
        (vec!["pack"], 2, "Usage"),
        (vec!["frobnicate"], 2, "frobnicate"),
        (vec!["serve", "--addr", "0.0.0.0:0"], 2, "loopback"),
        (
            vec!["script", "--pack", &bad, "--preset", "chatgpt"],
            1,
            "line 2",
        ),
        (
            vec!["script", "--no-pack", "--preset", "nobody"],
            2,
            "chatgpt, gemini, custom",
        ),
        (
            vec!["script", "--no-pack", "--preset", "custom"],
            2,
            "--origin",
        ),
        (
            vec![
                "script",
                "--no-pack",
                "--preset",
                "chatgpt",
                "--origin",
                "https://X.com/",
            ],
            2,
            "origin",
        ),
    ] {
        let (found, out, err) = world.run(&arguments, "");
        assert_eq!(found, code, "{arguments:?}: {err}");
        assert!(err.contains(word), "{arguments:?}: {err}");
        assert_eq!(out, "", "{arguments:?}");
    }
    for arguments in [["--help"], ["--version"]] {
        assert_eq!(world.run(&arguments, "").0, 0);
    }
}

#[test]
fn an_unwritable_target_leaves_what_was_there() {
    let world = World::new();
    let folder = world.path().join("no/such/folder/pack.json");
    let (code, _, err) = world.run(
        &["pack", "-", "-o", folder.to_str().expect("UTF-8")],
        DATASET,
    );
    assert_eq!(code, 2);
    assert!(err.contains("pack.json"), "{err}");
}

const RUNTIME: &str = r#"{"format":"eval752.runtime.v1","version":"0.0.1","toolchain":"none","loader":"(function(wasmBytes, config){})","wasm":"AAAA","wasm_bytes":3}"#;

#[test]
fn a_script_carries_the_pack_and_what_was_chosen() {
    let world = World::new();
    let runtime = world.file("runtime.json", RUNTIME);
    let selectors = world.file("selectors.json", r##"{"composer":["#box"]}"##);
    let pack = world.file("pack.json", &world.pack(&[], DATASET).to_json());
    let common = [
        "script",
        "--preset",
        "custom",
        "--origin",
        "http://127.0.0.1:7752",
        "--runtime",
        &runtime,
    ];
    let more = [
        "--pack",
        &pack,
        "--selectors",
        &selectors,
        "--autostart",
        "--delay",
        "0..250ms",
        "--item-timeout",
        "90s",
        "--label",
        "a run",
        "--judge",
        "provider=p,model=m,prompt=0 or 1, please",
        "--declare",
        "memory=no,temporary_chat=yes",
        "--no-evidence",
    ];
    let (code, script, err) = world.run(&[&common[..], &more].concat(), "");
    assert_eq!(code, 0, "{err}");
    for part in [
        "\"#box\"",
        "\"autostart\":true",
        "\"delay_min_ms\":0",
        "\"delay_max_ms\":250",
        "\"item_timeout_ms\":90000",
        "\"label\":\"a run\"",
        "\"prompt\":\"0 or 1, please\"",
        "\"memory\":false",
        "\"temporary_chat\":true",
        "\"tools\":null",
        "\"evidence\":false",
        "Capital of France?",
    ] {
        assert!(script.contains(part), "{part} in {script}");
    }
    assert!(!script.contains("SECRET-"));
    assert!(
        err.contains("3 prompts") && err.contains("0 or 1, please"),
        "{err}"
    );

    let (code, url, err) = world.run(
        &[&common[..], &["--no-pack", "--as", "bookmarklet"]].concat(),
        "",
    );
    assert_eq!(code, 0, "{err}");
    assert!(url.starts_with("javascript:") && !url.contains('\n'));
    assert!(err.contains("fits in a Firefox bookmark (65536)"), "{err}");

    // The pack may come through a pipe.
    let text = std::fs::read_to_string(&pack).expect("a pack");
    let (code, _, err) = world.run(
        &[&common[..], &["--pack", "-", "--as", "userscript"]].concat(),
        &text,
    );
    assert_eq!(code, 0, "{err}");

    let changed = world.file("changed.json", &text.replace("Capital", "capital"));
    let (code, _, err) = world.run(&[&common[..], &["--pack", &changed]].concat(), "");
    assert_eq!(code, 1);
    assert!(err.contains("pack.digest"), "{err}");
}

const PLAIN_RUNTIME: &str = r#"{"format":"eval752.runtime_js.v1","version":"0.0.1","toolchain":"none","source":"(function(config){})"}"#;

#[test]
fn a_script_can_do_without_webassembly_and_a_bookmarklet_cannot() {
    let world = World::new();
    let plain = world.file("runtime-js.json", PLAIN_RUNTIME);
    let run = |more: &[&str]| {
        let common = ["script", "--no-pack", "--preset", "gemini", "--no-wasm"];
        world.run(&[&common, more].concat(), "")
    };
    let (code, script, err) = run(&["--runtime", &plain]);
    assert_eq!(code, 0, "{err}");
    assert!(script.contains("const start=(function(config){});"));
    assert!(!script.contains("WebAssembly.instantiate"), "{script}");

    let (code, script, err) = run(&["--runtime", &plain, "--as", "userscript"]);
    assert_eq!(code, 0, "{err}");
    assert!(script.contains("// @match        https://gemini.google.com/*\n"));

    let (code, _, err) = run(&["--runtime", &plain, "--as", "bookmarklet"]);
    assert_eq!(code, 2);
    assert!(err.contains("make a raw script"), "{err}");

    let with_wasm = world.file("runtime.json", RUNTIME);
    let (code, _, err) = run(&["--runtime", &with_wasm]);
    assert_eq!(code, 2);
    assert!(err.contains("build/runtime-js.json"), "{err}");
}

#[test]
fn a_pack_is_not_taken_for_a_dataset_nor_a_capture_for_a_pack() {
    let world = World::new();
    let pack = world.pack(&[], DATASET).to_json();
    let (code, _, err) = world.run(&["pack", "-"], &pack);
    assert_eq!(code, 1);
    assert!(err.contains("eval752.browser_harness.pack.v1"), "{err}");
    // `Payload` is what a capture is read with; a pack is none.
    let node = json::parse(pack.as_bytes()).expect("JSON");
    assert!(Payload::read(&node, &mut Problems::new()).is_none());
}
