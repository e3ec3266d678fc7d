//! The folder in which a workspace keeps what it must not lose: keys, secrets, the store.

use std::env;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// The data folder; made on first use, for its owner only.
#[derive(Debug, Clone)]
pub struct DataDir(PathBuf);

impl DataDir {
    /// The folder given, else `$EVAL752_DATA`, else the platform's place for such data.
    ///
    /// # Errors
    /// When no folder is given and there is no home folder, or when it can't be made.
    pub fn open(given: Option<&Path>) -> Result<Self, Error> {
        let path = given
            .map(Path::to_owned)
            .or_else(|| folder_from("EVAL752_DATA"))
            .or_else(platform_folder)
            .ok_or_else(|| {
                Error::Usage(
                    "there is no home folder to keep data in; name one with --data DIR".to_owned(),
                )
            })?;
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path).map_err(Error::write(&path))?;
        Ok(Self(path))
    }

    /// A file in the folder.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

fn folder_from(variable: &str) -> Option<PathBuf> {
    env::var_os(variable)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

fn platform_folder() -> Option<PathBuf> {
    let base = if cfg!(windows) {
        folder_from("LOCALAPPDATA")?
    } else if cfg!(target_os = "macos") {
        folder_from("HOME")?.join("Library/Application Support")
    } else {
        // The XDG base directory specification asks to ignore relative paths.
        folder_from("XDG_DATA_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| Some(folder_from("HOME")?.join(".local/share")))?
    };
    Some(base.join("eval752"))
}
