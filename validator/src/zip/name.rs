//! Entry names: what may be unpacked without harm, and the three names a
//! capture has.

use std::collections::HashSet;

/// The entries of a capture, in their order.
pub const CAPTURE_NAMES: [&str; 3] = ["manifest.json", "browser_harness.json", "results.jsonl"];

/// Names longer than this are refused; the sum of all is bounded too.
pub(super) const MAX_NAME: usize = 4_096;
const MAX_NAMES_TOTAL: usize = 8 * 1024 * 1024;

/// What is wrong with a name by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameFault {
    Encoding(&'static str),
    Unsafe(&'static str),
    Directory,
}

/// Judges a name; `utf8` is the header's flag for UTF-8 names.
pub(super) fn judge(name: &[u8], utf8: bool) -> Option<NameFault> {
    if name.is_empty() {
        return Some(NameFault::Unsafe("is empty"));
    }
    if name.iter().any(|&b| b < 0x20 || b == 0x7f) {
        return Some(NameFault::Unsafe("holds a control character"));
    }
    if name.contains(&b'\\') {
        return Some(NameFault::Unsafe("holds a backslash"));
    }
    if name.starts_with(b"/") {
        return Some(NameFault::Unsafe("is an absolute path"));
    }
    if name.get(1) == Some(&b':') && name[0].is_ascii_alphabetic() {
        return Some(NameFault::Unsafe("names a drive"));
    }
    let inner = name.strip_suffix(b"/").unwrap_or(name);
    for part in inner.split(|&b| b == b'/') {
        match part {
            b".." => return Some(NameFault::Unsafe("climbs out of its folder with \"..\"")),
            b"." | b"" => return Some(NameFault::Unsafe("has an empty or \".\" part")),
            _ => {}
        }
    }
    if !name.is_ascii() {
        if !utf8 {
            return Some(NameFault::Encoding("is not ASCII and not marked as UTF-8"));
        }
        match std::str::from_utf8(name) {
            Err(_) => return Some(NameFault::Encoding("is marked as UTF-8 but is not")),
            Ok(text) if text.chars().any(char::is_control) => {
                return Some(NameFault::Unsafe("holds a control character"));
            }
            Ok(_) => {}
        }
    }
    name.ends_with(b"/").then_some(NameFault::Directory)
}

/// The names seen so far, to find duplicates and to bound memory.
#[derive(Debug, Default)]
pub(super) struct NameBook {
    folded: HashSet<Vec<u8>>,
    total: usize,
}

impl NameBook {
    /// Notes a name; false when it was there before, letters of either case
    /// being the same.
    pub(super) fn add(&mut self, name: &[u8]) -> bool {
        let folded = match std::str::from_utf8(name) {
            Ok(text) => text.to_lowercase().into_bytes(),
            Err(_) => name.to_ascii_lowercase(),
        };
        self.total = self.total.saturating_add(name.len());
        self.folded.insert(folded)
    }

    /// Whether more is kept than a file may make us keep.
    pub(super) fn is_full(&self) -> bool {
        self.total > MAX_NAMES_TOTAL
    }
}

/// Advice for names that people's tools are known to add.
pub(super) fn hint(name: &[u8]) -> Option<&'static str> {
    if name.starts_with(b"__MACOSX/") || name.ends_with(b".DS_Store") {
        return Some(
            "the archive was unpacked and packed again by macOS: use the file as the page saved it (Safari: turn off \"Open safe files after downloading\"), or rewrite this one with `eval752 repack`",
        );
    }
    let base = name.rsplit(|&b| b == b'/').next().unwrap_or(name);
    let known = |n: &[u8]| CAPTURE_NAMES.iter().any(|k| k.as_bytes() == n);
    if base.len() < name.len() && known(base) {
        return Some(
            "a folder was packed instead of the files in it: use the file as the page saved it, or rewrite this one with `eval752 repack`",
        );
    }
    if !known(name) && known(&name.to_ascii_lowercase()) {
        return Some("the name differs only in case from one that a capture has; names are exact");
    }
    if name == b"[Content_Types].xml" {
        return Some("this is an Office document, not a capture");
    }
    if name.starts_with(b"META-INF/") {
        return Some("this is a Java archive or an Android package, not a capture");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn safe_and_unsafe_names() {
        for name in CAPTURE_NAMES {
            assert_eq!(judge(name.as_bytes(), false), None);
        }
        for bad in [
            "", "/a", "C:a", "a\\b", "../a", "a/../b", "a//b", "./a", "a\0b", "a\u{7f}",
        ] {
            assert!(
                matches!(judge(bad.as_bytes(), false), Some(NameFault::Unsafe(_))),
                "{bad:?}"
            );
        }
        assert_eq!(judge(b"dir/", false), Some(NameFault::Directory));
        assert_eq!(judge("ü".as_bytes(), true), None);
        assert!(matches!(
            judge("ü".as_bytes(), false),
            Some(NameFault::Encoding(_))
        ));
        assert!(matches!(judge(b"\xff", true), Some(NameFault::Encoding(_))));
        assert!(hint(b"__MACOSX/._manifest.json").is_some());
        assert!(hint(b"run/manifest.json").is_some());
        assert!(hint(b"manifest.json").is_none());
    }

    #[test]
    fn names_fold_case() {
        let mut book = NameBook::default();
        assert!(book.add(b"manifest.json"));
        assert!(!book.add(b"Manifest.JSON"));
    }
}
