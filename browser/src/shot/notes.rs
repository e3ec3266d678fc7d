//! What a reviewer should know beside the pictures. A note never fails the
//! shot: a page with a missing font is still worth seeing.

use serde::Serialize;

/// At most this many notes are kept; a page can produce any number.
const LIMIT: usize = 100;

/// What a note is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum NoteKind {
    /// A file the page wants is not in the commit, or is nothing to serve.
    MissingAsset,
    /// A request to anywhere but the commit, refused.
    OutsideRequest,
    /// The page tried to leave, to load itself again, or to open a window.
    Navigation,
    /// The page's script reported an error or threw one.
    ConsoleError,
    /// The page opened a dialog, which was dismissed.
    Dialog,
    /// The page is taller than the cap, and the picture is cut.
    Cut,
    /// The page is wider than the picture.
    Wide,
    /// Something was not ready when the picture was taken.
    NotSettled,
    /// Both pictures are the same bytes.
    Identical,
    /// Another build than the preferred one took the pictures.
    FallbackBrowser,
    /// More notes than are kept.
    More,
}

/// One note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note {
    /// What it is about.
    pub kind: NoteKind,
    /// One line.
    pub text: String,
}

/// Notes in the order they came, each once.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<Note>);

impl Notes {
    pub(super) fn add(&mut self, kind: NoteKind, text: impl AsRef<str>) {
        let note = Note {
            kind,
            text: one_line(text.as_ref()),
        };
        if self.0.len() > LIMIT || self.0.contains(&note) {
            return;
        }
        if self.0.len() == LIMIT {
            self.0.push(Note {
                kind: NoteKind::More,
                text: format!("more than {LIMIT} notes; the rest is not listed"),
            });
            return;
        }
        self.0.push(note);
    }

    pub(super) fn into_list(self) -> Vec<Note> {
        self.0
    }
}

/// The page chooses these texts: no line breaks or terminal codes, 300 characters.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(300)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, NoteKind, Notes};

    #[test]
    fn notes_are_single_lines_unique_and_limited() {
        let mut notes = Notes::default();
        notes.add(NoteKind::Dialog, "a\nb\u{1b}[31m");
        notes.add(NoteKind::Dialog, "a\nb\u{1b}[31m");
        for n in 0..500 {
            notes.add(NoteKind::ConsoleError, n.to_string());
        }
        let list = notes.into_list();
        assert_eq!(list.len(), LIMIT + 1);
        assert_eq!(list[0].text, "a b [31m");
        assert_eq!(list[LIMIT].kind, NoteKind::More);
    }
}
