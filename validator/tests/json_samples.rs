//! Every sample of the JSON test suite has its verdict: by the parser, and
//! by the whole check when it stands where a record should.

mod common;

use common::capture::{self, small};
use eval752_contract::json;
use eval752_validator::{Options, Validator, validate_bytes};

/// What the parser says, and what the check says first of it as a line of an
/// archive and as an element of a payload.
fn verdicts(sample: &[u8]) -> [String; 3] {
    let parsed = json::parse(sample).map_or_else(|error| error.kind.code(), |_| "pass");
    let good = small();
    let mut line = sample.to_vec();
    if !line.ends_with(b"\n") {
        line.push(b'\n');
    }
    let archive = capture::zip([good.manifest.as_bytes(), good.session.as_bytes(), &line]);
    let report = validate_bytes(&archive, &Options::default());
    let inside = report
        .findings
        .iter()
        .find(|f| f.place.entry.as_deref() == Some("results.jsonl"));
    let line = inside.map_or("pass", |finding| finding.code.as_str());
    let mut payload = format!(
        "{{\"manifest\":{},\"browser_harness\":{},\"results\":[",
        good.manifest, good.session
    )
    .into_bytes();
    payload.extend(sample);
    payload.extend(b"]}");
    let element = validate_bytes(&payload, &Options::default());
    let first = element
        .first_error()
        .map_or("pass", |finding| finding.code.as_str());
    for (whole, bytes) in [(&report, &archive), (&element, &payload)] {
        let mut parts = Validator::new(Options::default());
        bytes.chunks(11).for_each(|part| parts.feed(part));
        assert_eq!(parts.finish(), *whole);
    }
    [parsed, line, first].map(str::to_owned)
}

#[test]
fn every_sample_gets_its_codes() {
    let Some(root) = common::shared_data("json") else {
        return;
    };
    let table = common::table(include_str!("tables/json-samples.tsv"));
    let names: Vec<String> = table.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(
        common::files_below(&root),
        names,
        "table and samples differ"
    );
    let mut wrong = Vec::new();
    for (name, expected) in &table {
        let sample = std::fs::read(root.join(name)).expect("a readable sample");
        let found = verdicts(&sample);
        let [parsed, line, element] = &found;
        let found = found.join("\t");
        if found != *expected {
            wrong.push(format!("{name}\t{found}"));
        }
        // What must parse does, but for what two readers understand differently.
        if name.starts_with("y_") {
            let strict = name.contains("duplicated_key");
            assert_eq!(
                *parsed,
                if strict { "json.duplicate_key" } else { "pass" },
                "{name}"
            );
        } else if name.starts_with("n_") {
            assert_ne!(parsed, "pass", "{name}");
            assert_ne!(line, "pass", "{name}");
            assert_ne!(element, "pass", "{name}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
