//! A browser of our own: private profile, pipes on descriptors 3 and 4, its own
//! process group, nothing left after it. Should this program be killed, the
//! pipe closes and the browser ends by itself.

use std::fs::{self, File};
use std::io::{self, PipeReader, PipeWriter};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use command_fds::{CommandFdExt as _, FdMapping};
use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, waitpgid};
use tempfile::TempDir;

use super::end::explain;
use super::find::Browser;
use super::flags::common;
use crate::{Deadline, Error, pipe};

/// A running browser.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    home: TempDir,
}

impl Process {
    /// Starts the browser with these further switches; returns the pipes to it.
    pub(crate) fn start(
        browser: &Browser,
        flags: &[String],
    ) -> Result<(Self, PipeWriter, PipeReader), Error> {
        let home = tempfile::Builder::new()
            .prefix("e752-")
            .tempdir()
            .map_err(|error| Error::file(std::env::temp_dir(), error))?;
        let log = home.path().join("stderr");
        let stderr = File::create(&log).map_err(|error| Error::file(&log, error))?;
        let mut command = Command::new(&browser.binary);
        command
            .args(common(browser))
            .arg("--remote-debugging-pipe")
            .arg(format!(
                "--user-data-dir={}",
                home.path().join("profile").display()
            ))
            .args(flags)
            .env_clear()
            .envs(environment(home.path()))
            .current_dir(home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(stderr)
            .process_group(0);
        let (child, to, from) = piped(&mut command)?;
        Ok((Self { child, home }, to, from))
    }

    /// Why it ended, if it ended; waits a moment for a death in progress.
    pub(crate) fn death(&mut self) -> Option<String> {
        let deadline = Deadline::after(Duration::from_secs(2));
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    let log = fs::read(self.home.path().join("stderr")).unwrap_or_default();
                    return Some(explain(status, &String::from_utf8_lossy(&log)));
                }
                Ok(None) if !deadline.passed() => std::thread::yield_now(),
                _ => return None,
            }
        }
    }
}

/// Starts a program with the debugging pipe on its descriptors 3 and 4, and
/// gives our ends: the one to write to it, and the one to read from it.
pub(crate) fn piped(command: &mut Command) -> Result<(Child, PipeWriter, PipeReader), Error> {
    let program = command.get_program().display().to_string();
    let failed = |error: io::Error| Error::render(format!("{program} did not start: {error}"));
    let (browser_reads, ours_out) = io::pipe().map_err(failed)?;
    let (ours_in, browser_writes) = io::pipe().map_err(failed)?;
    pipe::set_nonblocking(&ours_out).map_err(failed)?;
    let mapped = command.fd_mappings(vec![
        FdMapping {
            parent_fd: browser_reads.into(),
            child_fd: 3,
        },
        FdMapping {
            parent_fd: browser_writes.into(),
            child_fd: 4,
        },
    ]);
    mapped.map_err(|error| Error::Internal(format!("{error}")))?;
    let child = command.spawn().map_err(failed)?;
    Ok((child, ours_out, ours_in))
}

/// What the browser sees of our environment: enough to run, no proxy, no home.
fn environment(home: &std::path::Path) -> Vec<(&'static str, std::ffi::OsString)> {
    let mut list: Vec<(&'static str, std::ffi::OsString)> = vec![
        ("DBUS_SESSION_BUS_ADDRESS", "disabled:".into()),
        ("DBUS_SYSTEM_BUS_ADDRESS", "disabled:".into()),
        // Dates in pictures must not depend on who takes them.
        ("TZ", "UTC".into()),
        ("LANG", "en_US.UTF-8".into()),
    ];
    for name in [
        "HOME",
        "TMPDIR",
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
        "XDG_DATA_HOME",
        "XDG_RUNTIME_DIR",
    ] {
        list.push((name, home.into()));
    }
    for name in [
        "PATH",
        "LD_LIBRARY_PATH",
        "FONTCONFIG_FILE",
        "FONTCONFIG_PATH",
    ] {
        if let Some(value) = std::env::var_os(name) {
            list.push((name, value));
        }
    }
    list
}

impl Drop for Process {
    fn drop(&mut self) {
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        // Each of these fails only when there is nothing left to end.
        if let Some(group) = group {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
        if let Some(group) = group {
            while let Ok(Some(_)) = waitpgid(group, WaitOptions::empty()) {}
        }
    }
}
