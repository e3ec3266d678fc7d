//! Good captures pass and say what that proves; each spoilt document gets
//! its code, in an archive and in a payload alike.

mod common;

use std::sync::Arc;

use common::capture::{self, Capture, capture_of, keys, pack, small};
use common::spoilt::SPOILT;
use eval752_validator::report::{Completeness, TokenState};
use eval752_validator::{Options, PackIndex, Profile, Report, Validator, validate_bytes};

fn options() -> Options {
    Options {
        keys: Some(keys()),
        ..Options::default()
    }
}

fn canonical() -> Options {
    Options {
        profile: Profile::Canonical,
        ..options()
    }
}

fn codes(report: &Report) -> Vec<&str> {
    report
        .findings
        .iter()
        .map(|finding| finding.code.as_str())
        .collect()
}

#[test]
fn a_complete_capture_is_good_and_proves_what_was_signed() {
    let capture = small();
    for bytes in [capture.zip(), capture.payload().into_bytes()] {
        let report = validate_bytes(&bytes, &canonical());
        assert_eq!(codes(&report), Vec::<&str>::new());
        assert!(report.is_good());
        assert_eq!(report.summary.records, 3);
        assert_eq!(
            report.summary.completeness,
            Completeness::Complete { of: 3, by: "token" }
        );
        assert!(matches!(
            &report.summary.token,
            TokenState::Verified {
                digest_checked: true,
                ..
            }
        ));
        assert!(
            report
                .summary
                .proves()
                .contains("responses themselves are not signed")
        );
    }
}

#[test]
fn without_a_key_the_token_is_only_reported() {
    let report = validate_bytes(&small().zip(), &Options::default());
    assert!(report.is_good());
    assert_eq!(codes(&report), ["token.not_verified"]);
    assert_eq!(report.summary.token, TokenState::NotVerified);
    assert_eq!(report.summary.completeness, Completeness::Unknown);
    // Not even an opaque token is looked into.
    let opaque = small().replace(pack(3).dataset_token.as_str(), "signed-token");
    assert!(validate_bytes(&opaque.zip(), &Options::default()).is_good());
    assert_eq!(
        codes(&validate_bytes(&opaque.zip(), &options())),
        ["token.shape"]
    );
}

#[test]
fn a_partial_capture_is_good_and_says_so() {
    let pack = pack(7);
    let bytes = capture_of(&pack, 5).zip();
    let report = validate_bytes(&bytes, &options());
    assert!(report.is_good());
    assert_eq!(
        report.summary.completeness,
        Completeness::Partial {
            have: 5,
            of: 7,
            by: "token"
        }
    );
    let with_pack = Options {
        pack: Some(Arc::new(PackIndex::new(pack).expect("a good pack"))),
        ..options()
    };
    let report = validate_bytes(&bytes, &with_pack);
    assert_eq!(codes(&report), ["pack.missing_items"]);
    assert_eq!(report.summary.missing, ["item-6", "item-7"]);
    assert_eq!(report.summary.errors, 1);
}

#[test]
fn the_pack_shows_which_item_differs() {
    let pack = pack(3);
    let with_pack = Options {
        pack: Some(Arc::new(PackIndex::new(pack.clone()).expect("a good pack"))),
        ..Options::default()
    };
    let check = |capture: &Capture| {
        let report = validate_bytes(&capture.zip(), &with_pack);
        let found = report
            .findings
            .iter()
            .filter(|f| f.severity == eval752_validator::Severity::Error);
        found.map(|f| f.code.as_str()).collect::<Vec<_>>()
    };
    let good = capture_of(&pack, 3);
    assert_eq!(check(&good), Vec::<&str>::new());
    assert_eq!(
        check(&good.replace("plain 0?", "plain 0!")),
        ["pack.prompt_mismatch"]
    );
    assert_eq!(
        check(&good.replace("\"item-3\"", "\"item-9\"")),
        ["pack.unknown_item"]
    );
    let mut lines: Vec<&str> = good.results.lines().collect();
    lines.swap(0, 2);
    let swapped = Capture {
        results: lines.join("\n") + "\n",
        ..good.clone()
    };
    assert_eq!(check(&swapped), ["pack.order", "pack.order"]);
    // Without the pack the signed digest notices each of these.
    for bad in [
        swapped,
        good.replace("plain 0?", "plain 0!"),
        good.replace("\"item-3\"", "\"item-9\""),
    ] {
        assert_eq!(
            codes(&validate_bytes(&bad.zip(), &options())),
            ["token.pack_digest"]
        );
    }
}

#[test]
fn every_spoilt_document_gets_its_code_in_archive_and_payload() {
    for (from, to, expected) in SPOILT {
        let spoilt = small().replace(from, to);
        for (kind, bytes) in [
            ("zip", spoilt.zip()),
            ("json", spoilt.payload().into_bytes()),
        ] {
            let report = validate_bytes(&bytes, &Options::default());
            let found = report.first_error().map(|finding| finding.code.as_str());
            assert_eq!(
                found,
                Some(*expected),
                "{kind}: {from} → {to}: {:#?}",
                report.findings
            );
            assert!(!report.is_good());
        }
    }
}

#[test]
fn at_the_edge_of_a_tolerance_a_capture_is_good() {
    for (from, to) in [
        ("\"latency_ms\":3120", "\"latency_ms\":4000"),
        ("\"latency_ms\":3120", "\"latency_ms\":2000"),
        (
            "\"session\":{\"started_at\":\"2026-03-12T18:09:00.000Z\"",
            "\"session\":{\"started_at\":\"2026-03-12T18:09:03.000Z\"",
        ),
        (
            "\"response\":\"Answer 0 — **bold**\\nnext\",\"error\":null",
            "\"response\":\"half\",\"error\":\"stalled: 3 s\"",
        ),
    ] {
        let changed = small().replace(from, to);
        let changed = if to.contains("stalled") {
            changed.replace("\"error_count\":0", "\"error_count\":1")
        } else {
            changed
        };
        let report = validate_bytes(&changed.zip(), &options());
        assert!(report.is_good(), "{to}: {:#?}", report.findings);
    }
}

#[test]
fn warnings_and_notes_do_not_refuse() {
    let unknown = small()
        .replace(
            "\"response\":\"Answer 0 — **bold**\\nnext\",\"error\":null",
            "\"response\":null,\"error\":\"from-the-future: x\"",
        )
        .replace("\"error_count\":0", "\"error_count\":1");
    assert_eq!(
        codes(&validate_bytes(&unknown.zip(), &options())),
        ["record.error_code_unknown"]
    );
    let relabelled = small().replace(
        "\"model_label\":\"Gemini 2.5 Flash\"",
        "\"model_label\":\"Gemini 2.5 Pro\"",
    );
    let report = validate_bytes(&relabelled.zip(), &options());
    assert_eq!(codes(&report), ["record.model_label_changed"]);
    assert!(
        report.findings[0].message.contains("line 1 to line 2"),
        "{}",
        report.findings[0].message
    );
    let early = small().replace(
        "exported_at\":\"2026-03-12T18:10:00.000Z",
        "exported_at\":\"2026-03-12T18:09:00.000Z",
    );
    let report = validate_bytes(&early.zip(), &options());
    assert!(report.is_good());
    assert!(codes(&report).contains(&"session.exported_early"));
}

/// Framing of `results.jsonl`: the whole text, the code, and the line it is on.
#[test]
fn results_are_one_object_a_line() {
    let good = small();
    let lines: Vec<&str> = good.results.lines().collect();
    let [a, b, c] = lines[..] else {
        panic!("three lines");
    };
    let pretty = a.replace("\"response\"", "\n\"response\"");
    for (text, code, line) in [
        (format!("{a}\n\n{b}\n{c}\n"), "jsonl.framing", 2),
        (format!("{a}\n{b}\n{c}\n\n"), "jsonl.framing", 4),
        (format!("{a}\n{b}\n   \n{c}\n"), "jsonl.framing", 3),
        (format!("{a}\n{b}\n{c}"), "jsonl.framing", 3),
        (format!("{a}{b}\n{c}\n"), "jsonl.framing", 1),
        (format!("{a} {b}\n{c}\n"), "jsonl.framing", 1),
        (format!("[{a},{b},{c}]\n"), "jsonl.framing", 1),
        (format!("{pretty}\n{b}\n{c}\n"), "jsonl.framing", 1),
        (format!("{a}\r\n{b}\r\n{c}\r\n"), "jsonl.line_ending", 1),
        (format!("{a}\n{b}\r{c}\n"), "jsonl.line_ending", 2),
        (format!("\u{feff}{a}\n{b}\n{c}\n"), "json.bom", 1),
        (format!("{a}\n{b},\n{c}\n"), "json.syntax", 2),
        (format!("{a}\n\"x\"\n{c}\n"), "schema.type", 2),
        (
            format!("{a}\n{}\n{c}\n", "[".repeat(100_000)),
            "jsonl.framing",
            2,
        ),
        (
            format!("{a}\n{{\"a\":{}\n{c}\n", "[".repeat(100_000)),
            "json.depth",
            2,
        ),
    ] {
        let capture = Capture {
            results: text,
            ..good.clone()
        };
        let report = validate_bytes(&capture.zip(), &Options::default());
        let first = report.first_error().expect("an error");
        assert_eq!(
            (first.code.as_str(), first.place.line),
            (code, Some(line)),
            "{first:?}"
        );
    }
}

#[test]
fn bytes_that_are_not_utf8_are_placed() {
    let good = small();
    let bad = [
        b"\xff".as_slice(),
        b"\xc0\xaf",
        b"\xed\xa0\x80",
        b"\xf5\x80\x80\x80",
    ];
    for bytes in bad {
        let mut results = good.results.clone().into_bytes();
        let at = good.results.find("Answer 1").expect("the second answer");
        results.splice(at..at, bytes.iter().copied());
        let archive = capture::zip([good.manifest.as_bytes(), good.session.as_bytes(), &results]);
        let report = validate_bytes(&archive, &Options::default());
        let first = report.first_error().expect("an error");
        assert_eq!(first.code.as_str(), "json.utf8");
        assert_eq!(first.place.line, Some(2));
        let offset = usize::try_from(first.place.offset.expect("an offset")).expect("small");
        assert_eq!(&archive[offset..offset + bytes.len()], bytes);
    }
    let utf16: Vec<u8> = good
        .results
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let archive = capture::zip([good.manifest.as_bytes(), good.session.as_bytes(), &utf16]);
    assert!(!validate_bytes(&archive, &Options::default()).is_good());
}

#[test]
fn the_token_and_the_judge_are_never_shown() {
    let secret = "SECRETSECRET";
    for (from, to) in [
        (
            "\"dataset_token\":\"",
            "\"dataset_token\":7,\"x\":\"SECRETSECRET",
        ),
        (
            "\"dataset_token\":\"",
            "\"dataset_token\":\"SECRETSECRET\\ud800",
        ),
        (
            "\"prompt\":\"Return",
            "\"prompt\":{\"SECRETSECRET\":1},\"y\":\"Return",
        ),
        ("\"dataset_token\":\"", "\"dataset_token\":\"SECRETSECRET"),
    ] {
        let spoilt = small().replace(from, to);
        for bytes in [spoilt.zip(), spoilt.payload().into_bytes()] {
            let report = validate_bytes(&bytes, &options());
            assert!(!report.is_good());
            let text = report.lines("x").join("\n")
                + &report.to_json("x")
                + &report.summary_lines().join("\n");
            assert!(!text.contains(secret), "{text}");
        }
    }
}

#[test]
fn any_cut_gives_the_same_report() {
    let mut spoilt = small()
        .replace("Answer 1", "Answer \\ud800")
        .replace("\"item_count\":3", "\"item_count\":5");
    spoilt.results = spoilt.results.replace("item-3", "item-1") + "\n";
    for bytes in [
        small().zip(),
        spoilt.zip(),
        small().payload().into_bytes(),
        spoilt.payload().into_bytes(),
    ] {
        let whole = validate_bytes(&bytes, &options());
        for step in [1, 2, 3, 7, 64, 100] {
            let mut validator = Validator::new(options());
            bytes.chunks(step).for_each(|piece| validator.feed(piece));
            assert_eq!(validator.finish(), whole, "in pieces of {step}");
        }
    }
}

#[test]
fn payloads_have_one_frame() {
    let good = small().payload();
    let record = small().results.lines().next().expect("a line").to_owned();
    for (text, code) in [
        (format!("\u{feff}{good}"), "json.bom"),
        (format!("{good}{good}"), "json.syntax"),
        (good[..good.len() - 1].to_owned(), "json.syntax"),
        (good[..good.len() / 2].to_owned(), "json.syntax"),
        (
            good.replacen(
                "\"manifest\":",
                &format!("\"manifest\":{},\"manifest\":", small().manifest),
                1,
            ),
            "json.duplicate_key",
        ),
        (
            good.replacen("\"manifest\":", "\"extra\":{\"a\":[1]},\"manifest\":", 1),
            "schema.unknown_member",
        ),
        (
            good.replacen("\"results\":[", "\"results\":{\"a\":[", 1)
                .replace("]}", "]}}"),
            "schema.type",
        ),
        (
            good.replacen("\"results\":[", "\"results\":[,", 1),
            "json.syntax",
        ),
        (good.replacen("]}", ",]}", 1), "json.syntax"),
        (format!("[{good}]"), "schema.type"),
        (record.clone() + "\n", "archive.not_a_capture"),
        (small().results, "archive.not_a_capture"),
        (small().manifest, "archive.not_a_capture"),
        (pack(3).to_json(), "archive.format_unknown"),
        (
            "{\"format\":\"something.else\"}".to_owned(),
            "archive.format_unknown",
        ),
        ("{}".to_owned(), "archive.not_a_capture"),
    ] {
        let report = validate_bytes(text.as_bytes(), &Options::default());
        let first = report.first_error().expect("an error");
        assert_eq!(
            first.code.as_str(),
            code,
            "{}: {:#?}",
            &text[..text.len().min(80)],
            report.findings
        );
    }
    // White space and another order of the parts are JSON all the same.
    let spaced = format!(
        " {{ \"results\" : [ {} ] ,\n \"browser_harness\" : {} , \"manifest\" : {} }}\n",
        small().results.trim_end().replace('\n', " , "),
        small().session,
        small().manifest
    );
    let report = validate_bytes(spaced.as_bytes(), &options());
    assert!(report.is_good(), "{:#?}", report.findings);
    assert_eq!(
        validate_bytes(spaced.as_bytes(), &canonical())
            .counts
            .errors,
        1
    );
}
