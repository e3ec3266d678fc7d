//! The only place where xtask prints, so that talk goes to stderr and data to
//! stdout everywhere, and the print lints have one exception each.

/// Says something to the person at the terminal.
#[expect(clippy::print_stderr, reason = "the one place that talks")]
pub(crate) fn say(line: impl AsRef<str>) {
    eprintln!("{}", line.as_ref());
}

/// Prints what was asked for, on stdout, for people and pipes alike.
#[expect(clippy::print_stdout, reason = "the one place that prints data")]
pub(crate) fn data(line: impl AsRef<str>) {
    println!("{}", line.as_ref());
}
