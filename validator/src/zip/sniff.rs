//! Names the kind of a file from its first bytes, for people who picked the
//! wrong one.

/// What the bytes look like, and what to do, when it is a known kind.
pub fn sniff(head: &[u8]) -> Option<(&'static str, &'static str)> {
    const PICK: &str = "check that this is the file the page saved (its name ends in .eval752.zip)";
    const TEXT: &str = "a JSON capture is checked as it is; this begins like JSON but is not one: save it again from the page";
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let first = text.iter().copied().find(|b| !b.is_ascii_whitespace());
    let known: [(&[u8], &str, &str); 14] = [
        (
            b"\x1f\x8b",
            "gzip data",
            "unpack it once with gunzip and check the result",
        ),
        (
            b"7z\xbc\xaf\x27\x1c",
            "a 7-Zip archive",
            "unpack it once and check the .eval752.zip inside",
        ),
        (
            b"Rar!",
            "a RAR archive",
            "unpack it once and check the .eval752.zip inside",
        ),
        (
            b"\xfd7zXZ",
            "xz data",
            "unpack it once with xz and check the result",
        ),
        (
            b"\x28\xb5\x2f\xfd",
            "zstd data",
            "unpack it once with zstd and check the result",
        ),
        (
            b"BZh",
            "bzip2 data",
            "unpack it once with bunzip2 and check the result",
        ),
        (b"%PDF", "a PDF document", PICK),
        (b"\x89PNG", "a PNG picture", PICK),
        (b"SQLite format 3", "an SQLite database", PICK),
        (b"\x7fELF", "a program", PICK),
        (b"MZ", "a Windows program", PICK),
        (
            b"bplist",
            "a property list (a Safari web archive or download bundle)",
            PICK,
        ),
        (
            b"version https://git-lfs",
            "a Git LFS pointer",
            "fetch the real file with `git lfs pull`",
        ),
        (b"\xff\xfe", "UTF-16 text", PICK),
    ];
    for (magic, what, advice) in known {
        if head.starts_with(magic) {
            return Some((what, advice));
        }
    }
    match first {
        Some(b'<') => Some((
            "a web page or XML",
            "the download saved an error page: download the capture again",
        )),
        Some(b'{' | b'[') => Some(("JSON text", TEXT)),
        None if !head.is_empty() => Some(("blank text", PICK)),
        _ if head.len() > 256 && head.iter().all(|&b| b == 0) => Some((
            "nothing but zero bytes",
            "the download reserved the space but did not finish: download it again",
        )),
        _ if head.get(257..262) == Some(b"ustar") => Some((
            "a tar archive",
            "unpack it once and check the .eval752.zip inside",
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_people_pick_by_mistake() {
        assert_eq!(sniff(b"\x1f\x8b\x08").map(|s| s.0), Some("gzip data"));
        assert_eq!(
            sniff(b"<!doctype html>").map(|s| s.0),
            Some("a web page or XML")
        );
        assert_eq!(sniff(b" {\"a\":1}").map(|s| s.0), Some("JSON text"));
        assert_eq!(
            sniff(&[0; 300]).map(|s| s.0),
            Some("nothing but zero bytes")
        );
        assert_eq!(sniff(b"PK\x03\x04"), None);
    }
}
