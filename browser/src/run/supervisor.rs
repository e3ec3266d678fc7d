//! The process between the run and the command. It adopts what the command
//! leaves behind and ends it, whether the command ends, a signal comes, or the
//! run above is killed.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rustix::process::{
    Pid, Signal, WaitStatus, getppid, kill_process, set_parent_process_death_signal,
};
use tokio::signal::unix::{Signal as Stream, SignalKind, signal};

use crate::{Error, process};

/// How long the command may take to end after it was told to.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs the command to its end and returns its exit code.
pub(crate) fn supervise(parent: i32, folder: &Path, command: &[OsString]) -> Result<u8, Error> {
    let parent = Pid::from_raw(parent);
    // Sent when the run above dies without a word.
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
    process::adopt_orphans();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Error::Internal(error.to_string()))?;
    let code = runtime.block_on(watch(parent, command));
    process::end_descendants();
    let _ = fs::remove_dir_all(folder);
    code
}

async fn watch(parent: Option<Pid>, command: &[OsString]) -> Result<u8, Error> {
    let [program, arguments @ ..] = command else {
        return Err(Error::environment("there is no command to run"));
    };
    let listen = |kind| signal(kind).map_err(|error| Error::Internal(error.to_string()));
    let mut ended = listen(SignalKind::child())?;
    let mut told = Told {
        terminate: listen(SignalKind::terminate())?,
        interrupt: listen(SignalKind::interrupt())?,
        hangup: listen(SignalKind::hangup())?,
    };
    if getppid() != parent {
        return Err(Error::environment("the run ended before it began"));
    }
    let child = Command::new(program).args(arguments).spawn();
    let child = child.map_err(|error| {
        Error::environment(format!("{} did not start: {error}", program.display()))
    })?;
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let mut patience = None;
    loop {
        // Statuses of adopted orphans come here too, and are forgotten.
        let status = process::reap()
            .into_iter()
            .find(|(one, _)| Some(*one) == pid);
        if let Some((_, status)) = status {
            return Ok(code(status));
        }
        let late = async {
            match patience {
                Some(end) => tokio::time::sleep_until(end).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = ended.recv() => {}
            () = late => return Ok(128 + 9),
            signal = told.next() => {
                if getppid() != parent {
                    return Ok(128 + 9);
                }
                if let Some(pid) = pid {
                    let _ = kill_process(pid, signal);
                }
                patience.get_or_insert(tokio::time::Instant::now() + PATIENCE);
            }
        }
    }
}

struct Told {
    terminate: Stream,
    interrupt: Stream,
    hangup: Stream,
}

impl Told {
    /// The next signal that is for the command and that it did not get itself.
    async fn next(&mut self) -> Signal {
        loop {
            let signal = tokio::select! {
                _ = self.terminate.recv() => Signal::TERM,
                _ = self.interrupt.recv() => Signal::INT,
                _ = self.hangup.recv() => Signal::HUP,
            };
            if signal != Signal::INT || !from_terminal() {
                return signal;
            }
        }
    }
}

/// A terminal sends its interrupt to the whole group, the command included.
pub(super) fn from_terminal() -> bool {
    use std::io::IsTerminal as _;
    std::io::stdin().is_terminal()
}

fn code(status: WaitStatus) -> u8 {
    let signal = status.terminating_signal().map(|signal| 128 + signal);
    let code = status.exit_status().or(signal).unwrap_or(1);
    u8::try_from(code).unwrap_or(u8::MAX)
}
