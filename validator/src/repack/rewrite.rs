//! Writes one part anew in its canonical form, piece by piece.

use std::io::{BufRead as _, BufReader, Read};

use eval752_contract::capture::{ENTRY_NAMES, Manifest, Record, Session};
use eval752_contract::json::{self, Node};
use eval752_contract::problem::Problems;
use eval752_contract::time::Timestamp;

use super::error::RepackError;
use crate::options::MAX_LINE;

/// Reads part `part` and hands its canonical bytes to `out`. The manifest
/// also gives the time of export.
pub(super) fn rewrite(
    reader: impl Read,
    part: usize,
    exported_at: &mut Option<Timestamp>,
    out: &mut impl FnMut(&[u8]) -> Result<(), RepackError>,
) -> Result<(), RepackError> {
    let entry = ENTRY_NAMES[part];
    if part == 2 {
        return lines(reader, entry, out);
    }
    let mut text = Vec::new();
    let limit = MAX_LINE as u64 + 1;
    reader
        .take(limit)
        .read_to_end(&mut text)
        .map_err(|error| unreadable(entry, &error))?;
    let text = if part == 0 {
        let manifest = parse(&text, entry, 1, Manifest::read)?;
        *exported_at = Some(manifest.exported_at);
        manifest.to_json()
    } else {
        parse(&text, entry, 1, Session::read)?.to_json()
    };
    out(text.as_bytes())
}

fn lines(
    reader: impl Read,
    entry: &'static str,
    out: &mut impl FnMut(&[u8]) -> Result<(), RepackError>,
) -> Result<(), RepackError> {
    let mut reader = BufReader::with_capacity(1 << 18, reader);
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let limit = MAX_LINE as u64 + 1;
        let read = (&mut reader).take(limit).read_until(b'\n', &mut text);
        if read.map_err(|error| unreadable(entry, &error))? == 0 {
            break;
        }
        // Line ends are form, not content: whatever they are, they become LF.
        let record = text.trim_ascii();
        if !record.is_empty() {
            out(parse(record, entry, line, Record::read)?
                .to_line()
                .as_bytes())?;
        }
    }
    Ok(())
}

fn unreadable(entry: &str, error: &std::io::Error) -> RepackError {
    RepackError::Unreadable(format!("{entry}: {error}"))
}

fn parse<T>(
    text: &[u8],
    entry: &'static str,
    line: u64,
    read: impl FnOnce(&Node<'_>, &mut Problems) -> Option<T>,
) -> Result<T, RepackError> {
    let failed = |what: String| RepackError::Content { entry, line, what };
    if text.len() > MAX_LINE {
        return Err(failed(format!("longer than {MAX_LINE} bytes")));
    }
    let node = json::parse(text).map_err(|error| failed(error.to_string()))?;
    let mut problems = Problems::new();
    let value = read(&node, &mut problems);
    match (value, problems.into_vec().first()) {
        (Some(value), None) => Ok(value),
        (_, Some(problem)) => Err(failed(format!("{} {}", problem.pointer, problem.reason))),
        (None, None) => Err(failed("cannot be read".into())),
    }
}
