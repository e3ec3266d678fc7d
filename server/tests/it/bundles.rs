//! Datasets of several files, captures packed by other tools, and full disks.

use std::io::{Cursor, Write as _};
use std::path::Path;

use eval752_contract::pack::Pack;
use eval752_server::Error;
use eval752_server::dataset::{Dataset, LoadOptions, Source, load_path, load_source};
use eval752_server::packing::Selection;
use eval752_server::repack::repack;

use crate::support::capture::{capture, zip};
use crate::support::{World, choices};

fn archive(entries: &[(&str, &[u8])], method: zip::CompressionMethod) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in entries {
        writer.start_file(*name, options).expect("started");
        writer.write_all(bytes).expect("written");
    }
    writer.finish().expect("finished").into_inner()
}

fn sections(dataset: &Dataset) -> Vec<(String, String)> {
    let entries = dataset.entries.iter();
    entries
        .map(|entry| (entry.id.to_string(), entry.section.clone()))
        .collect()
}

const ONE: &str = "{\"id\":\"a\",\"inputs\":{\"text\":\"one?\"}}\n{\"id\":\"b\",\"inputs\":{\"text\":\"two?\"},\"meta\":{\"section\":\"own\"}}\n";
const TWO: &str = "{\"id\":\"c\",\"inputs\":{\"text\":\"three?\"}}\n";

#[test]
fn folders_and_packages_are_read_section_by_section() {
    let folder = tempfile::tempdir().expect("a folder");
    let sections_folder = folder.path().join("quiz/sections");
    std::fs::create_dir_all(&sections_folder).expect("made");
    std::fs::write(sections_folder.join("first.jsonl"), ONE).expect("written");
    std::fs::write(sections_folder.join("second.jsonl"), TWO).expect("written");
    std::fs::write(sections_folder.join("notes.txt"), "no section").expect("written");
    let expected = [("a", "first"), ("b", "own"), ("c", "second")]
        .map(|(id, s)| (id.to_owned(), s.to_owned()));
    let options = LoadOptions::default();
    let (_, dataset) = load_path(&folder.path().join("quiz"), &options).expect("a folder");
    assert_eq!(
        (dataset.name.as_str(), sections(&dataset)),
        ("quiz", expected.to_vec())
    );

    let package = |entries: &[(&str, &[u8])]| Source {
        name: "quiz.eval752.zip".to_owned(),
        bytes: archive(entries, zip::CompressionMethod::Deflated),
    };
    let good = package(&[
        ("manifest.json", b"{}"),
        ("sections/second.jsonl", TWO.as_bytes()),
        ("sections/first.jsonl", ONE.as_bytes()),
        ("assets/x.png", b"x"),
    ]);
    let dataset = load_source(&good, &options).expect("a package");
    assert_eq!(
        (dataset.name.as_str(), sections(&dataset)),
        ("quiz", expected.to_vec())
    );

    let code = |source: &Source| {
        let error = load_source(source, &options).expect_err("refused");
        (error.issues()[0].code, error.issues()[0].to_string())
    };
    let (found, text) = code(&package(&[
        ("sections/x.jsonl", ONE.as_bytes()),
        ("sections/y.jsonl", ONE.as_bytes()),
    ]));
    assert_eq!(found, "dataset.duplicate_id");
    assert!(
        text.contains("x.jsonl line 1") && text.contains("y.jsonl line 1"),
        "{text}"
    );
    assert_eq!(
        code(&package(&[("manifest.json", b"{}")])).0,
        "dataset.no_sections"
    );
    assert_eq!(
        code(&package(&[("browser_harness.json", b"{}")])).0,
        "dataset.capture"
    );
    let mut cut = good.clone();
    cut.bytes.truncate(60);
    assert_eq!(code(&cut).0, "dataset.archive");
}

async fn pack(world: &World) -> Pack {
    world.pack(&choices(3), &Selection::default()).await
}

#[tokio::test]
async fn what_other_tools_did_to_a_capture_is_undone() {
    let world = World::new().await;
    let payload = capture(&pack(&world).await, |_| Ok("B".to_owned()));
    let canonical = zip(&payload);
    let lines: String = payload
        .results
        .iter()
        .map(eval752_contract::capture::Record::to_line)
        .collect();
    let (manifest, session) = (
        payload.manifest.to_json(),
        payload.browser_harness.to_json(),
    );
    let entries = [
        ("my capture/results.jsonl", lines.as_bytes()),
        ("my capture/manifest.json", manifest.as_bytes()),
        ("my capture/browser_harness.json", session.as_bytes()),
        ("__MACOSX/my capture/manifest.json", b"x".as_slice()),
    ];
    let other = archive(&entries, zip::CompressionMethod::Deflated);
    assert!(
        world.import(&other).await.is_err(),
        "not canonical enough to import"
    );
    assert_eq!(repack("x", &other).expect("repacked"), canonical);
    assert_eq!(
        repack("x", payload.to_json().as_bytes()).expect("repacked"),
        canonical
    );
    assert_eq!(repack("x", &canonical).expect("repacked"), canonical);
    let imported = world.import(&repack("x", &other).expect("repacked")).await;
    assert!(imported.is_ok());

    for bad in [
        archive(&entries[..2], zip::CompressionMethod::Stored),
        archive(
            &[entries[0], entries[1], ("browser_harness.json", b"{}")],
            zip::CompressionMethod::Stored,
        ),
        b"PK\x03\x04".to_vec(),
        b"{}".to_vec(),
    ] {
        assert!(matches!(repack("x", &bad), Err(Error::Document { .. })));
    }
}

/// On a file system of two megabytes, an import says that the disk is full and leaves the
/// store as it was.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_is_said_and_loses_nothing() {
    let world = World::new().await;
    let pack = pack(&world).await;
    let small = world.file("small.zip", zip(&capture(&pack, |_| Ok("B".to_owned()))));
    let long = "words ".repeat(300_000);
    let mut payload = capture(&pack, |_| Ok(long.clone()));
    payload.browser_harness.session.started_at = eval752_contract::time::Timestamp::from_millis(
        payload.browser_harness.session.started_at.millis() - 1,
    );
    let large = world.file("large.zip", zip(&payload));
    world.workspace.store.close().await;
    let mount = world.folder.path().join("mount");
    std::fs::create_dir(&mount).expect("made");
    let script = r#"mount -t tmpfs -o size=2m none "$1" && cp -r "$2"/. "$1" || exit 99
        "$3" import "$4" --data "$1" || exit 98
        "$3" --json import "$5" --data "$1"; echo "code $?"
        "$3" --json runs --data "$1" "#;
    let program = assert_cmd::cargo::cargo_bin("eval752");
    let args: [&Path; 5] = [&mount, &world.data(), &program, &small, &large];
    let output = std::process::Command::new("unshare")
        .args([
            "--user",
            "--map-root-user",
            "--mount",
            "sh",
            "-c",
            script,
            "sh",
        ])
        .args(args)
        .output();
    let Some(output) = output
        .ok()
        .filter(|output| output.status.code() != Some(99) && !output.stdout.is_empty())
    else {
        eprintln!("skipped: this machine does not let a test mount a small file system");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    let [_, failed, code, runs] = lines.as_slice() else {
        panic!("{text} {}", String::from_utf8_lossy(&output.stderr));
    };
    let failed: serde_json::Value = serde_json::from_str(failed).expect("JSON");
    assert_eq!(
        (failed["error"]["code"].as_str(), *code),
        (Some("store"), "code 2"),
        "{failed}"
    );
    assert!(
        failed["error"]["message"]
            .as_str()
            .is_some_and(|text| text.contains("disk is full")),
        "{failed}"
    );
    let runs: serde_json::Value = serde_json::from_str(runs).expect("JSON");
    assert_eq!(runs["runs"].as_array().map(Vec::len), Some(1), "{runs}");
}
