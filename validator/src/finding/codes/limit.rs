//! Codes of the limits that keep memory and time bounded on hostile files.

use crate::finding::code::codes;

codes! {
    ZIP64 = "limit.zip64", Error,
        means "The archive uses ZIP64; capture archives end below 4 GiB and never need it.",
        cause "A very large archive, or a writer that always adds ZIP64 records.",
        remedy "Split the run into several captures, or rewrite a smaller one with `eval752 repack`.";
    NAMES = "limit.names", Error,
        means "The names in the archive are longer, or there are more of them, than is read.",
        cause "An archive made to use up memory.",
        remedy "Do not trust this file; a capture has three short names.";
    LINE_LENGTH = "limit.line_length", Error,
        means "A record is longer than is read into memory at once.",
        cause "A file without line ends, or a file made to use up memory.",
        remedy "Use the file as the page saved it; no chat answer is that long.";
    DOCUMENT_SIZE = "limit.document_size", Error,
        means "A document is longer than is read into memory at once.",
        cause "Another kind of file, or a file made to use up memory.",
        remedy "Use the file as the page saved it.";
    STRUCTURE = "limit.structure", Error,
        means "A document or record has more values than is read into memory at once.",
        cause "A file made to use up memory.",
        remedy "Do not trust this file; use the one the page saved.";
    ITEMS = "limit.items", Error,
        means "There are more records than are counted.",
        cause "A file made to use up memory.",
        remedy "Do not trust this file; split a run of that size into several captures.";
}
