//! Every class of malformed container, made from a valid capture, gets its
//! own code, and what merely differs is a note.

mod common;

use common::capture::small;
use common::classes::{CLASSES, Defect, FORMS};
use common::rawzip::{RawEntry, RawZip};
use eval752_validator::{Options, Profile, validate_bytes};

#[test]
fn every_class_gets_its_code() {
    let mut wrong = Vec::new();
    for (class, expected, defect) in CLASSES {
        let mut raw = RawZip::of(&small());
        defect(&mut raw);
        let bytes = raw.bytes();
        for profile in [Profile::Format, Profile::Canonical] {
            let options = Options {
                profile,
                ..Options::default()
            };
            let report = validate_bytes(&bytes, &options);
            let found = report
                .first_error()
                .map_or("pass", |finding| finding.code.as_str());
            if found != *expected {
                wrong.push(format!(
                    "{class} ({profile:?}): expected {expected}, found {found}"
                ));
            }
            // A structural error stands alone.
            assert_eq!(report.findings.len(), 1, "{class}: {:?}", report.findings);
            assert!(!report.summary.content_judged);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn harmless_differences_are_notes() {
    for (class, code, defect) in FORMS {
        let mut raw = RawZip::of(&small());
        defect(&mut raw);
        let report = validate_bytes(&raw.bytes(), &Options::default());
        assert!(report.is_good(), "{class}: {:?}", report.findings);
        assert!(
            report.findings.iter().any(|f| f.code.as_str() == *code),
            "{class}: {:?}",
            report.findings
        );
        let options = Options {
            profile: Profile::Canonical,
            ..Options::default()
        };
        let report = validate_bytes(&raw.bytes(), &options);
        let first = report.first_error().expect("an error");
        assert_eq!(first.code.as_str(), *code, "{class}");
    }
}

#[test]
fn hints_know_what_people_do() {
    let hint = |defect: Defect| {
        let mut raw = RawZip::of(&small());
        defect(&mut raw);
        let report = validate_bytes(&raw.bytes(), &Options::default());
        report.findings[0].remedy().to_owned()
    };
    // macOS compresses and adds its own entries: the hint names the cause.
    let mac = hint(|z| {
        z.entries[0].both(|f| f.flags = 1 << 3);
        z.entries
            .push(RawEntry::new("__MACOSX/._manifest.json", b"x"));
    });
    assert!(
        mac.contains("macOS") && mac.contains("eval752 repack"),
        "{mac}"
    );
    assert!(hint(|z| z.entries[2].both(|f| f.method = 8)).contains("eval752 repack"));
    assert!(hint(|z| z.entries[0].rename(b"run/manifest.json")).contains("folder was packed"));
}

#[test]
fn other_files_are_named() {
    for (bytes, says) in [
        (b"\x1f\x8b\x08\0\0\0\0\0".as_slice(), "gzip"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"%PDF-1.7", "PDF"),
        (b"", "empty"),
        (b"   \n", "blank"),
        (b"PK", "does not begin with an entry"),
    ] {
        let report = validate_bytes(bytes, &Options::default());
        let first = &report.findings[0];
        assert_eq!(first.code.as_str(), "zip.not_a_zip");
        assert!(first.message.contains(says), "{says}: {}", first.message);
    }
}

#[test]
fn signatures_inside_data_are_data() {
    let hidden = small().replace("Answer 0", "PK\\u0003\\u0004 PK PK\\u0005\\u0006 Answer 0");
    assert!(validate_bytes(&hidden.zip(), &Options::default()).is_good());
    // The prompts of the test pack hold U+2028 and more already.
    assert!(small().results.contains('\u{2028}'));
}

#[test]
fn another_format_is_named_rather_than_its_entries() {
    let mut raw = RawZip::of(&small());
    raw.entries[0] = RawEntry::new(
        "manifest.json",
        b"{\"format\":\"eval752.dataset_package.v3\",\"name\":\"x\"}",
    );
    raw.entries[1].rename(b"items.jsonl");
    let report = validate_bytes(&raw.bytes(), &Options::default());
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.findings[0].code.as_str(), "archive.format_unknown");
    assert!(
        report.findings[0]
            .message
            .contains("eval752.dataset_package.v3")
    );
}
