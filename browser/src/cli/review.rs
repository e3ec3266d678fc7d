//! `eval752-browser review COMMIT`: what to tell a reviewer. Two lines, the
//! command and the one permission it needs, or nothing where it could not work.

use std::env;

use serde_json::json;

use super::output;
use crate::chrome::Browser;
use crate::git::{CommitArg, Repository};
use crate::shot::{self, Settings};
use crate::{Error, Exit};

pub(super) fn run(commit: &str, as_json: bool) -> Exit {
    match lines(commit) {
        Ok(Some((command, allow))) if as_json => {
            output::object(&json!({ "command": command, "allow": allow }));
        }
        Ok(Some((command, allow))) => {
            output::data(command);
            output::data(allow);
        }
        Ok(None) if as_json => output::object(&json!({ "command": null, "allow": null })),
        Ok(None) => {}
        Err(error) => return output::failed(&error, as_json),
    }
    Exit::Good
}

/// The command and its permission; `None` where no picture could be made.
fn lines(commit: &str) -> Result<Option<(String, String)>, Error> {
    let commit = CommitArg::parse(commit)?;
    let folder = env::current_dir().map_err(|error| Error::file(".", error))?;
    let snapshot = Repository::at(folder)?.snapshot(&commit)?;
    let settings = Settings::load()?;
    if Browser::find().is_none() || !shot::could_be_saved(&settings) {
        return Ok(None);
    }
    let program = env::current_exe().map_err(|error| Error::Internal(error.to_string()))?;
    let prefix = format!(
        "{} screenshot {}",
        word(&program.to_string_lossy()),
        snapshot.commit()
    );
    Ok(Some((format!("{prefix} PATH.html"), format!("{prefix} *"))))
}

/// The program's path as one shell word.
fn word(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::word;

    #[test]
    fn odd_paths_are_quoted() {
        assert_eq!(word("/usr/bin/eval752-browser"), "/usr/bin/eval752-browser");
        assert_eq!(word("/a b/it's"), "'/a b/it'\\''s'");
    }
}
