//! What `screenshot` says: the two files, and what a reviewer should know.

use std::path::PathBuf;

use serde::Serialize;

use super::notes::{Note, NoteKind};
use super::png;
use super::render::Shots;
use super::save::Folder;
use super::view::Scheme;
use crate::Error;
use crate::chrome::{Browser, Build};
use crate::git::{ObjectId, PagePath};

/// The outcome of a successful `screenshot`.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The full commit id.
    pub commit: String,
    /// The page.
    pub path: String,
    /// Light, then dark.
    pub pictures: Vec<Picture>,
    /// Whether both files hold the same bytes: the page may have no dark rules.
    pub identical: bool,
    /// The browser that took them; another build may draw differently.
    pub browser: BrowserFacts,
    /// What a reviewer should know.
    pub notes: Vec<Note>,
}

/// One picture.
#[derive(Debug, Clone, Serialize)]
pub struct Picture {
    /// Which scheme the page was asked for, and reported back.
    pub scheme: Scheme,
    /// The PNG file.
    pub file: PathBuf,
    /// Size in picture pixels.
    pub width: u32,
    /// Size in picture pixels.
    pub height: u32,
    /// Size of the file.
    pub bytes: usize,
}

/// Which browser drew.
#[derive(Debug, Clone, Serialize)]
pub struct BrowserFacts {
    /// Name and version as it reports them.
    pub product: String,
    /// `headless-shell` or `full Chromium`.
    pub build: String,
    /// The binary.
    pub binary: PathBuf,
}

/// Saves both pictures and tells about them.
pub(super) fn write(
    folder: &Folder,
    commit: &ObjectId,
    path: &PagePath,
    shots: Shots,
    browser: &Browser,
) -> Result<Report, Error> {
    let mut notes = shots.notes;
    let identical = shots.light == shots.dark;
    if identical {
        notes.add(
            NoteKind::Identical,
            "both pictures are identical: the page shows no difference between light and dark",
        );
    }
    if browser.build == Build::Full {
        notes.add(
            NoteKind::FallbackBrowser,
            "drawn by full Chromium, because headless-shell is not installed",
        );
    }
    let mut pictures = Vec::new();
    for (scheme, bytes) in [(Scheme::Light, &shots.light), (Scheme::Dark, &shots.dark)] {
        let file = folder.clear(commit, path, scheme)?;
        let (width, height) = png::size(bytes)
            .ok_or_else(|| Error::render("the browser sent something that is not a PNG"))?;
        folder.write(&file, bytes)?;
        pictures.push(Picture {
            scheme,
            file,
            width,
            height,
            bytes: bytes.len(),
        });
    }
    Ok(Report {
        commit: commit.to_string(),
        path: path.as_str().to_owned(),
        pictures,
        identical,
        browser: BrowserFacts {
            product: shots.product,
            build: browser.build.to_string(),
            binary: browser.binary.clone(),
        },
        notes: notes.into_list(),
    })
}
