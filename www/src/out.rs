//! How problems are handed to the page: a pointer, a code and a sentence.

use eval752_contract::json::{SyntaxError, Writer};
use eval752_contract::problem::Problem;

/// Writes the member `problems`.
pub(crate) fn problems(out: &mut Writer, problems: &[Problem]) {
    out.key("problems").array(|out| {
        for problem in problems {
            one(
                out,
                &problem.pointer,
                problem.reason.code(),
                &problem.reason.to_string(),
            );
        }
    });
}

/// Writes one problem.
pub(crate) fn one(out: &mut Writer, pointer: &str, code: &str, message: &str) {
    out.object(|out| {
        out.key("pointer").string(pointer);
        out.key("code").string(code);
        out.key("message").string(message);
    });
}

/// `{ ok: false, problems: [ … ] }` for a text that is no JSON.
pub(crate) fn syntax(error: SyntaxError) -> String {
    let mut out = Writer::new();
    out.object(|out| {
        out.key("ok").bool(false);
        out.key("problems").array(|out| {
            let message = format!("is no valid JSON: {error}");
            one(out, "", error.kind.code(), &message);
        });
    });
    out.finish()
}

/// A count as the writer takes it.
pub(crate) fn size(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
