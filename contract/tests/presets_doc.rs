//! The table of docs/presets.md is written from the preset files; this notices
//! when it is stale.
//! `EVAL752_UPDATE=1 cargo test -p eval752-contract --test presets_doc` writes it.

use std::fmt::Write as _;

use eval752_contract::preset::{Preset, builtins};

/// The heading after which everything is made.
const HEADING: &str = "## The selectors that are shipped\n";

#[test]
fn the_table_is_what_the_preset_files_say() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/presets.md");
    let found = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = found.split_once(HEADING).unwrap();
    let (introduction, _) = rest.split_once("\n### ").unwrap();
    let mut expected = [before, HEADING, introduction].concat();
    for preset in builtins() {
        section(&mut expected, &preset);
    }
    if std::env::var_os("EVAL752_UPDATE").is_some() {
        std::fs::write(&path, &expected).unwrap();
        return;
    }
    assert!(
        found == expected,
        "docs/presets.md is stale: run this test with EVAL752_UPDATE=1"
    );
}

fn section(out: &mut String, preset: &Preset) {
    let origin = match &preset.origin {
        Some(origin) => format!("`{origin}`"),
        None => "any origin (`--origin`)".to_owned(),
    };
    let interim: Vec<_> = preset
        .interim
        .iter()
        .map(|text| format!("“{text}”"))
        .collect();
    let interim = match interim.join(", ") {
        list if list.is_empty() => String::new(),
        list => format!(" No answer: {list}."),
    };
    let (id, name, version) = (&preset.id, &preset.display_name, &preset.version);
    let _ = write!(
        out,
        "\n### `{id}`\n\n{name}, {origin}, version {version}.{interim}\n\n\
         | role | selector | seen |\n|---|---|---|\n"
    );
    for (role, selectors) in &preset.roles {
        for (index, selector) in selectors.iter().enumerate() {
            let role = match index {
                0 => format!("`{}`", role.as_str()),
                _ => String::new(),
            };
            let css = selector.css.replace('|', "\\|");
            let _ = writeln!(out, "| {role} | `{css}` | {} |", selector.seen);
        }
    }
}
