//! Every ZIP sample that other projects collected gets its own verdict: the
//! ZIP layer must name the defect, not merely refuse.

mod common;

use eval752_validator::zip::Rules;

#[test]
fn every_sample_gets_its_code() {
    let Some(root) = common::shared_data("zip") else {
        return;
    };
    let table = common::table(include_str!("tables/zip-samples.tsv"));
    let names: Vec<String> = table.iter().map(|(name, _)| name.clone()).collect();
    let mut sorted = names.clone();
    sorted.sort();
    assert_eq!(
        common::files_below(&root),
        sorted,
        "table and samples differ"
    );
    let mut wrong = Vec::new();
    for (name, expected) in &table {
        let bytes = std::fs::read(root.join(name)).expect("a readable sample");
        let report = common::walk(&bytes, usize::MAX, Rules::any_names());
        let found = report
            .structural
            .as_ref()
            .map_or("pass", |f| f.code.as_str());
        if found != expected {
            wrong.push(format!("{name}: expected {expected}, found {found}"));
        }
        let step = if bytes.len() > 100_000 { 997 } else { 1 };
        assert_eq!(
            common::walk(&bytes, step, Rules::any_names()),
            report,
            "{name} in small pieces"
        );
        assert_eq!(report.bytes, bytes.len() as u64, "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
