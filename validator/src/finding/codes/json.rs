//! Codes of JSON text and of JSON Lines framing.

use crate::finding::code::codes;

codes! {
    SYNTAX = "json.syntax", Error,
        means "The text is not JSON at this place.",
        cause "An edit by hand, a cut file, or another program's output.",
        remedy "Press Save in the page once more; do not edit captures by hand.";
    BOM = "json.bom", Error,
        means "The text begins with a byte order mark.",
        cause "An editor saved the file as \"UTF-8 with BOM\".",
        remedy "Use the file as the page saved it, or save it again as plain UTF-8.";
    UTF8 = "json.utf8", Error,
        means "The bytes are not UTF-8.",
        cause "Damaged bytes, or an editor that saved another character set.",
        remedy "Use the file as the page saved it.";
    SURROGATE = "json.surrogate", Error,
        means "An escape names half of a surrogate pair, which is no character.",
        cause "Text cut in the middle of a character by another program.",
        remedy "Use the file as the page saved it; our runtime writes U+FFFD and notes it.";
    NUMBER = "json.number", Error,
        means "A number is not written as JSON writes numbers.",
        cause "NaN, Infinity, a leading zero or plus, hexadecimal digits.",
        remedy "Use the file as the page saved it.";
    DUPLICATE_KEY = "json.duplicate_key", Error,
        means "An object has the same member twice, so readers would see different values.",
        cause "An edit by hand, or a file made to mislead a reader.",
        remedy "Do not trust this file; use the one the page saved.";
    DEPTH = "json.depth", Error,
        means "Brackets are nested deeper than any of our documents needs.",
        cause "A file made to exhaust a reader.",
        remedy "Do not trust this file; use the one the page saved.";
    NOT_CANONICAL = "json.not_canonical", Error,
        means "The text means the right thing but is not written as our writer writes it.",
        cause "Another program wrote or reformatted the document; only the canonical profile asks for this.",
        remedy "Check with `--profile format`, or rewrite the archive with `eval752 repack`.";
    FRAMING = "jsonl.framing", Error,
        means "The file is not one JSON object a line, each ended by a line feed.",
        cause "A blank line, a missing last line feed, two values on a line, one value over several lines, or one array.",
        remedy "Use the file as the page saved it; do not reformat results.jsonl.";
    LINE_ENDING = "jsonl.line_ending", Error,
        means "A line ends with a carriage return, or has one in it.",
        cause "A transfer or an editor that converts line ends.",
        remedy "Transfer the file as binary, and use it as the page saved it.";
}
