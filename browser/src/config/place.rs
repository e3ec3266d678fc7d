//! Where the configuration file is, and whether its place can be trusted. A file
//! inside a work tree is the repository's word, not the user's; a file the run
//! could write is the run's word.

use std::env;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, StatVfsMountFlags};

use crate::Error;

/// Names another configuration file.
pub(crate) const CONFIG_VARIABLE: &str = "EVAL752_BROWSER_CONFIG";

/// The configuration file's path, whether or not there is a file.
#[derive(Debug, Clone)]
pub(crate) struct ConfigPlace(Option<PathBuf>);

impl ConfigPlace {
    /// `$EVAL752_BROWSER_CONFIG`, else `eval752/browser.toml` in the user's
    /// configuration folder.
    pub(crate) fn from_environment() -> Self {
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        let named = set(CONFIG_VARIABLE).map(PathBuf::from);
        let default = || {
            let folder = set("XDG_CONFIG_HOME")
                .map(PathBuf::from)
                .or_else(|| set("HOME").map(|home| Path::new(&home).join(".config")))?;
            Some(folder.join("eval752/browser.toml"))
        };
        Self(named.or_else(default))
    }

    /// The path for messages.
    pub(crate) fn shown(&self) -> String {
        self.0.as_ref().map_or_else(
            || "(no home folder)".to_owned(),
            |path| path.display().to_string(),
        )
    }

    /// The real path of the file if there is one, refused inside a work tree.
    pub(crate) fn existing(&self) -> Result<Option<PathBuf>, Error> {
        let Some(path) = self.0.as_ref().filter(|path| path.exists()) else {
            return Ok(None);
        };
        let real = path
            .canonicalize()
            .map_err(|error| Error::file(path, error))?;
        for file in [path, &real] {
            if let Some(tree) = work_tree_of(file) {
                return Err(Error::Config {
                    place: file.display().to_string(),
                    what: format!(
                        "it lies in the work tree {}, so a repository could change it; \
                         keep it outside of every repository",
                        tree.display()
                    ),
                });
            }
        }
        Ok(Some(real))
    }
}

/// The nearest folder above that holds a `.git`.
fn work_tree_of(file: &Path) -> Option<&Path> {
    file.ancestors()
        .skip(1)
        .find(|folder| folder.join(".git").exists())
}

/// The part of this path that this process, and so anything it starts, could
/// change: the file itself, or a folder in which it could be exchanged.
pub(crate) fn writable_by_us(path: &Path) -> Option<PathBuf> {
    path.ancestors()
        .find(|part| can_write(part))
        .map(Path::to_path_buf)
}

fn can_write(path: &Path) -> bool {
    if rustix::fs::access(path, Access::WRITE_OK).is_ok() {
        return !is_sticky_and_foreign(path);
    }
    // The owner can give himself the right, unless the file system is read-only.
    let read_only =
        rustix::fs::statvfs(path).is_ok_and(|stat| stat.f_flag.contains(StatVfsMountFlags::RDONLY));
    let owner = std::fs::symlink_metadata(path)
        .is_ok_and(|meta| meta.uid() == rustix::process::geteuid().as_raw());
    owner && !read_only
}

/// In a sticky folder such as `/tmp` only owners can exchange an entry, and the
/// entry below was found not to be ours.
fn is_sticky_and_foreign(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| {
        meta.is_dir()
            && meta.mode() & 0o1000 != 0
            && !rustix::process::geteuid().is_root()
            && meta.uid() != rustix::process::geteuid().as_raw()
    })
}

#[cfg(test)]
mod tests {
    use super::{ConfigPlace, writable_by_us};

    #[test]
    fn a_file_in_a_work_tree_is_refused_even_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let tree = folder.path().join("tree");
        std::fs::create_dir_all(tree.join(".git")).unwrap();
        std::fs::create_dir_all(tree.join("deep/er")).unwrap();
        let inside = tree.join("deep/er/browser.toml");
        std::fs::write(&inside, "").unwrap();
        let outside = folder.path().join("linked.toml");
        std::os::unix::fs::symlink(&inside, &outside).unwrap();
        for path in [inside, outside] {
            let error = ConfigPlace(Some(path)).existing().unwrap_err();
            assert!(error.to_string().contains("work tree"), "{error}");
        }
        let plain = folder.path().join("plain.toml");
        std::fs::write(&plain, "").unwrap();
        assert!(ConfigPlace(Some(plain)).existing().unwrap().is_some());
    }

    #[test]
    fn our_own_files_are_writable_and_so_is_a_read_only_one_of_ours() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x");
        std::fs::write(&file, "").unwrap();
        assert_eq!(writable_by_us(&file), Some(file.clone()));
        let mut mode = std::fs::metadata(&file).unwrap().permissions();
        mode.set_readonly(true);
        std::fs::set_permissions(&file, mode).unwrap();
        assert_eq!(writable_by_us(&file), Some(file));
    }
}
