//! What a hostile file can make the check keep is bounded: long lines, many
//! bad lines, many equal ids, many values, huge declared sizes.

mod common;

use common::capture::{self, Capture, small};
use eval752_validator::{Options, Validator, validate_bytes};

fn with_results(results: String) -> Vec<u8> {
    Capture { results, ..small() }.zip()
}

fn first(bytes: &[u8], options: &Options) -> String {
    let report = validate_bytes(bytes, options);
    let error = report.first_error().expect("an error");
    format!("{} line {:?}", error.code, error.place.line)
}

#[test]
fn a_line_longer_than_the_limit_is_refused_and_the_next_is_read() {
    let good = small();
    let lines: Vec<&str> = good.results.lines().collect();
    let long = lines[1].replace("Answer 1", &"x".repeat(2000));
    let options = Options {
        max_line: 1500,
        ..Options::default()
    };
    let bytes = with_results(format!("{}\n{long}\n{}\n", lines[0], lines[2]));
    for step in [1, 100, 1_000_000] {
        let mut validator = Validator::new(options.clone());
        bytes.chunks(step).for_each(|piece| validator.feed(piece));
        let report = validator.finish();
        assert_eq!(report.counts.errors, 1, "{:?}", report.findings);
        assert_eq!(
            report
                .findings
                .last()
                .map(|f| (f.code.as_str(), f.place.line)),
            Some(("limit.line_length", Some(2)))
        );
        assert_eq!(report.summary.records, 3);
    }
    // The same as an element of a payload.
    let payload = good.payload().replace("Answer 1", &"x".repeat(2000));
    assert!(first(payload.as_bytes(), &options).starts_with("limit.line_length"));
}

#[test]
fn a_million_bad_lines_are_counted_not_kept() {
    let report = validate_bytes(
        &with_results("{}\n".repeat(200_000)),
        &Options {
            max_findings: 7,
            ..Options::default()
        },
    );
    assert_eq!(
        report
            .findings
            .iter()
            .filter(|f| f.severity == eval752_validator::Severity::Error)
            .count(),
        7
    );
    // Six members are missing in each.
    assert_eq!(report.counts.errors, 200_000 * 6);
}

#[test]
fn equal_ids_are_counted_not_kept() {
    let line = small().results.lines().next().expect("a line").to_owned() + "\n";
    let report = validate_bytes(&with_results(line.repeat(20_000)), &Options::default());
    assert_eq!(report.findings.len(), 100 + 1);
    assert_eq!(
        report.counts.errors,
        19_999 + 1,
        "and the count of the manifest"
    );
}

#[test]
fn more_values_than_a_record_needs_are_not_parsed() {
    let many = format!("{{\"a\":[{}0]}}\n", "0,".repeat(100_000));
    assert_eq!(
        first(&with_results(many), &Options::default()),
        "limit.structure line Some(1)"
    );
    let deep = format!("{}\n", "{\"a\":".repeat(1_000));
    assert!(first(&with_results(deep), &Options::default()).starts_with("json.depth"));
}

#[test]
fn a_manifest_of_megabytes_is_not_read() {
    let good = small();
    let long = format!("{}{}", good.manifest, " ".repeat(1 << 20));
    let bytes = capture::zip([
        long.as_bytes(),
        good.session.as_bytes(),
        good.results.as_bytes(),
    ]);
    assert!(first(&bytes, &Options::default()).starts_with("limit.document_size"));
}

#[test]
fn declared_sizes_allocate_nothing() {
    // A local header that declares 4 GiB, and nothing behind it.
    let mut bytes = small().zip()[..30 + 13].to_vec();
    bytes[18..26].copy_from_slice(&[0xfe, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff]);
    assert!(first(&bytes, &Options::default()).starts_with("zip.truncated"));
}
