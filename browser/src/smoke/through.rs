//! The browser of a run behind a proxy that demands a password: what arrives
//! there, what the page gets, and what must not arrive.

use std::time::Duration;

use serde_json::Value;

use super::check::Check;
use super::page::{LISTED, Page, UNLISTED};
use super::runner::{Runner, stop};
use crate::stand_in::{Seen, StandIn};
use crate::{Browser, Error};

/// The page's own limits are shorter.
const RESULT: Duration = Duration::from_mins(1);

const NAMES: [&str; 8] = [
    "page on localhost",
    "http through the proxy",
    "https through the proxy",
    "websocket through the proxy",
    "a host off the list is refused by the relay",
    "credentials reach the proxy only",
    "nothing written outside of the temporary folder",
    "a wrong password is a sentence, not a hang",
];
const REMEDY: &str = "loopback connections or the browser's network are restricted here; \
     `run` prints the relay's refusals on stderr";

/// What one visit of the page showed.
struct Visit {
    result: Option<Value>,
    seen: Vec<Seen>,
    said: String,
    stopped: bool,
    left: Vec<String>,
}

pub(super) fn checks() -> Vec<Check> {
    if Browser::find().is_none() {
        return NAMES
            .map(|name| Check::skipped(name, "no browser"))
            .to_vec();
    }
    let visits = StandIn::start()
        .map_err(|error| Error::environment(format!("no loopback port: {error}")))
        .and_then(|proxy| {
            let wrong = format!("http://user:wrong@{}", proxy.address);
            Ok((visit(&proxy, &proxy.url())?, visit(&proxy, &wrong)?))
        });
    match visits {
        Ok((right, wrong)) => judge(&right, &wrong),
        Err(error) => NAMES
            .map(|name| Check::failed(name, error.to_string(), REMEDY))
            .to_vec(),
    }
}

fn visit(proxy: &StandIn, url: &str) -> Result<Visit, Error> {
    let page = Page::serve().map_err(|error| Error::environment(error.to_string()))?;
    let runner = Runner::new()?;
    let before = proxy.seen().len();
    let mut command = runner.command(url, &["--remote-debugging-port=0", &page.url()])?;
    let mut run = command
        .spawn()
        .map_err(|error| Error::environment(error.to_string()))?;
    let result = page.result(RESULT);
    let stopped = stop(&mut run, Duration::from_secs(10));
    Ok(Visit {
        result,
        seen: proxy.seen().split_off(before),
        said: runner.said(),
        stopped,
        left: runner.left(),
    })
}

fn judge(right: &Visit, wrong: &Visit) -> Vec<Check> {
    let [
        local,
        http,
        https,
        websocket,
        unlisted,
        credentials,
        files,
        password,
    ] = NAMES;
    let Some(result) = &right.result else {
        let last = right.said.lines().last().unwrap_or("nothing was said");
        let mut checks = vec![Check::failed(
            local,
            format!("the page never reported; {last}"),
            "a browser that starts but opens no page is often killed for memory",
        )];
        checks.extend(
            NAMES[1..]
                .iter()
                .map(|name| Check::skipped(name, "no page")),
        );
        return checks;
    };
    let got = |name: &str| result[name]["got"].as_str().unwrap_or_default().to_owned();
    let worked = |name: &str| result[name]["ok"] == true;
    let tunnel = |kind: &str| {
        let found = |seen: &&Seen| seen.tunnel == Some(kind) && seen.authorized;
        right.seen.iter().find(found).is_some()
    };
    let off = right
        .seen
        .iter()
        .any(|seen| seen.request.contains(UNLISTED));
    let clean = !right.seen.is_empty()
        && right
            .seen
            .iter()
            .all(|seen| seen.authorized && !seen.leaked)
        && !right.said.contains(crate::stand_in::USER_INFO);
    let refused_in_words = wrong.said.contains("does not accept");
    vec![
        Check::ok(local, "opened, script ran, answer came"),
        Check::when(
            worked("http") && got("http").contains(LISTED),
            http,
            got("http"),
            REMEDY,
        ),
        Check::when(
            tunnel("tls"),
            https,
            "an authenticated tunnel to port 443 carried the browser's TLS greeting",
            REMEDY,
        ),
        Check::when(
            worked("websocket") && tunnel("websocket"),
            websocket,
            got("websocket"),
            REMEDY,
        ),
        Check::when(
            !worked("unlisted") && !off && right.said.contains(UNLISTED),
            unlisted,
            format!("{UNLISTED}: {}", got("unlisted")),
            "the browser went around the relay; is another proxy switch in use?",
        ),
        Check::when(
            clean,
            credentials,
            format!("{} requests, each with credentials", right.seen.len()),
            "this is a defect of the relay; please report it",
        ),
        Check::when(
            right.left.is_empty() && wrong.left.is_empty() && right.stopped && wrong.stopped,
            files,
            if right.left.is_empty() {
                "home folder untouched, run's folder removed".to_owned()
            } else {
                format!("left: {}", right.left.join(", "))
            },
            "the run did not end in time, or the browser ignores its folders",
        ),
        Check::when(
            refused_in_words && wrong.result.is_some(),
            password,
            if refused_in_words {
                "the upstream proxy does not accept the user name or password"
            } else {
                "no such sentence"
            },
            "this is a defect of the relay; please report it",
        ),
    ]
}
