//! Where pictures go. A picture is written under a fresh name and renamed, and
//! old pictures of the same page are removed first, so that a file that exists
//! afterwards was made by this run.

use std::fs::{self, DirBuilder};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use super::settings::Settings;
use super::view::Scheme;
use crate::Error;
use crate::git::{ObjectId, PagePath};

/// An existing, writable folder.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The configured folder, else a private one in the temporary folder.
    pub(super) fn open(settings: &Settings) -> Result<Self, Error> {
        let folder = folder_of(settings);
        let failed = |error| Error::file(&folder, error);
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)
            .map_err(failed)?;
        if settings.folder.is_none() {
            refuse_foreign(&folder).map_err(failed)?;
        }
        rustix::fs::access(&folder, rustix::fs::Access::WRITE_OK)
            .map_err(|error| failed(error.into()))?;
        Ok(Self(folder))
    }

    /// The file name for one picture: commit, path and scheme, all readable.
    fn file(&self, commit: &ObjectId, path: &PagePath, scheme: Scheme) -> PathBuf {
        let slug: String = path
            .as_str()
            .trim_end_matches(".html")
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .take(80)
            .collect();
        // The slug can be the same for two paths; the digest of the path is not.
        let digest = path
            .as_str()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        let short = &commit.as_str()[..12];
        self.0.join(format!(
            "{short}-{slug}-{:08x}-{}.png",
            digest >> 32,
            scheme.word()
        ))
    }

    /// Removes what an earlier run left under this name.
    pub(super) fn clear(
        &self,
        commit: &ObjectId,
        path: &PagePath,
        scheme: Scheme,
    ) -> Result<PathBuf, Error> {
        let file = self.file(commit, path, scheme);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::file(file, error)),
            _ => Ok(file),
        }
    }

    /// Writes the picture whole or not at all.
    pub(super) fn write(&self, file: &Path, bytes: &[u8]) -> Result<(), Error> {
        let failed = |error| Error::file(file, error);
        let mut fresh = tempfile::NamedTempFile::new_in(&self.0).map_err(failed)?;
        fresh.write_all(bytes).map_err(failed)?;
        fresh.persist(file).map_err(|error| failed(error.error))?;
        Ok(())
    }
}

/// The folder, which may not exist yet.
pub(super) fn folder_of(settings: &Settings) -> PathBuf {
    settings.folder.clone().unwrap_or_else(|| {
        let user = rustix::process::geteuid().as_raw();
        std::env::temp_dir().join(format!("eval752-screenshots-{user}"))
    })
}

/// The default name can be guessed: another user could have made it first.
fn refuse_foreign(folder: &Path) -> io::Result<()> {
    let meta = fs::symlink_metadata(folder)?;
    let ours = meta.uid() == rustix::process::geteuid().as_raw();
    if meta.is_dir() && ours && meta.mode() & 0o022 == 0 {
        return Ok(());
    }
    Err(io::Error::other(
        "the folder is not ours alone; set EVAL752_SCREENSHOT_DIR to another",
    ))
}

#[cfg(test)]
mod tests {
    use super::{Folder, Scheme};
    use crate::git::{ObjectId, PagePath};

    #[test]
    fn names_differ_where_slugs_do_not() {
        let folder = Folder("/x".into());
        let id = ObjectId::from_hex(&"a".repeat(40)).unwrap();
        let name = |path: &str| folder.file(&id, &PagePath::parse(path).unwrap(), Scheme::Dark);
        assert_ne!(name("a/b.html"), name("a-b.html"));
        assert_eq!(name("a/b.html"), name("a/b.html"));
        assert!(name("a/b.html").to_string_lossy().ends_with("-dark.png"));
    }
}
