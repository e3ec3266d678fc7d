//! What a browser's death means, in words. Its own message is often empty or
//! about something else.

use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

/// A sentence on how the browser ended, with its last line if there is one.
pub(super) fn explain(status: ExitStatus, stderr: &str) -> String {
    let how = match (status.signal(), status.code()) {
        (Some(5), _) => "the browser aborted at start (signal 5): a filter of this sandbox \
             forbids a system call it needs, socketpair or setsockopt most likely"
            .to_owned(),
        (Some(6), _) => "the browser aborted (signal 6): full Chromium does so where Unix \
             sockets are forbidden; install headless-shell, which needs none"
            .to_owned(),
        (Some(9), _) => {
            "the browser was killed (signal 9): out of memory, or someone ended it".to_owned()
        }
        (Some(signal), _) => format!("the browser was ended by signal {signal}"),
        (None, Some(21)) => "the browser says its profile is in use (exit 21)".to_owned(),
        (None, code) => format!(
            "the browser ended with exit code {}",
            code.map_or_else(|| "unknown".to_owned(), |code| code.to_string())
        ),
    };
    let last = stderr
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty() && !line.contains("dbus"))
        .map(|line| line.chars().take(300).collect::<String>());
    match last {
        Some(line) => format!("{how}; its last line was: {line}"),
        None => format!("{how}; it printed nothing"),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::ExitStatus;

    use super::explain;

    #[test]
    fn every_death_gets_a_sentence() {
        assert!(explain(ExitStatus::from_raw(5), "").contains("socketpair"));
        assert!(explain(ExitStatus::from_raw(6), "").contains("headless-shell"));
        assert!(explain(ExitStatus::from_raw(21 << 8), "").contains("profile is in use"));
        let text = explain(ExitStatus::from_raw(1 << 8), "first\nlast word\n\n");
        assert!(
            text.contains("exit code 1") && text.ends_with("last word"),
            "{text}"
        );
    }
}
