//! The run itself: what is in force, the relay, the temporary folder, and the
//! supervisor, until the command has ended.

use std::collections::HashSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::Mutex;

use rustix::process::{Pid, Signal, getpid, kill_process};
use tokio::signal::unix::{SignalKind, signal};

use super::environment::Surroundings;
use super::supervisor::from_terminal;
use crate::chrome::{Browser, Build};
use crate::config::{Trust, allowed_for, writable_by_us};
use crate::hosts::Bypass;
use crate::relay::{Limits, Network, Policy, Relay, Upstream, Way};
use crate::{Error, process};

/// What the operator may wave through for development.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Options {
    pub(crate) writable_launcher: bool,
    pub(crate) writable_config: bool,
}

/// Runs the command and returns its exit code. `talk` gets lines for stderr.
pub(crate) fn run(command: &[OsString], options: Options, talk: fn(&str)) -> Result<u8, Error> {
    let launcher = launcher(options)?;
    let way = way(options)?;
    let (bypass, warnings) = bypass(&way);
    for warning in warnings {
        talk(&warning);
    }
    let browser = Browser::find();
    match &browser {
        None => talk(&format!("{}; the run goes on", Browser::advice())),
        Some(browser) if browser.build == Build::Full => {
            talk(
                "headless-shell is not installed; full Chromium is used, which needs Unix sockets",
            );
        }
        Some(_) => {}
    }
    process::adopt_orphans();
    let folder = tempfile::Builder::new()
        .prefix("e752-run-")
        .tempdir()
        .map_err(|error| Error::file(env::temp_dir(), error))?;
    let policy = Policy {
        way,
        limits: Limits::default(),
        report: once(talk),
    };
    let relay = Relay::start(policy)
        .map_err(|error| Error::environment(format!("the relay did not start: {error}")))?;
    let surroundings = Surroundings {
        folder: folder.path().to_owned(),
        binary: browser.map(|browser| browser.binary),
        proxy: format!("http://{}", relay.address()),
        bypass: bypass.list(),
    };
    fs::create_dir(surroundings.temporary())
        .map_err(|error| Error::file(surroundings.temporary(), error))?;
    talk("CHROME_BIN is set for this run; please do not override it");
    let code = supervised(command, &launcher, &surroundings);
    process::end_descendants();
    code
}

/// Says each line once: a page can ask for the same refused host all day.
fn once(talk: fn(&str)) -> Box<dyn Fn(&str) + Send + Sync> {
    const LINES: usize = 200;
    let said = Mutex::new(HashSet::new());
    Box::new(move |line| {
        let new = said
            .lock()
            .is_ok_and(|mut said| said.len() < LINES && said.insert(line.to_owned()));
        if new {
            talk(line);
        }
    })
}

/// This program's own file, refused when the run could exchange it.
fn launcher(options: Options) -> Result<PathBuf, Error> {
    let file = env::current_exe()
        .and_then(|file| file.canonicalize())
        .map_err(|error| Error::Internal(format!("own file: {error}")))?;
    match writable_by_us(&file) {
        Some(place) if !options.writable_launcher => Err(Error::environment(format!(
            "the launcher {} could be exchanged by the run, because {} is writable; install it \
             where the run cannot write, or, for development, pass --allow-writable-launcher",
            file.display(),
            place.display()
        ))),
        _ => Ok(file),
    }
}

/// Where the relay sends requests, from the environment and the configuration.
fn way(options: Options) -> Result<Way, Error> {
    let trust = if options.writable_config {
        Trust::Any
    } else {
        Trust::NotWritable
    };
    let folder = env::current_dir().map_err(|error| Error::file(".", error))?;
    let mut list = allowed_for(&folder, trust)?;
    if let Some(list) = &mut list {
        list.resolve();
    }
    let upstream = Upstream::from_environment().map_err(|(name, error)| Error::Config {
        place: name.to_owned(),
        what: error.to_string(),
    })?;
    Ok(match upstream {
        Some(upstream) => Way::Upstream(upstream, list),
        None => Way::Direct(list.unwrap_or_default(), Network::system()),
    })
}

/// `NO_PROXY` counts towards an upstream. Without one the relay is the only way
/// out, and nothing goes around it.
fn bypass(way: &Way) -> (Bypass, Vec<String>) {
    let text = env::var("NO_PROXY").or_else(|_| env::var("no_proxy"));
    let Ok(text) = text else {
        return (Bypass::default(), Vec::new());
    };
    match way {
        Way::Upstream(..) => {
            let mut bypass = Bypass::parse(&text);
            let warnings = std::mem::take(&mut bypass.warnings);
            (bypass, warnings)
        }
        Way::Direct(..) => (
            Bypass::default(),
            vec!["NO_PROXY has no effect without a proxy: only allowed_domains are reached".into()],
        ),
    }
}

fn supervised(
    command: &[OsString],
    launcher: &Path,
    surroundings: &Surroundings,
) -> Result<u8, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Error::Internal(error.to_string()))?;
    let mut start = Command::new(launcher);
    start
        .arg("supervise")
        .arg(getpid().to_string())
        .arg(&surroundings.folder)
        .arg("--")
        .args(command);
    surroundings.apply(&mut start, launcher);
    runtime.block_on(async {
        let internal = |error: std::io::Error| Error::Internal(error.to_string());
        let mut terminate = signal(SignalKind::terminate()).map_err(internal)?;
        let mut interrupt = signal(SignalKind::interrupt()).map_err(internal)?;
        let mut hangup = signal(SignalKind::hangup()).map_err(internal)?;
        let mut ended = signal(SignalKind::child()).map_err(internal)?;
        let mut child = start.spawn().map_err(internal)?;
        loop {
            if let Some(status) = child.try_wait().map_err(internal)? {
                let signal = status.signal().map(|signal| 128 + signal);
                let code = status.code().or(signal).unwrap_or(1);
                return Ok(u8::try_from(code).unwrap_or(u8::MAX));
            }
            tokio::select! {
                _ = ended.recv() => {}
                _ = terminate.recv() => pass_on(&child, Signal::TERM),
                _ = hangup.recv() => pass_on(&child, Signal::HUP),
                _ = interrupt.recv() => if !from_terminal() {
                    pass_on(&child, Signal::INT);
                },
            }
        }
    })
}

fn pass_on(child: &Child, signal: Signal) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}
