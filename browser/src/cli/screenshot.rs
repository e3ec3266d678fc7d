//! `eval752-browser screenshot COMMIT PATH.html`.

use std::env;

use super::output;
use crate::git::{CommitArg, PagePath};
use crate::shot::{self, Report, Settings};
use crate::{Error, Exit, process, stop};

pub(super) fn run(commit: &str, path: &str, json: bool) -> Exit {
    match take(commit, path) {
        Ok(report) => {
            tell(&report, json);
            Exit::Good
        }
        Err(error) => output::failed(&error, json),
    }
}

fn take(commit: &str, path: &str) -> Result<Report, Error> {
    let commit = CommitArg::parse(commit)?;
    let path = PagePath::parse(path)?;
    let settings = Settings::load()?;
    let folder = env::current_dir().map_err(|error| Error::file(".", error))?;
    process::adopt_orphans();
    stop::watch().map_err(|error| Error::Internal(format!("signals: {error}")))?;
    shot::take(&folder, &commit, &path, &settings)
}

fn tell(report: &Report, json: bool) {
    if json {
        output::object(report);
        return;
    }
    for picture in &report.pictures {
        output::data(picture.file.display());
    }
    for note in &report.notes {
        output::talk(format!("note: {}", note.text));
    }
}
