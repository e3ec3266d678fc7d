//! Checksums of a folder, in the form and order that `sha256sum` writes.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest as _, Sha256};

/// The file they are kept in, which is not in itself.
pub(super) const FILE: &str = "SHA256SUMS";

/// One line a file, by path.
pub(super) fn of_folder(folder: &Path) -> Result<String> {
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    files.sort();
    let mut lines = String::new();
    for file in files {
        let path = folder.join(&file);
        let bytes = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        for byte in Sha256::digest(&bytes) {
            write!(lines, "{byte:02x}")?;
        }
        writeln!(lines, "  {file}")?;
    }
    Ok(lines)
}

/// Paths with `/` on every platform.
fn collect(folder: &Path, below: &str, files: &mut Vec<String>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else if name != FILE {
            files.push(name);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_what_sha256sum_reads() {
        let folder = std::env::temp_dir().join(format!("xtask-sums-{}", std::process::id()));
        fs::create_dir_all(folder.join("bin")).unwrap();
        fs::write(folder.join("bin/x"), "abc").unwrap();
        fs::write(folder.join("b"), "").unwrap();
        fs::write(folder.join(FILE), "old").unwrap();
        let sums = of_folder(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            sums,
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n\
             ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  bin/x\n"
        );
    }
}
