//! Files that are there wholly or not at all: written beside their place, then renamed.

use std::io::Write as _;
use std::path::Path;

use crate::error::Error;

/// Writes `bytes` to `path`, replacing what was there in one step.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let file = temporary(path, bytes, 0o666)?;
    file.persist(path)
        .map_err(|error| Error::write(path)(error.error))?;
    Ok(())
}

/// Writes `bytes` to `path`, for its owner only, unless something is there already; says
/// whether it wrote.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> Result<bool, Error> {
    match temporary(path, bytes, 0o600)?.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(Error::write(path)(error.error)),
    }
}

fn temporary(path: &Path, bytes: &[u8], mode: u32) -> Result<tempfile::NamedTempFile, Error> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let make = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".eval752-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
        #[cfg(not(unix))]
        let _ = mode;
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    };
    make().map_err(Error::write(path))
}

/// A file in the making: it appears at its place when it is finished, else not at all.
#[derive(Debug)]
pub(crate) struct Pending {
    file: tempfile::NamedTempFile,
    path: std::path::PathBuf,
}

impl Pending {
    pub(crate) fn new(path: &Path) -> Result<Self, Error> {
        Ok(Self {
            file: temporary(path, &[], 0o666)?,
            path: path.to_owned(),
        })
    }

    pub(crate) fn finish(self) -> Result<(), Error> {
        let failed = Error::write(&self.path);
        if let Err(error) = self.file.as_file().sync_all() {
            return Err(failed(error));
        }
        match self.file.persist(&self.path) {
            Ok(_) => Ok(()),
            Err(error) => Err(failed(error.error)),
        }
    }
}

impl std::io::Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}
