//! Being the browser: the command calls `CHROME_BIN` with its own switches, and
//! this process turns into the real one. Because it *becomes* the browser,
//! signals, exit status and descriptors 3 and 4 need no passing on.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use rustix::process::{Signal, set_parent_process_death_signal};

use super::environment::Surroundings;
use crate::Error;
use crate::chrome::{Browser, common_flags};

/// Switches that would lead around the relay.
const NOT_PASSED_ON: [&str; 5] = [
    "--proxy-server",
    "--proxy-bypass-list",
    "--proxy-pac-url",
    "--proxy-auto-detect",
    "--no-proxy-server",
];

/// Variables that hold credentials or proxies; the browser has its relay.
const NOT_INHERITED: [&str; 8] = [
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
];

/// Turns this process into the browser; returns only when that failed.
pub(crate) fn become_browser(arguments: &[OsString]) -> Error {
    match prepare(arguments) {
        Ok(mut command) => {
            let error = command.exec();
            Error::environment(format!(
                "{} did not start: {error}",
                command.get_program().display()
            ))
        }
        Err(error) => error,
    }
}

fn prepare(arguments: &[OsString]) -> Result<Command, Error> {
    let surroundings = Surroundings::read()?;
    let binary = surroundings
        .binary
        .clone()
        .ok_or_else(|| Error::environment(Browser::advice()))?;
    let browser = Browser::named(binary);
    let mut command = Command::new(&browser.binary);
    command
        .args(common_flags(&browser))
        .args(switches(&surroundings, arguments)?)
        .args(arguments.iter().filter(|argument| !is_dropped(argument)));
    let home = surroundings.folder.join("home");
    fs::create_dir_all(&home).map_err(|error| Error::file(&home, error))?;
    for name in NOT_INHERITED {
        command.env_remove(name);
    }
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
        command.env(name, &home);
    }
    // When the command's own process is killed, nobody would end the browser.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let keep: &[i32] = if has(arguments, "--remote-debugging-pipe") {
        &[3, 4]
    } else {
        &[]
    };
    close_fds::set_fds_cloexec(3, keep);
    Ok(command)
}

/// The switches a run adds, before the command's own.
fn switches(surroundings: &Surroundings, arguments: &[OsString]) -> Result<Vec<OsString>, Error> {
    let mut list = vec![OsString::from(format!(
        "--proxy-server={}",
        surroundings.proxy
    ))];
    if !surroundings.bypass.is_empty() {
        list.push(format!("--proxy-bypass-list={}", surroundings.bypass).into());
    }
    if !has(arguments, "--user-data-dir") {
        list.push(profile(&surroundings.folder)?);
    }
    Ok(list)
}

/// A fresh profile: a shared one breaks the second start.
fn profile(folder: &Path) -> Result<OsString, Error> {
    let profile = tempfile::Builder::new()
        .prefix("profile-")
        .tempdir_in(folder)
        .map_err(|error| Error::file(folder, error))?;
    let mut switch = OsString::from("--user-data-dir=");
    switch.push(profile.keep());
    Ok(switch)
}

fn has(arguments: &[OsString], switch: &str) -> bool {
    arguments.iter().any(|argument| is_switch(argument, switch))
}

fn is_dropped(argument: &OsStr) -> bool {
    NOT_PASSED_ON
        .iter()
        .any(|switch| is_switch(argument, switch))
}

/// `--switch` or `--switch=value`.
fn is_switch(argument: &OsStr, switch: &str) -> bool {
    argument
        .as_encoded_bytes()
        .strip_prefix(switch.as_bytes())
        .is_some_and(|rest| rest.is_empty() || rest[0] == b'=')
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::{is_dropped, is_switch};

    #[test]
    fn switches_are_whole_words() {
        assert!(is_switch(
            OsStr::new("--user-data-dir=/x"),
            "--user-data-dir"
        ));
        assert!(!is_switch(
            OsStr::new("--user-data-directory"),
            "--user-data-dir"
        ));
        for dropped in [
            "--proxy-server=http://x",
            "--no-proxy-server",
            "--proxy-pac-url=x",
        ] {
            assert!(is_dropped(OsStr::new(dropped)), "{dropped}");
        }
        for kept in [
            "--headless",
            "http://localhost:9876/?id=1",
            "--proxy-serverless",
        ] {
            assert!(!is_dropped(OsStr::new(kept)), "{kept}");
        }
    }
}
