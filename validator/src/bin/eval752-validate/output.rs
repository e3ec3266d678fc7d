//! The only place that prints. Data goes to standard output, talk to
//! standard error; a reader that goes away early is no error of ours.

use std::io::Write as _;

/// Prints a piece of the result, with a line feed if it lacks one.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let _ = write!(out, "{text}{end}").and_then(|()| out.flush());
}

/// Says something to the person at the terminal.
pub(crate) fn talk(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "eval752-validate: {text}");
}
