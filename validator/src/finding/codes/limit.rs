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
}
