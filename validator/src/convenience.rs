//! One call for a file that is in memory, one for anything that can be read.

use std::io::{self, Read};

use crate::{Options, READ_SIZE, Report, Validator, for_each_piece};

/// Checks a file that is in memory.
///
/// ```
/// use eval752_validator::{Options, validate_bytes};
///
/// let report = validate_bytes(b"{}", &Options::default());
/// assert_eq!(report.findings[0].code.as_str(), "archive.not_a_capture");
/// ```
pub fn validate_bytes(bytes: &[u8], options: &Options) -> Report {
    let mut validator = Validator::new(options.clone());
    for piece in bytes.chunks(READ_SIZE) {
        validator.feed(piece);
    }
    validator.finish()
}

/// Checks whatever `reader` gives, in bounded memory.
pub fn validate_reader(reader: impl Read + Send, options: &Options) -> io::Result<Report> {
    let mut validator = Validator::new(options.clone());
    for_each_piece(reader, options.threads, |piece| validator.feed(piece))?;
    Ok(validator.finish())
}
