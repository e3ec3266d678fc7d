//! A repository's own command, in a real run with the real configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use super::check::Check;
use super::runner::{ended, stop};
use crate::Error;
use crate::config::{ConfigFile, ConfigPlace};
use crate::run::Options;

const NAME: &str = "the repository's own command";
const GIT: &str = "the repository's git directory unchanged";
/// A test suite may take its time, but not for ever.
const LIMIT: Duration = Duration::from_mins(15);

pub(super) fn checks(repository: &Path, options: Options) -> Vec<Check> {
    match run(repository, options) {
        Ok(checks) => checks,
        Err(error) => vec![Check::failed(
            NAME,
            error.to_string(),
            "fix the configuration, or leave --repo out",
        )],
    }
}

fn run(repository: &Path, options: Options) -> Result<Vec<Check>, Error> {
    let failed = |error| Error::file(repository, error);
    let repository = repository.canonicalize().map_err(failed)?;
    let Some(words) = configured(&repository)? else {
        return Ok(vec![Check::failed(
            NAME,
            format!("none is configured for {}", repository.display()),
            "add `smoke = [\"npm\", \"test\"]` under [repository.\"/its/path\"] in browser.toml",
        )]);
    };
    let git = repository.join(".git");
    let before = state(&git);
    let program = std::env::current_exe().map_err(|error| Error::Internal(error.to_string()))?;
    let mut command = Command::new(program);
    command.arg("run");
    if options.writable_launcher {
        command.arg("--allow-writable-launcher");
    }
    if options.writable_config {
        command.arg("--allow-writable-config");
    }
    // Its output is talk; stdout is for the checks.
    command
        .arg("--")
        .args(&words)
        .current_dir(&repository)
        .stdin(Stdio::null())
        .stdout(std::io::stderr());
    let mut child = command.spawn().map_err(failed)?;
    let status = ended(&mut child, LIMIT);
    if status.is_none() {
        stop(&mut child, Duration::from_secs(10));
    }
    let shown = words.join(" ");
    let detail = match status.map(|status| status.code()) {
        Some(Some(code)) => format!("`{shown}` ended with exit code {code}"),
        Some(None) => format!("`{shown}` was ended by a signal"),
        None => format!("`{shown}` did not end within 15 minutes"),
    };
    let good = status.is_some_and(|status| status.success());
    let changed = changed(&before, &state(&git));
    Ok(vec![
        Check::when(
            good,
            NAME,
            detail,
            "read its output above; docs/sandbox-browser.md lists what stays the repository's to \
             handle",
        ),
        Check::when(
            changed.is_empty(),
            GIT,
            if changed.is_empty() {
                "no file was added, removed or changed".to_owned()
            } else {
                format!("changed: {}", changed.join(", "))
            },
            "the command itself writes there; keep hooks and version stamps out of the tests",
        ),
    ])
}

/// The command in the operator's configuration, by the repository's real path.
fn configured(repository: &Path) -> Result<Option<Vec<String>>, Error> {
    let config = ConfigFile::read(&ConfigPlace::from_environment())?;
    Ok(config
        .repository
        .into_iter()
        .find(|(path, _)| path.canonicalize().is_ok_and(|path| path == repository))
        .and_then(|(_, table)| table.smoke)
        .filter(|words| !words.is_empty()))
}

type State = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

/// Size and time of every file below, up to a limit that no test comes near.
fn state(folder: &Path) -> State {
    let mut state = State::new();
    let mut queue = vec![folder.to_owned()];
    while let Some(folder) = queue.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(meta) if meta.is_dir() => queue.push(entry.path()),
                Ok(meta) if state.len() < 200_000 => {
                    state.insert(entry.path(), (meta.len(), meta.modified().ok()));
                }
                _ => {}
            }
        }
    }
    state
}

fn changed(before: &State, after: &State) -> Vec<String> {
    let differs = |path: &&PathBuf| before.get(*path) != after.get(*path);
    let mut paths: Vec<&PathBuf> = before.keys().chain(after.keys()).filter(differs).collect();
    paths.sort();
    paths.dedup();
    paths
        .iter()
        .take(5)
        .map(|path| path.display().to_string())
        .collect()
}
