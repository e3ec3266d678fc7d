//! `screenshot`: one page of one commit, in light and in dark. One browser takes
//! both pictures by media emulation; every request of the page is answered from
//! the commit or refused.

mod assets;
mod control;
mod draw;
mod events;
mod notes;
mod png;
mod render;
mod report;
mod save;
mod settings;
mod settle;
mod studio;
mod view;

pub use notes::{Note, NoteKind};
pub use report::{Picture, Report};
pub use settings::Settings;
pub use view::Scheme;

pub(crate) use assets::percent_decode;

use std::path::Path;

use crate::Error;
use crate::chrome::Browser;
use crate::git::{CommitArg, PagePath, Repository};

/// Takes both pictures. `folder` is any folder of the repository.
pub fn take(
    folder: &Path,
    commit: &CommitArg,
    path: &PagePath,
    settings: &Settings,
) -> Result<Report, Error> {
    let mut snapshot = Repository::at(folder)?.snapshot(commit)?;
    // A refused path must be refused before a browser is looked for.
    snapshot.page(path)?;
    let place = save::Folder::open(settings)?;
    let commit = snapshot.commit().clone();
    for scheme in [Scheme::Light, Scheme::Dark] {
        place.clear(&commit, path, scheme)?;
    }
    let browser = Browser::find().ok_or_else(|| Error::render(Browser::advice()))?;
    let shots = render::both(snapshot, path, settings, &browser)?;
    report::write(&place, &commit, path, shots, &browser)
}

/// Whether pictures have a folder to go to.
pub(crate) fn could_be_saved(settings: &Settings) -> bool {
    save::Folder::open(settings).is_ok()
}
