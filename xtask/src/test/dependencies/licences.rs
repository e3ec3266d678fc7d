//! Licences that can be handed on with a program under MIT or Apache-2.0. A new
//! one is read by a person before it is added here.

use serde_json::Value;

use super::{is_ours, name};

const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    // The list of root certificates in webpki-roots: data, and free to hand on.
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    // The Unicode tables in the icu crates.
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages whose licence does not let us choose an allowed one.
pub(super) fn problems(packages: &[Value]) -> Vec<String> {
    packages
        .iter()
        .filter(|package| !is_ours(package))
        .filter_map(|package| {
            let licence = package["license"].as_str().unwrap_or("none stated");
            (!allows(licence)).then(|| {
                let name = name(package);
                format!("{name} is under {licence}: read it, then add it in test/dependencies/licences.rs or do without {name}")
            })
        })
        .collect()
}

/// Whether an SPDX expression can be met with allowed licences alone. `/` is how
/// OR was written once.
fn allows(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let (left, rest) = split(&expression, " OR ");
    if let Some(rest) = rest {
        return allows(left) || allows(rest);
    }
    let (left, rest) = split(&expression, " AND ");
    if let Some(rest) = rest {
        return allows(left) && allows(rest);
    }
    let one = expression.trim();
    match one.strip_prefix('(').and_then(|one| one.strip_suffix(')')) {
        Some(inner) => allows(inner),
        None => ALLOWED.contains(&one),
    }
}

/// Splits at the first such word outside of brackets.
fn split<'a>(text: &'a str, word: &str) -> (&'a str, Option<&'a str>) {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && text[at..].starts_with(word) => {
                return (&text[..at], Some(&text[at + word.len()..]));
            }
            _ => {}
        }
    }
    (text, None)
}

#[cfg(test)]
mod tests {
    use super::allows;

    #[test]
    fn a_choice_needs_one_and_a_sum_all() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "Apache-2.0 / MIT",
            "MIT OR GPL-3.0-only",
            "Apache-2.0 WITH LLVM-exception OR MIT",
            "(MIT OR GPL-2.0-only) AND Unicode-3.0",
            "GPL-3.0-only AND ISC OR MIT",
        ] {
            assert!(allows(good), "{good}");
        }
        for bad in [
            "GPL-3.0-only",
            "MIT AND GPL-3.0-only",
            "(MIT OR Zlib) AND MPL-2.0",
            "none stated",
            "",
        ] {
            assert!(!allows(bad), "{bad}");
        }
    }
}
