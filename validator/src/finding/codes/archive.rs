//! Codes of the archive as a capture: which entries it has, what kind it
//! is, and whether its documents agree with each other.

use crate::finding::code::codes;

codes! {
    MISSING_ENTRY = "archive.missing_entry", Error,
        means "One of the three entries is missing.",
        cause "Another kind of archive, or an entry was removed.",
        remedy "Use the file as the page saved it: manifest.json, browser_harness.json, results.jsonl.";
    UNEXPECTED_ENTRY = "archive.unexpected_entry", Error,
        means "There is an entry that a capture does not have.",
        cause "The archive was packed again with other files, or it is another kind of archive.",
        remedy "Use the file as the page saved it, or rewrite this one with `eval752 repack`.";
    DUPLICATE_ENTRY = "archive.duplicate_entry", Error,
        means "Two entries have the same name, or names that differ only in case.",
        cause "An archive made to show different readers different data.",
        remedy "Do not trust this file; use the one the page saved.";
    ENTRY_ORDER = "archive.entry_order", Error,
        means "The three entries are not in their fixed order.",
        cause "The archive was packed again.",
        remedy "Use the file as the page saved it, or rewrite this one with `eval752 repack`.";
    NOT_A_FILE = "archive.not_a_file", Error,
        means "An entry is a directory, a link, a device, or has special permissions.",
        cause "A folder was packed, or the archive was made to attack whoever unpacks it.",
        remedy "Use the file as the page saved it; do not unpack this one.";
    EMPTY_ENTRY = "archive.empty_entry", Error,
        means "An entry that must have content is empty.",
        cause "A failed export, or an archive made by hand.",
        remedy "Press Save in the page once more.";
}
