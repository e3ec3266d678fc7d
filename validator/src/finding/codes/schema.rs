//! Codes of documents whose JSON is sound but whose shape is not.

use crate::finding::code::codes;

codes! {
    TYPE = "schema.type", Error,
        means "A value is of another kind than the format has there.",
        cause "Another version of the format, or another program's output.",
        remedy "Use the file as the page saved it; docs/format.md shows every member.";
    MISSING_MEMBER = "schema.missing_member", Error,
        means "A member that must be there is not; null must be written out.",
        cause "Another version of the format, or another program's output.",
        remedy "Use the file as the page saved it; docs/format.md shows every member.";
    UNKNOWN_MEMBER = "schema.unknown_member", Error,
        means "There is a member that the format does not have.",
        cause "A newer version of the format, or an extension nobody else knows.",
        remedy "Check with the newest validator; the only extension is \"evidence\".";
    INTEGER = "schema.integer", Error,
        means "A number is not a plain integer from 0 to 9007199254740991.",
        cause "A fraction, an exponent, a sign, or a number that some readers would round.",
        remedy "Use the file as the page saved it.";
    EMPTY = "schema.empty", Error,
        means "A text is empty that must say something.",
        cause "A setting left empty when the script was made.",
        remedy "Fill the setting in and make the script again.";
    WORD = "schema.word", Error,
        means "A text is not one of the words that may stand there.",
        cause "A newer version of the format, or an edit by hand.",
        remedy "Use the file as the page saved it; docs/format.md lists the words.";
    ROLE = "schema.role", Error,
        means "A role of the page is named that does not exist.",
        cause "A newer version of the format, or a misspelt selector file.",
        remedy "Correct the role; docs/format.md lists them.";
    PRESET = "schema.preset", Error,
        means "The preset is not lower-case letters, digits, - and _.",
        cause "A preset file named otherwise, or an edit by hand.",
        remedy "Rename the preset and make the script again.";
    DIGEST = "schema.digest", Error,
        means "A digest is not \"sha256:\" and 64 lower-case hexadecimal digits.",
        cause "Another program's output, or an edit by hand.",
        remedy "Use the file as the page saved it.";
    ORIGIN = "schema.origin", Error,
        means "The origin is not written as browsers write origins.",
        cause "A path, a default port, upper case or user info in the target's address.",
        remedy "Give the origin alone, as https://chat.example, and make the script again.";
    TIME = "schema.time", Error,
        means "A time is not RFC 3339 in UTC with Z.",
        cause "A missing zone, an offset, or a day that does not exist.",
        remedy "Use the file as the page saved it; times look like 2026-03-12T18:09:02.000Z.";
    REPEATED = "schema.repeated", Error,
        means "Two things that must be different are the same.",
        cause "An edit by hand, or two sources joined.",
        remedy "Remove one of the two at its source and make the file again.";
    MISMATCH = "schema.mismatch", Error,
        means "Two places of a document that must agree do not.",
        cause "An edit by hand.",
        remedy "Use the file as the page saved it.";
    OTHER = "schema.other", Error,
        means "A value breaks a rule of the format that has no code of its own yet.",
        cause "The message names the rule.",
        remedy "Use the file as the page saved it; docs/format.md shows every member.";
}
