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
    FORMAT_UNKNOWN = "archive.format_unknown", Error,
        means "The file says that it is of another format.",
        cause "A dataset package, a pack, or a capture of another version; the suffix is shared.",
        remedy "Check that this is the file you meant, or check it with the newest validator.";
    NOT_A_CAPTURE = "archive.not_a_capture", Error,
        means "The JSON is not a capture payload.",
        cause "One document of a capture by itself, or another JSON file.",
        remedy "Check the archive as the page saved it, not its parts.";
    NO_ITEMS = "archive.no_items", Error,
        means "The manifest counts no items.",
        cause "A capture saved before anything was recorded.",
        remedy "Run the script until at least one item is recorded, then save.";
    COUNT_MISMATCH = "archive.count_mismatch", Error,
        means "The manifest counts other numbers of records or errors than there are.",
        cause "Lines were added or removed, or the file was cut.",
        remedy "Use the file as the page saved it.";
    DUPLICATE_ITEM = "archive.duplicate_item", Error,
        means "Two records are for the same item.",
        cause "Captures were joined.",
        remedy "Use the file as the page saved it; import captures one by one.";
    JSON_NAMED_ZIP = "file.json_named_zip", Note,
        means "The file is a JSON payload although its name ends in .zip.",
        cause "The JSON fallback was renamed.",
        remedy "Nothing to do; rename it to .json so that other programs open it.";
    UNPACKED = "file.unpacked_folder", Error,
        means "The folder holds the three parts of a capture, unpacked.",
        cause "The browser unpacked the download by itself.",
        remedy "Use the archive itself (Safari: turn off \"Open safe files after downloading\"), or pack the folder with `eval752 repack`.";
}
