//! UTF-8, and what people give us instead of it.

use crate::error::Issue;

/// The text without its byte order mark.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, Issue> {
    if bytes.starts_with(b"version https://git-lfs.github.com/spec/") {
        return Err(Issue::new(
            "dataset.lfs_pointer",
            "this is a Git LFS pointer, not the file itself; fetch it with `git lfs pull`",
        ));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(Issue::new(
            "dataset.archive",
            "this is a ZIP archive, not a section of a dataset",
        ));
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(Issue::new(
            "dataset.encoding",
            "the file is in UTF-16; save it as UTF-8",
        ));
    }
    if bytes.starts_with(b"\x1F\x8B") {
        return Err(Issue::new(
            "dataset.archive",
            "the file is compressed with gzip; unpack it first",
        ));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        let start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        Issue::new(
            "dataset.encoding",
            format!(
                "byte {} of the line is not UTF-8; save the file as UTF-8",
                before.len() - start + 1
            ),
        )
        .at(format!("line {line}"))
    })
}
