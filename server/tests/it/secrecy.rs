//! Nothing an answer could be read or guessed from leaves the workspace: not in a pack, not in
//! any script, not as a hash.

use std::path::Path;

use assert_cmd::Command;
use eval752_contract::digest::Digester;

/// What must not get out, planted in every place a dataset has for it.
const PLANTED: [&str; 6] = [
    "PLANTED-ANSWER-1",
    "PLANTED-RUBRIC-2",
    "PLANTED-PATTERN-3",
    "PLANTED-META-4",
    "PLANTED-LIST-5",
    "PLANTED-CHECK-6",
];

const DATASET: &str = r#"{"id":"a","type":"freeform","inputs":{"text":"one?"},"answer":"PLANTED-ANSWER-1","criteria":"PLANTED-RUBRIC-2","meta":{"section":"s","source":"PLANTED-META-4"}}
{"id":"b","type":"freeform","inputs":{"text":"two?"},"checker":{"type":"regex","pattern":"PLANTED-PATTERN-3"}}
{"id":"c","type":"mcq_multi","inputs":{"text":"three?"},"choices":["x","y","z"],"answer":["A","C"]}
{"id":"d","type":"freeform","inputs":{"text":"four?"},"answer":["PLANTED-LIST-5","yes"]}
{"id":"e","type":"freeform","inputs":{"text":"five?"},"checker":{"type":"contains","value":"PLANTED-CHECK-6"}}
"#;

const RUNTIME: &str = r#"{"format":"eval752.runtime.v1","version":"0.0.1","toolchain":"none","loader":"(function(wasmBytes, config){console.log(config)})","wasm":"AwA=","wasm_bytes":0}"#;

fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::cargo_bin("eval752")
        .expect("built")
        .current_dir(folder)
        .env("EVAL752_DATA", folder.join("data"))
        .env_remove("EVAL752_RUNTIME")
        .args(arguments)
        .output()
        .expect("ran");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The text itself, and what a deflated bookmarklet or an escape could hide it in.
fn holds(haystack: &str, needle: &str) -> bool {
    haystack.to_lowercase().contains(&needle.to_lowercase())
}

#[test]
fn nothing_planted_and_no_hash_of_it_gets_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    std::fs::write(path.join("set.jsonl"), DATASET).expect("written");
    std::fs::write(path.join("runtime.json"), RUNTIME).expect("written");
    run(path, &["pack", "set.jsonl", "-o", "pack.json"]);
    let pack = std::fs::read_to_string(path.join("pack.json")).expect("a pack");
    let script = |form: &str| {
        run(
            path,
            &[
                "script",
                "--pack",
                "pack.json",
                "--preset",
                "chatgpt",
                "--runtime",
                "runtime.json",
                "--as",
                form,
            ],
        )
    };
    let raw = script("raw");
    let bookmarklet = script("bookmarklet");
    let handed_over = pressed(path, &bookmarklet);
    let mut outside = vec![pack.clone(), raw, script("userscript"), bookmarklet];
    match handed_over {
        Some(plan) => {
            assert!(plan.contains("one?"), "no plan: {plan}");
            outside.push(plan);
        }
        None => eprintln!("skipped: no node to look into the bookmarklet with"),
    }
    let mut needles: Vec<String> = PLANTED.iter().map(ToString::to_string).collect();
    // The plain hashes that someone might put beside an answer.
    for text in PLANTED
        .iter()
        .copied()
        .chain(["A", "C", "AC", "A,C", "yes"])
    {
        let mut digester = Digester::new();
        digester.field(text.as_bytes());
        needles.push(digester.finish().as_str()["sha256:".len()..].to_owned());
        needles.push(sha256(text.as_bytes()));
    }
    needles.push(sha256(DATASET.as_bytes()));
    for text in &outside {
        for needle in &needles {
            assert!(!holds(text, needle), "{needle} got out");
        }
    }
    // The salt: the same dataset elsewhere has another version hash.
    let elsewhere = tempfile::tempdir().expect("a folder");
    std::fs::write(elsewhere.path().join("set.jsonl"), DATASET).expect("written");
    let other = run(elsewhere.path(), &["pack", "set.jsonl"]);
    let hash = |pack: &str| {
        let value: serde_json::Value = serde_json::from_str(pack).expect("JSON");
        value["dataset"]["version_hash"]
            .as_str()
            .expect("a hash")
            .to_owned()
    };
    assert_ne!(hash(&pack), hash(&other));
}

/// What a bookmarklet hands to the runtime when it is pressed, however it packs it: Node runs
/// it with the runtime below, which only prints.
fn pressed(folder: &Path, url: &str) -> Option<String> {
    std::fs::write(folder.join("bookmarklet.txt"), url).expect("written");
    let program = "const t=require('fs').readFileSync('bookmarklet.txt','utf8');\
        (0,eval)(decodeURIComponent(t.slice('javascript:'.length)))";
    let output = std::process::Command::new("node")
        .current_dir(folder)
        .args(["-e", program])
        .output()
        .ok()?;
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect::<Vec<_>>()
        .concat()
}
