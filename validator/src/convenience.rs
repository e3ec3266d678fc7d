//! One call for a file that is in memory, one for anything that can be read.

use std::io::{self, Read};

use crate::{Options, Report, Validator};

/// Bytes read at a time: large enough for two threads to be worth it.
pub const READ_SIZE: usize = 1 << 20;

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
pub fn validate_reader(mut reader: impl Read, options: &Options) -> io::Result<Report> {
    let mut validator = Validator::new(options.clone());
    let mut buffer = vec![0; READ_SIZE];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(validator.finish()),
            Ok(n) => validator.feed(&buffer[..n]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
