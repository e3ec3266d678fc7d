//! What is given to check: files, folders, standard input. Anything that is
//! none of these gets a sentence, not a hang.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use eval752_validator::zip::CAPTURE_NAMES;

/// Something to check, or why it cannot be.
#[derive(Debug)]
pub(crate) enum Input {
    Stdin,
    File(PathBuf),
    /// A folder with the three parts of a capture in it, unpacked.
    Unpacked(PathBuf),
    Unreadable(PathBuf, String),
}

impl Input {
    /// How it is called in the output.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => "-".to_owned(),
            Self::File(path) | Self::Unpacked(path) | Self::Unreadable(path, _) => path
                .to_string_lossy()
                .chars()
                .map(|c| if c.is_control() { '\u{fffd}' } else { c })
                .collect(),
        }
    }
}

/// Resolves what was given; folders become the captures below them.
pub(crate) fn resolve(given: &[PathBuf]) -> Vec<Input> {
    let mut out = Vec::new();
    for path in given {
        if path.as_os_str() == "-" {
            out.push(Input::Stdin);
            continue;
        }
        match std::fs::metadata(path) {
            Err(error) => out.push(Input::Unreadable(path.clone(), explain(&error))),
            Ok(meta) if meta.is_dir() => folder(path, &mut out),
            Ok(meta) if meta.is_file() => out.push(Input::File(path.clone())),
            Ok(_) => out.push(Input::Unreadable(
                path.clone(),
                "is no regular file (a pipe, socket or device): pipe its content into `-`"
                    .to_owned(),
            )),
        }
    }
    out
}

fn folder(root: &Path, out: &mut Vec<Input>) {
    let before = out.len();
    let mut pending = vec![root.to_owned()];
    while let Some(dir) = pending.pop() {
        if CAPTURE_NAMES.iter().all(|name| dir.join(name).is_file()) {
            out.push(Input::Unpacked(dir.clone()));
        }
        let entries = match std::fs::read_dir(&dir) {
            Ok(entries) => entries,
            Err(error) => {
                out.push(Input::Unreadable(dir, explain(&error)));
                continue;
            }
        };
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        paths.sort();
        for path in paths {
            // Links to folders are not followed: they can form a circle.
            if path.is_dir() && !path.is_symlink() {
                pending.push(path);
            } else if is_capture(&path) && path.is_file() {
                out.push(Input::File(path));
            }
        }
    }
    if out.len() == before {
        let why = "holds no *.eval752.zip and no *.eval752.json: name the file itself".to_owned();
        out.push(Input::Unreadable(root.to_owned(), why));
    }
}

fn is_capture(path: &Path) -> bool {
    path.file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| {
            let name = name.to_ascii_lowercase();
            name.ends_with(".eval752.zip") || name.ends_with(".eval752.json")
        })
}

/// A file of known length that must not change while it is read.
#[derive(Debug)]
pub(crate) struct Steady {
    file: File,
    pub(crate) length: u64,
}

impl Steady {
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| explain(&error))?;
        let length = file.metadata().map_err(|error| explain(&error))?.len();
        Ok(Self { file, length })
    }

    /// After reading `read` bytes to the end: was it one and the same file?
    pub(crate) fn confirm(&self, read: u64) -> Result<(), String> {
        let now = self.file.metadata().map_err(|error| explain(&error))?.len();
        if read == self.length && now == self.length {
            return Ok(());
        }
        Err(format!(
            "changed while it was read (from {} to {} bytes): check it again when the download is finished",
            self.length,
            now.max(read)
        ))
    }
}

impl Read for Steady {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

/// An I/O error as the rest of a sentence about a file.
pub(crate) fn explain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "does not exist: check the name".to_owned(),
        io::ErrorKind::PermissionDenied => "may not be read: check its permissions".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_file_that_changes_while_it_is_read_is_said_so() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("x.eval752.zip");
        std::fs::write(&path, b"half").expect("written");
        let mut steady = Steady::open(&path).expect("open");
        let mut read = Vec::new();
        steady.read_to_end(&mut read).expect("readable");
        assert_eq!(steady.confirm(4), Ok(()));
        let mut file = File::options().append(true).open(&path).expect("open");
        file.write_all(b"more").expect("written");
        let why = steady.confirm(4).expect_err("it grew");
        assert!(why.contains("from 4 to 8 bytes"), "{why}");
        file.set_len(2).expect("cut");
        assert!(steady.confirm(4).is_err(), "it shrank");
        std::fs::remove_file(&path).expect("removed");
        let why = Steady::open(&path).expect_err("it is gone");
        assert!(why.contains("does not exist"), "{why}");
    }
}
