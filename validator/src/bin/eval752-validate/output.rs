//! The only place that prints. Data goes to standard output, talk to
//! standard error; a reader that goes away early is no error of ours.

use std::io::Write as _;

use anstyle::{AnsiColor, Style};
use eval752_validator::report::Accent;
use eval752_validator::{Severity, Verdict};

/// Prints a piece of the result, with a line feed if it lacks one.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let _ = write!(out, "{text}{end}").and_then(|()| out.flush());
}

/// Prints lines that may be coloured: the colours stay on a terminal, and go
/// where `NO_COLOR` asks for none.
pub(crate) fn show(lines: &[String]) {
    let mut out = anstream::AutoStream::auto(std::io::stdout().lock());
    let _ = lines
        .iter()
        .try_for_each(|line| writeln!(out, "{line}"))
        .and_then(|()| out.flush());
}

/// Colours by what they mean.
pub(crate) fn paint(accent: Accent, text: &str) -> String {
    let style = match accent {
        Accent::Severity(Severity::Error) | Accent::Verdict(Verdict::Bad) => {
            AnsiColor::Red.on_default().bold()
        }
        Accent::Severity(Severity::Warning) => AnsiColor::Yellow.on_default().bold(),
        Accent::Severity(Severity::Note) => AnsiColor::Cyan.on_default(),
        Accent::Verdict(Verdict::Good) => AnsiColor::Green.on_default().bold(),
        Accent::Remedy => Style::new().dimmed(),
    };
    format!("{style}{text}{style:#}")
}

/// Says something to the person at the terminal.
pub(crate) fn talk(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "eval752-validate: {text}");
}
