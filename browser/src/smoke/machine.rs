//! What the machine and its sandbox offer, before any page is opened.

use std::os::unix::net::{UnixDatagram, UnixStream};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use super::check::Check;
use crate::cdp::{Connection, Message};
use crate::chrome::{Browser, Build, Process};
use crate::config::writable_by_us;
use crate::run::Options;
use crate::{Deadline, Error};

const START_REMEDY: &str = "run the browser's binary by hand with --version; its libraries may \
     be missing, or the sandbox forbids a system call it needs";

pub(super) fn checks(options: Options) -> Vec<Check> {
    let mut checks = vec![socketpair(), launcher(options)];
    let Some(browser) = Browser::find() else {
        checks.push(Check::failed(
            "browser found",
            "neither chrome-headless-shell nor Chromium",
            "install chrome-headless-shell (Debian: chromium-headless-shell), or name a binary in \
             EVAL752_BROWSER_BIN",
        ));
        return checks;
    };
    checks.push(Check::ok(
        "browser found",
        format!("{} ({})", browser.binary.display(), browser.build),
    ));
    checks.push(match start(&browser) {
        Ok(detail) => Check::ok("browser starts here", detail),
        Err(error) => Check::failed("browser starts here", error.to_string(), START_REMEDY),
    });
    checks.push(unix_sockets(&browser));
    checks
}

/// Chromium can't run at all without it, so it comes first.
fn socketpair() -> Check {
    let pair = UnixStream::pair();
    Check::when(
        pair.is_ok(),
        "socketpair allowed",
        pair.err()
            .map_or_else(|| "yes".to_owned(), |error| error.to_string()),
        "no Chromium runs without the socketpair system call; let the sandbox allow it",
    )
}

fn launcher(options: Options) -> Check {
    let name = "launcher safe from the run";
    let file = std::env::current_exe().and_then(|file| file.canonicalize());
    let Ok(file) = file else {
        return Check::failed(name, "its own file is not found", "install it anew");
    };
    match writable_by_us(&file) {
        None => Check::ok(name, format!("{} cannot be written here", file.display())),
        Some(part) if options.writable_launcher => Check::skipped(
            name,
            format!("{} is writable, and that was waved through", part.display()),
        ),
        Some(part) => Check::failed(
            name,
            format!("{} is writable here", part.display()),
            "install the program where the sandbox has no write access; `run` refuses until then",
        ),
    }
}

fn start(browser: &Browser) -> Result<String, Error> {
    let began = Instant::now();
    let (_process, to, from) = Process::start(browser, &[])?;
    let version = version(to, from)?;
    Ok(format!("{version} in {} ms", began.elapsed().as_millis()))
}

/// Asks a browser on a pipe for its version.
pub(super) fn version(to: std::io::PipeWriter, from: std::io::PipeReader) -> Result<String, Error> {
    let deadline = Deadline::after(Duration::from_secs(30));
    let gone = |error: std::io::Error| Error::render(format!("the browser's pipe: {error}"));
    let mut connection = Connection::new(to, from);
    let id = connection
        .send("", "Browser.getVersion", &json!({}), deadline)
        .map_err(gone)?;
    loop {
        if let Message::Reply { id: of, result } = connection.next(deadline).map_err(gone)?
            && of == id
        {
            let version = result.map_err(Error::render)?;
            return Ok(version["product"].as_str().unwrap_or("unknown").to_owned());
        }
    }
}

fn unix_sockets(browser: &Browser) -> Check {
    let name = "needs no Unix socket";
    let allowed = UnixDatagram::unbound().is_ok();
    let here = if allowed { "allowed" } else { "forbidden" };
    let detail = format!("{}; Unix sockets are {here} here", browser.build);
    match browser.build {
        Build::HeadlessShell => Check::ok(name, detail),
        Build::Full if allowed => Check::skipped(
            name,
            format!("{detail}, and it needs them; headless-shell would not"),
        ),
        Build::Full => Check::failed(
            name,
            detail,
            "full Chromium aborts where Unix sockets are forbidden; install chrome-headless-shell",
        ),
    }
}

/// Whether a folder is empty or absent, and what is in it if not.
pub(super) fn left_in(folder: &Path) -> Vec<String> {
    std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}
