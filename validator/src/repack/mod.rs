//! Rewrites a capture that another program packed, or unpacked, into the one
//! canonical archive, or says why that would be a guess.
//!
//! Only what has one reading is rewritten: an archive whose headers disagree,
//! with hidden or doubled entries or with damaged data is refused, because
//! choosing a reading is not a repair. The documents must be sound as they
//! are; they are written anew, member by member, and nothing in them changes
//! but the spelling (times are written with milliseconds).

mod error;
mod rewrite;
mod source;

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use eval752_contract::archive::{Crc32, Layout};
use eval752_contract::capture::ENTRY_NAMES;

pub use error::RepackError;

use crate::options::Options;
use crate::report::Report;
use crate::{Profile, validate_reader};
use rewrite::rewrite;
use source::Source;

/// Rewrites `input` (an archive, an unpacked folder or a JSON payload) as
/// the canonical archive `output`, which must not exist. Gives the report of
/// the canonical check of what was written.
///
/// `output` appears whole or not at all.
pub fn repack(input: &Path, output: &Path) -> Result<Report, RepackError> {
    if output.exists() {
        return Err(RepackError::Exists(output.to_owned()));
    }
    let mut source = Source::open(input)?;
    // Twice over the input: sizes and checksums stand before the data.
    let mut extents = [Crc32::new(); 3];
    let mut exported_at = None;
    for (part, extent) in extents.iter_mut().enumerate() {
        rewrite(source.read(part)?, part, &mut exported_at, &mut |bytes| {
            extent.update(bytes);
            Ok(())
        })?;
    }
    let exported_at = exported_at.ok_or(RepackError::Missing(ENTRY_NAMES[0]))?;
    let layout = Layout::new(exported_at, extents)
        .map_err(|error| RepackError::TooLarge(error.to_string()))?;
    let folder = output
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let writing = |error| RepackError::io(output, error);
    let mut file =
        tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(writing)?;
    {
        let mut out = BufWriter::new(file.as_file_mut());
        for part in 0..3 {
            out.write_all(&layout.local_header(part)).map_err(writing)?;
            rewrite(source.read(part)?, part, &mut None, &mut |bytes| {
                out.write_all(bytes).map_err(writing)
            })?;
        }
        out.write_all(&layout.tail()).map_err(writing)?;
        out.flush().map_err(writing)?;
    }
    // What was written is checked like anything else, before it gets its name.
    let options = Options {
        profile: Profile::Canonical,
        ..Options::default()
    };
    let written = File::open(file.path()).map_err(writing)?;
    let report = validate_reader(written, &options).map_err(writing)?;
    if !report.is_good() {
        return Err(RepackError::Refused(Box::new(report)));
    }
    file.persist_noclobber(output)
        .map_err(|error| writing(error.error))?;
    Ok(report)
}
