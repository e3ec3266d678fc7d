//! Starting `run` itself, with a stand-in for the operator's proxy and
//! configuration, an empty home folder and a temporary folder of its own.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::machine::left_in;
use super::page::LISTED;
use crate::{Deadline, Error};

/// The folders of one run.
#[derive(Debug)]
pub(super) struct Runner {
    folder: TempDir,
}

impl Runner {
    pub(super) fn new() -> Result<Self, Error> {
        let folder = tempfile::Builder::new().prefix("e752-").tempdir();
        let folder = folder.map_err(|error| Error::file(std::env::temp_dir(), error))?;
        let runner = Self { folder };
        for name in ["home", "tmp"] {
            let path = runner.path(name);
            fs::create_dir(&path).map_err(|error| Error::file(&path, error))?;
        }
        let config = runner.path("browser.toml");
        fs::write(&config, format!("allowed_domains = [\"{LISTED}\"]\n"))
            .map_err(|error| Error::file(&config, error))?;
        Ok(runner)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `run` with the browser as its command: the browser gets these switches.
    pub(super) fn command(&self, proxy: &str, switches: &[&str]) -> Result<Command, Error> {
        let program = std::env::current_exe();
        let program = program.map_err(|error| Error::Internal(error.to_string()))?;
        let log = self.path("stderr");
        let stderr = File::create(&log).map_err(|error| Error::file(&log, error))?;
        let mut command = Command::new(program);
        command
            .args([
                "run",
                "--allow-writable-launcher",
                "--allow-writable-config",
                "--",
            ])
            .args(["sh", "-c", "exec \"$CHROME_BIN\" \"$@\"", "sh"])
            .args(switches)
            .env("HTTPS_PROXY", proxy)
            .env_remove("NO_PROXY")
            .env_remove("no_proxy")
            .env("EVAL752_BROWSER_CONFIG", self.path("browser.toml"))
            .env("HOME", self.path("home"))
            .env("XDG_CONFIG_HOME", self.path("home/.config"))
            .env("XDG_CACHE_HOME", self.path("home/.cache"))
            .env("TMPDIR", self.path("tmp"))
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(stderr);
        Ok(command)
    }

    /// Everything `run` and the browser said.
    pub(super) fn said(&self) -> String {
        let bytes = fs::read(self.path("stderr")).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Files in the home folder or left in the temporary one.
    pub(super) fn left(&self) -> Vec<String> {
        let mut left = left_in(&self.path("home"));
        left.extend(left_in(&self.path("tmp")));
        left
    }
}

/// Tells a program to stop; whether it did in time.
pub(super) fn stop(child: &mut Child, limit: Duration) -> bool {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
    ended(child, limit).is_some() || {
        let _ = child.kill();
        let _ = child.wait();
        false
    }
}

/// How a program ended, if it did in time.
pub(super) fn ended(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let deadline = Deadline::after(limit);
    while !deadline.passed() {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) => std::thread::sleep(Duration::from_millis(5)),
            Err(_) => return None,
        }
    }
    None
}
