//! Whatever passes is read the same by everyone: names and bytes by
//! Info-ZIP, 7-Zip, bsdtar, Python, Node and the `zip` crate. A reader that
//! is not installed is skipped, and the test says so.
#![expect(clippy::print_stderr, reason = "a skipped reader is said")]

mod common;

use std::io::Read as _;
use std::path::Path;
use std::process::Command;

use common::capture::{capture_of, pack, small};
use common::rawzip::RawZip;
use eval752_validator::{Options, validate_bytes};

const NAMES: [&str; 3] = ["manifest.json", "browser_harness.json", "results.jsonl"];

/// Runs a reader: its output, or nothing where it is not installed.
fn read(program: &str, args: &[&str], archive: &Path) -> Option<Vec<u8>> {
    let args = args
        .iter()
        .map(|arg| arg.replace("ARCHIVE", archive.to_str().expect("UTF-8")));
    match Command::new(program).args(args).output() {
        Ok(output) => {
            assert!(
                output.status.success(),
                "{program}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            Some(output.stdout)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("skipped: {program} is not installed");
            None
        }
        Err(error) => panic!("{program}: {error}"),
    }
}

/// Archives that pass, each written differently.
fn archives() -> Vec<(&'static str, Vec<u8>)> {
    let mut foreign = RawZip::of(&small());
    for entry in &mut foreign.entries {
        entry.made_by = 20;
        entry.both(|f| f.version = 10);
        entry.external = 0x20;
        entry.local_extra = vec![0x55, 0x54, 5, 0, 1, 0, 0, 0, 0];
    }
    vec![
        ("canonical", small().zip()),
        ("longer", capture_of(&pack(200), 200).zip()),
        ("foreign", foreign.bytes()),
    ]
}

#[test]
fn every_reader_sees_the_same_entries() {
    let dir = tempfile::tempdir().expect("a folder");
    for (name, bytes) in archives() {
        let report = validate_bytes(&bytes, &Options::default());
        assert!(report.is_good(), "{name}: {:?}", report.findings);
        let path = dir.path().join(format!("{name}.zip"));
        std::fs::write(&path, &bytes).expect("written");
        let mut crate_reader =
            zip::ZipArchive::new(std::io::Cursor::new(&bytes)).expect("an archive");
        assert_eq!(crate_reader.len(), 3);
        let mut whole = Vec::new();
        for (index, entry) in NAMES.iter().enumerate() {
            let mut file = crate_reader.by_index(index).expect("an entry");
            assert_eq!(file.name().expect("a name"), *entry);
            let mut expected = Vec::new();
            file.read_to_end(&mut expected).expect("readable");
            for (program, args) in [
                ("unzip", vec!["-p", "ARCHIVE", entry]),
                ("7z", vec!["x", "-so", "ARCHIVE", entry]),
                ("bsdtar", vec!["-xOf", "ARCHIVE", entry]),
                (
                    "python3",
                    vec![
                        "-c",
                        "import sys,zipfile;sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))",
                        "ARCHIVE",
                        entry,
                    ],
                ),
            ] {
                if let Some(found) = read(program, &args, &path) {
                    assert!(
                        found == expected,
                        "{program} reads {entry} of {name} differently"
                    );
                }
            }
            whole.extend(expected);
        }
        let list = NAMES.join("\n") + "\n";
        for (program, args) in [
            ("unzip", vec!["-Z1", "ARCHIVE"]),
            ("bsdtar", vec!["-tf", "ARCHIVE"]),
            (
                "python3",
                vec![
                    "-c",
                    "import sys,zipfile;print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))",
                    "ARCHIVE",
                ],
            ),
        ] {
            if let Some(found) = read(program, &args, &path) {
                assert_eq!(
                    String::from_utf8_lossy(&found),
                    list,
                    "{program} lists {name} differently"
                );
            }
        }
        for (program, args) in [("unzip", ["-tqq", "ARCHIVE"]), ("7z", ["t", "ARCHIVE"])] {
            read(program, &args, &path);
        }
        let script = include_str!("read_zip.mjs");
        if let Some(found) = read(
            "node",
            &["--input-type=module", "-e", script, "ARCHIVE"],
            &path,
        ) {
            assert!(
                found == whole,
                "the JavaScript reader sees {name} differently"
            );
        }
    }
}
