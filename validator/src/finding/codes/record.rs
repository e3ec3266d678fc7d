//! Codes of single records and of the session around them.

use crate::finding::code::codes;

codes! {
    NO_RESULT = "record.no_result", Error,
        means "A record has neither a response nor an error.",
        cause "An edit by hand, or another program's output.",
        remedy "Use the file as the page saved it; without an answer there must be an error.";
    EMPTY_RESPONSE = "record.empty_response", Error,
        means "A response is the empty text.",
        cause "An edit by hand: the runtime records an empty answer as an error.",
        remedy "Set response to null and error to \"empty-response: …\".";
    ERROR_CODE = "record.error_code", Error,
        means "An error does not begin with a code and a colon.",
        cause "An edit by hand, or another program's output.",
        remedy "Begin the error with a code, as \"timeout: …\"; docs/format.md lists the codes.";
    ERROR_CODE_UNKNOWN = "record.error_code_unknown", Warning,
        means "An error begins with a code that this version does not know.",
        cause "A newer runtime, or a misspelt code.",
        remedy "Check with the newest validator; the item counts as an error all the same.";
    TIME_ORDER = "record.time_order", Error,
        means "Something finished before it started.",
        cause "A clock that was set back, or an edit by hand.",
        remedy "Capture the item again; the runtime's own times always agree.";
    LATENCY_MISMATCH = "record.latency_mismatch", Error,
        means "The latency and the two times of a record differ by more than a second.",
        cause "An edit by hand, or a writer that read two different clocks.",
        remedy "Capture the item again; the runtime's own times always agree.";
    OUTSIDE_SESSION = "record.outside_session", Error,
        means "A record lies more than a second outside the session's start and end.",
        cause "Records of two sessions joined, or an edit by hand.",
        remedy "Use the file as the page saved it; do not join captures.";
    MODEL_LABEL_CHANGED = "record.model_label_changed", Note,
        means "The page showed different model labels within one session.",
        cause "The vendor or the user switched the model.",
        remedy "Judge whether the answers may be counted as one model's.";
    EXPORTED_EARLY = "session.exported_early", Warning,
        means "The archive says that it was made before its session ended.",
        cause "A clock that was set back.",
        remedy "Check the computer's clock; the records themselves are checked one by one.";
}
