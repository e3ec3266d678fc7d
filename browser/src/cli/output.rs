//! Printing. This is the edge: only here does the crate write to the terminal.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the command line's own output"
)]

use serde::Serialize;
use serde_json::json;

use crate::{Error, Exit};

/// A line of data.
pub(super) fn data(line: impl std::fmt::Display) {
    println!("{line}");
}

/// A line of talk.
pub(super) fn talk(line: impl std::fmt::Display) {
    eprintln!("eval752-browser: {line}");
}

/// One JSON object on stdout.
pub(super) fn object(value: &impl Serialize) {
    match serde_json::to_string(value) {
        Ok(text) => println!("{text}"),
        Err(error) => talk(format!("internal error: {error}")),
    }
}

/// Tells about an error and gives its exit code.
pub(super) fn failed(error: &Error, as_json: bool) -> Exit {
    if as_json {
        let error = json!({ "code": error.code(), "message": error.to_string() });
        object(&json!({ "error": error }));
    } else {
        talk(error);
    }
    error.exit()
}
