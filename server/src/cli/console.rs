//! Data on standard output, talk on standard error.

use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::path::Path;

use serde_json::{Value, json};

use crate::atomic;
use crate::error::{Error, Issue};

/// How many issues a person is shown at once.
const SHOWN: usize = 20;

/// Where a command's words go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Console {
    json: bool,
}

impl Console {
    pub(super) fn new(json: bool) -> Self {
        Self { json }
    }

    /// Says something to a person; with `--json` the report says it instead.
    pub(super) fn say(self, line: &str) {
        if !self.json {
            talk(line);
        }
    }

    pub(super) fn issue(self, kind: &str, issue: &Issue) {
        self.say(&format!("{kind}: {issue} [{}]", issue.code));
    }

    /// Writes data to standard output.
    #[expect(clippy::unused_self, reason = "the console is where data goes, too")]
    pub(super) fn data(self, bytes: &[u8]) -> Result<(), Error> {
        let mut out = io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            // The reader has seen enough, as `head` does.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(source) => Err(Error::Write {
                path: "standard output".to_owned(),
                source,
            }),
            Ok(()) => Ok(()),
        }
    }

    /// Writes `bytes` to `path`, or to standard output for none or `-`.
    pub(super) fn deliver(self, path: Option<&Path>, bytes: &[u8]) -> Result<(), Error> {
        match file(path) {
            Some(path) => atomic::write(path, bytes),
            None => self.data(bytes),
        }
    }

    /// With `--json`, prints the report: on standard output unless the data went there.
    pub(super) fn report(self, delivered_to: Option<&Path>, report: &Value) -> Result<(), Error> {
        if !self.json {
            return Ok(());
        }
        if file(delivered_to).is_some() {
            return self.data(format!("{report}\n").as_bytes());
        }
        talk(&report.to_string());
        Ok(())
    }

    /// Prints a result: as JSON where that is wanted, else as `lines` say it.
    pub(super) fn result(
        self,
        report: &Value,
        lines: impl FnOnce() -> Vec<String>,
    ) -> Result<(), Error> {
        if self.json {
            self.data(format!("{report}\n").as_bytes())
        } else {
            let mut text = lines().join("\n");
            if !text.is_empty() {
                text.push('\n');
            }
            self.data(terminal_safe(text).as_bytes())
        }
    }

    /// Somewhere to write much data to; a file appears only when it is finished.
    #[expect(clippy::unused_self, reason = "the console is where data goes, too")]
    pub(super) fn sink(self, path: Option<&Path>) -> Result<Sink, Error> {
        match file(path) {
            Some(path) => Ok(Sink::File(BufWriter::new(atomic::Pending::new(path)?))),
            None => Ok(Sink::Out(BufWriter::new(io::stdout()))),
        }
    }

    /// Writes over the last line of talk.
    #[expect(clippy::unused_self, reason = "the console is where talk goes, too")]
    pub(super) fn overwrite(self, line: &str) {
        let _closed = write!(io::stderr().lock(), "\r\u{1b}[K{}", plain(line));
    }

    /// Whether results are wanted as JSON.
    pub(super) fn is_json(self) -> bool {
        self.json
    }

    /// Whether a person sees a line that is written over.
    pub(super) fn is_watched(self) -> bool {
        !self.json && io::stderr().is_terminal()
    }

    /// Tells about a failure.
    pub(super) fn fail(self, error: &Error) {
        if self.json {
            let body = json!({"error": {
                "code": error.code(),
                "message": error.to_string(),
                "issues": error.issues(),
            }});
            // If even that can't be written there is nobody to tell.
            let _closed = self.data(format!("{body}\n").as_bytes());
            return;
        }
        self.say(&format!("error: {error} [{}]", error.code()));
        let issues = error.issues();
        for issue in issues.iter().take(SHOWN) {
            self.issue("  -", issue);
        }
        if issues.len() > SHOWN {
            self.say(&format!(
                "  - and {} more (--json lists them all)",
                issues.len() - SHOWN
            ));
        }
    }
}

/// Standard output, or a file in the making.
pub(super) enum Sink {
    Out(BufWriter<io::Stdout>),
    File(BufWriter<atomic::Pending>),
}

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Out(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Out(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

impl Sink {
    /// Puts the file in its place.
    pub(super) fn finish(self) -> Result<(), Error> {
        let failed = |source| Error::Write {
            path: "standard output".to_owned(),
            source,
        };
        match self {
            Self::Out(mut out) => out.flush().map_err(failed),
            Self::File(file) => file
                .into_inner()
                .map_err(|error| failed(error.into_error()))?
                .finish(),
        }
    }
}

/// Text for a person's terminal: what a web page said must not steer it. What goes into a pipe
/// stays as it is.
fn terminal_safe(text: String) -> String {
    if io::stdout().is_terminal() {
        plain(&text)
    } else {
        text
    }
}

/// The file meant by `-o`; none means standard output.
pub(super) fn file(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| path.as_os_str() != "-")
}

fn talk(line: &str) {
    // Nobody listening is no reason to stop.
    let _closed = writeln!(io::stderr().lock(), "{}", plain(line));
}

/// Text from files must not steer the terminal.
fn plain(line: &str) -> String {
    line.chars()
        .map(|character| {
            if character.is_control() && character != '\n' && character != '\t' {
                char::REPLACEMENT_CHARACTER
            } else {
                character
            }
        })
        .collect()
}
