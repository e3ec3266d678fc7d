//! What a stranger's capture says stays text, wherever it is shown: in a report,
//! in a table for a spreadsheet.

use serde_json::json;

use crate::support::api::{Api, good};
use crate::support::capture::{capture, zip};
use crate::support::choices;

/// Answers that would be something else than text.
const ANSWERS: [&str; 4] = [
    "=HYPERLINK(\"http://example.org\",\"B\")",
    "</pre><script>alert(1)</script><img src=x onerror=alert(1)>",
    "@SUM(1+1)*cmd",
    "\t=1+1\n\"quoted\", and 'so'",
];

#[test]
fn it_is_no_markup_in_a_report_and_no_formula_in_a_table() {
    let api = Api::new();
    let dataset = api.add("asked", &choices(ANSWERS.len()));
    let pack = api.pack(&json!({ "dataset_id": dataset["id"] }));
    let mut payload = capture(&pack, |n| Ok(ANSWERS[n].to_owned()));
    payload.browser_harness.label = Some("<b onclick=x>\"label\"".to_owned());
    payload.browser_harness.target.display_name = "<i>page</i>&".to_owned();
    for record in &mut payload.results {
        record.model_label = Some("<u>=model</u>".to_owned());
    }
    let answer = good(
        &api.server.post("/browser-harness/imports", &zip(&payload)),
        200,
    );
    let run = answer["run_id"].as_str().expect("an id");
    api.scored(run);

    let report = api.server.get(&format!("/runs/{run}/report")).text();
    for markup in ["<script", "<img", "<b onclick", "<i>page", "<u>="] {
        assert!(!report.contains(markup), "{markup} in {report}");
    }
    for text in [
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "&lt;b onclick=x&gt;&quot;label&quot;",
        "&lt;i&gt;page&lt;/i&gt;&amp;",
    ] {
        assert!(report.contains(text), "{text} not in {report}");
    }

    let table = api
        .server
        .get(&format!("/runs/{run}/export?format=csv"))
        .text();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let cells: Vec<String> = reader
        .records()
        .flat_map(|row| {
            row.expect("a row")
                .iter()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect();
    for cell in &cells {
        let runs = cell.starts_with(['=', '+', '@', '\t', '\r']);
        assert!(!runs, "a spreadsheet would run {cell:?}");
    }
    for answer in ANSWERS {
        let kept = cells
            .iter()
            .any(|cell| cell.trim_start_matches('\'') == answer);
        assert!(kept, "{answer:?} is not in the table");
    }
}
