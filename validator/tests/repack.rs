//! What other programs packed becomes the canonical archive again; what has
//! more than one reading does not.

mod common;

use std::io::Write as _;
use std::path::Path;

use common::capture::small;
use common::rawzip::{RawEntry, RawZip};
use eval752_validator::repack::{RepackError, repack};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn packed(entries: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, data) in entries {
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(*name, options).expect("a file");
        writer.write_all(data).expect("written");
    }
    writer.finish().expect("an archive").into_inner()
}

/// Repacks bytes; the result, or why not.
fn through(bytes: &[u8]) -> Result<Vec<u8>, RepackError> {
    let dir = tempfile::tempdir().expect("a folder");
    let (input, output) = (
        dir.path().join("in.zip"),
        dir.path().join("out.eval752.zip"),
    );
    std::fs::write(&input, bytes).expect("written");
    let result = repack(&input, &output);
    assert_eq!(output.exists(), result.is_ok(), "whole or not at all");
    let left = std::fs::read_dir(dir.path()).expect("readable").count();
    assert_eq!(
        left,
        1 + usize::from(result.is_ok()),
        "nothing else is left behind"
    );
    result.map(|report| {
        assert!(report.is_good());
        std::fs::read(&output).expect("readable")
    })
}

#[test]
fn what_people_do_to_archives_is_undone() {
    let capture = small();
    let [manifest, session, results] = capture.entries();
    let crlf = capture.results.replace('\n', "\r\n");
    let plain = [
        ("manifest.json", manifest),
        ("browser_harness.json", session),
        ("results.jsonl", results),
    ];
    let mac = [
        ("run/", b"".as_slice()),
        ("run/results.jsonl", results),
        ("__MACOSX/run/._results.jsonl", b"junk"),
        ("run/manifest.json", manifest),
        ("run/.DS_Store", b"junk"),
        ("run/browser_harness.json", session),
    ];
    for (what, bytes) in [
        ("as it was", capture.zip()),
        ("deflated", packed(&plain, CompressionMethod::Deflated)),
        (
            "stored by another",
            packed(&plain, CompressionMethod::Stored),
        ),
        (
            "a folder, packed on a Mac",
            packed(&mac[1..], CompressionMethod::Deflated),
        ),
        (
            "CR LF",
            packed(
                &[plain[0], plain[1], ("results.jsonl", crlf.as_bytes())],
                CompressionMethod::Stored,
            ),
        ),
        ("as a payload", capture.payload().into_bytes()),
        ("with a comment", {
            let mut raw = RawZip::of(&capture);
            raw.comment = b"hi".to_vec();
            raw.bytes()
        }),
    ] {
        match through(&bytes) {
            Ok(found) => assert!(found == capture.zip(), "{what}: other bytes"),
            Err(error) => panic!("{what}: {error}"),
        }
    }
}

#[test]
fn an_unpacked_folder_is_packed() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("capture");
    std::fs::create_dir(&folder).expect("a folder");
    for (name, text) in eval752_contract::capture::ENTRY_NAMES
        .iter()
        .zip(small().entries())
    {
        std::fs::write(folder.join(name), text).expect("written");
    }
    let output = dir.path().join("out.zip");
    repack(&folder, &output).expect("packed");
    assert_eq!(std::fs::read(&output).expect("readable"), small().zip());
    assert!(matches!(
        repack(&folder, &output),
        Err(RepackError::Exists(_))
    ));
    assert!(matches!(
        repack(Path::new("absent"), &dir.path().join("x")),
        Err(RepackError::Io { .. })
    ));
}

#[test]
fn what_would_be_a_guess_is_refused() {
    let spoil = |change: &dyn Fn(&mut RawZip)| {
        let mut raw = RawZip::of(&small());
        change(&mut raw);
        through(&raw.bytes())
    };
    for (what, result) in [
        (
            "two names",
            spoil(&|z| z.entries[0].central_name = b"Manifest.json".to_vec()),
        ),
        (
            "a hidden entry",
            spoil(&|z| z.entries[1].in_directory = false),
        ),
        ("two archives", spoil(&|z| z.suffix = small().zip())),
        ("damaged data", spoil(&|z| z.entries[2].data[20] ^= 1)),
        (
            "a name twice",
            spoil(&|z| z.entries.push(RawEntry::new("manifest.json", b"{}"))),
        ),
        ("a cut", through(&small().zip()[..900])),
        ("a prefix", spoil(&|z| z.prefix = b"x".to_vec())),
    ] {
        assert!(
            matches!(result, Err(RepackError::Refused(_))),
            "{what}: {result:?}"
        );
    }
    let two = spoil(&|z| z.entries.push(RawEntry::new("other/manifest.json", b"{}")));
    assert!(
        matches!(two, Err(RepackError::Ambiguous("manifest.json"))),
        "{two:?}"
    );
    let none = spoil(&|z| z.entries.truncate(2));
    assert!(
        matches!(none, Err(RepackError::Missing("results.jsonl"))),
        "{none:?}"
    );
    let content = through(
        &small()
            .replace("\"latency_ms\":3120", "\"latency_ms\":9999")
            .zip(),
    );
    assert!(
        matches!(content, Err(RepackError::Content { line: 1, .. })),
        "{content:?}"
    );
    let counts = through(
        &small()
            .replace("\"item_count\":3", "\"item_count\":4")
            .zip(),
    );
    assert!(matches!(counts, Err(RepackError::Refused(_))), "{counts:?}");
}
