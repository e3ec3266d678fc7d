//! Post-processing is skipped when nothing that goes into it changed. cargo
//! decides about compiling; for the steps after it a stamp file holds the
//! digest of the inputs of the last good run.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result};
use sha2::{Digest as _, Sha256};

/// The digest of one step's inputs, compared with the last good run's.
#[derive(Debug)]
pub(crate) struct Stamp {
    file: PathBuf,
    digest: String,
}

impl Stamp {
    /// A stamp for `step`, kept in `folder`, over these inputs and xtask itself.
    pub(crate) fn new(folder: &Path, step: &str, inputs: &[&[u8]]) -> Result<Self> {
        let mut hasher = Sha256::new();
        hasher.update(this_program()?.as_bytes());
        for input in inputs {
            hasher.update(u64::try_from(input.len())?.to_le_bytes());
            hasher.update(input);
        }
        let mut digest = String::new();
        for byte in hasher.finalize() {
            use std::fmt::Write as _;
            write!(digest, "{byte:02x}")?;
        }
        Ok(Self {
            file: folder.join(format!("{step}.stamp")),
            digest,
        })
    }

    /// Whether the last good run had these inputs and its outputs still exist.
    pub(crate) fn is_fresh(&self, outputs: &[PathBuf]) -> bool {
        outputs.iter().all(|output| output.exists())
            && fs::read_to_string(&self.file).is_ok_and(|last| last == self.digest)
    }

    /// Remembers a good run.
    pub(crate) fn keep(&self) -> Result<()> {
        write_if_changed(&self.file, self.digest.as_bytes()).map(drop)
    }
}

/// Writes a file only when its bytes differ, so that cargo, which looks at
/// times, does not rebuild what embeds it. Answers whether it wrote.
pub(crate) fn write_if_changed(file: &Path, bytes: &[u8]) -> Result<bool> {
    if fs::read(file).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    }
    fs::write(file, bytes).with_context(|| format!("writing {}", file.display()))?;
    Ok(true)
}

/// A changed xtask may post-process differently. Its size and time stand for
/// its bytes: reading a debug build of it would take longer than the step.
fn this_program() -> Result<String> {
    let file = env::current_exe().context("finding xtask's own file")?;
    let meta = fs::metadata(&file).with_context(|| format!("looking at {}", file.display()))?;
    let modified = meta.modified()?.duration_since(UNIX_EPOCH)?.as_nanos();
    Ok(format!("{} {modified}", meta.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_fresh_only_for_the_same_inputs_and_present_outputs() {
        let folder = env::temp_dir().join(format!("xtask-stamp-{}", std::process::id()));
        let output = folder.join("output");
        write_if_changed(&output, b"x").unwrap();
        let stamp = Stamp::new(&folder, "step", &[b"a", b"b"]).unwrap();
        assert!(!stamp.is_fresh(std::slice::from_ref(&output)));
        stamp.keep().unwrap();
        assert!(stamp.is_fresh(std::slice::from_ref(&output)));
        assert!(!stamp.is_fresh(&[folder.join("missing")]));
        // Moving a byte from one input to the next is a change.
        let moved = Stamp::new(&folder, "step", &[b"ab", b""]).unwrap();
        assert!(!moved.is_fresh(std::slice::from_ref(&output)));
        fs::remove_dir_all(folder).unwrap();
    }
}
