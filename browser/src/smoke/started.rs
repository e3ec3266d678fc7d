//! `CHROME_BIN` as two test runners use it. Karma starts it with a port and a
//! page and ends it by a signal, with two seconds of patience; Playwright talks
//! through a pipe on descriptors 3 and 4.

use std::time::{Duration, Instant};

use super::check::Check;
use super::machine::version;
use super::page::Page;
use super::runner::{Runner, ended, stop};
use crate::chrome::{Browser, piped};
use crate::stand_in::StandIn;
use crate::{Error, process};

const KARMA: &str = "CHROME_BIN as Karma uses it";
const PLAYWRIGHT: &str = "CHROME_BIN as Playwright uses it";
const REMEDY: &str = "compare with `eval752-browser run -- sh -c '\"$CHROME_BIN\" --version'`";

pub(super) fn checks() -> Vec<Check> {
    if Browser::find().is_none() {
        return vec![
            Check::skipped(KARMA, "no browser"),
            Check::skipped(PLAYWRIGHT, "no browser"),
        ];
    }
    vec![
        as_check(KARMA, like_karma()),
        as_check(PLAYWRIGHT, like_playwright()),
    ]
}

fn as_check(name: &'static str, outcome: Result<String, Error>) -> Check {
    match outcome {
        Ok(detail) => Check::ok(name, detail),
        Err(error) => Check::failed(name, error.to_string(), REMEDY),
    }
}

fn like_karma() -> Result<String, Error> {
    let failed = |what: std::io::Error| Error::environment(what.to_string());
    let proxy = StandIn::start().map_err(failed)?;
    let page = Page::serve().map_err(failed)?;
    let runner = Runner::new()?;
    let url = page.url();
    let switches = [
        "--enable-automation",
        "--no-default-browser-check",
        "--no-first-run",
        "--disable-default-apps",
        "--disable-popup-blocking",
        "--disable-translate",
        "--disable-background-timer-throttling",
        "--disable-renderer-backgrounding",
        "--disable-device-discovery-notifications",
        "--headless",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--remote-debugging-port=0",
        &url,
    ];
    let mut run = runner
        .command(&proxy.url(), &switches)?
        .spawn()
        .map_err(failed)?;
    let reported = page.result(Duration::from_mins(1)).is_some();
    let told = Instant::now();
    let stopped = stop(&mut run, Duration::from_secs(10));
    match (reported, stopped, runner.left().is_empty()) {
        (true, true, true) => Ok(format!(
            "ended {} ms after TERM",
            told.elapsed().as_millis()
        )),
        (false, ..) => Err(Error::environment("the page was not opened")),
        (_, false, _) => Err(Error::environment("it did not end within 10 s of TERM")),
        (.., false) => Err(Error::environment("it left files behind")),
    }
}

fn like_playwright() -> Result<String, Error> {
    process::adopt_orphans();
    let runner = Runner::new()?;
    let switches = [
        "--headless",
        "--no-startup-window",
        "--remote-debugging-pipe",
    ];
    let mut command = runner.command("http://127.0.0.1:9", &switches)?;
    let (mut run, to, from) = piped(&mut command)?;
    // Our copies of the browser's ends must go, or the pipe never closes.
    drop(command);
    let version = version(to, from);
    // The pipe is closed now, and the browser ends by itself.
    let end = ended(&mut run, Duration::from_secs(15));
    if end.is_none() {
        stop(&mut run, Duration::from_secs(5));
    }
    let version = version.map_err(|error| {
        let said = runner.said();
        let last = said.lines().last().unwrap_or_default();
        Error::environment(format!("{error}; {last}"))
    })?;
    match end {
        Some(_) => Ok(format!("{version} answered on the pipe and ended with it")),
        None => Err(Error::environment(
            "it did not end when the pipe was closed",
        )),
    }
}
