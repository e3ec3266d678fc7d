//! What several test files share.
#![allow(
    dead_code,
    clippy::print_stderr,
    reason = "each test binary uses a part of this; a skipped test says so"
)]

pub(crate) mod capture;
pub(crate) mod classes;
pub(crate) mod corpus;
pub(crate) mod rawzip;
pub(crate) mod spoilt;

use std::path::{Path, PathBuf};

use eval752_validator::zip::{Discard, Rules, Walker, ZipReport};

/// The shared sample data, or nothing (said on standard error) where it is absent.
pub(crate) fn shared_data(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("EVAL752_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let path = root.join("data").join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("skipped: no sample data at {}", path.display());
    None
}

/// Every file below `root`, as paths relative to it, sorted.
pub(crate) fn files_below(root: &Path) -> Vec<String> {
    fn walk(root: &Path, dir: &Path, out: &mut Vec<String>) {
        for entry in std::fs::read_dir(dir).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(root, &path, out);
            } else {
                let name = path.strip_prefix(root).expect("below the root");
                out.push(name.to_str().expect("UTF-8 names").to_owned());
            }
        }
    }
    let mut out = Vec::new();
    walk(root, root, &mut out);
    out.sort();
    out
}

/// Reads a table of `key<TAB>value` lines; `#` begins a comment line.
pub(crate) fn table(text: &str) -> Vec<(String, String)> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let (key, value) = line.split_once('\t').expect("two columns");
            (key.to_owned(), value.to_owned())
        })
        .collect()
}

/// Runs the ZIP layer over bytes cut into pieces of `step`.
pub(crate) fn walk(bytes: &[u8], step: usize, rules: Rules) -> ZipReport {
    let mut walker = Walker::new(rules);
    for part in bytes.chunks(step.max(1)) {
        walker.feed(part, &mut Discard);
    }
    walker.finish()
}
