//! Where the three parts of a capture are read from: an archive of any
//! method, a folder, or a payload.

use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use eval752_contract::capture::{ENTRY_NAMES, Payload, Record};
use eval752_contract::json;
use eval752_contract::problem::Problems;
use zip::ZipArchive;

use super::error::RepackError;
use crate::finding::Severity;
use crate::options::Options;
use crate::zip::{Discard, Rules, Walker};
use crate::{READ_SIZE, validate_reader};

/// Structural defects that leave one reading, so that rewriting is no guess.
const REPAIRABLE: [&str; 16] = [
    "zip.method_unsupported",
    "zip.data_descriptor",
    "zip.comment_present",
    "zip.trailing_data",
    "zip.unaccounted_bytes",
    "zip.entry_order",
    "zip.unknown_record",
    "zip.flags",
    "zip.version",
    "zip.time_mismatch",
    "zip.time_invalid",
    "zip.extra_forbidden",
    "limit.zip64",
    "archive.unexpected_entry",
    "archive.entry_order",
    "archive.not_a_file",
];

pub(super) enum Source {
    Archive(Box<ZipArchive<BufReader<File>>>, [usize; 3]),
    Folder(PathBuf),
    Texts([Vec<u8>; 3]),
}

impl Source {
    pub(super) fn open(input: &Path) -> Result<Self, RepackError> {
        let failed = |error| RepackError::io(input, error);
        if input.is_dir() {
            return Ok(Self::Folder(input.to_owned()));
        }
        let mut head = [0; 64];
        let read = File::open(input)
            .and_then(|mut file| file.read(&mut head))
            .map_err(failed)?;
        let head = head[..read]
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(&head[..read]);
        if head.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{') {
            return payload(input);
        }
        archive(input)
    }

    /// One part from its beginning.
    pub(super) fn read(&mut self, part: usize) -> Result<Box<dyn Read + '_>, RepackError> {
        match self {
            Self::Archive(archive, indexes) => {
                let entry = archive.by_index(indexes[part]);
                Ok(Box::new(entry.map_err(|error| {
                    RepackError::Unreadable(error.to_string())
                })?))
            }
            Self::Folder(folder) => {
                let path = folder.join(ENTRY_NAMES[part]);
                let file = File::open(&path).map_err(|error| RepackError::io(&path, error))?;
                Ok(Box::new(BufReader::new(file)))
            }
            Self::Texts(texts) => Ok(Box::new(Cursor::new(&texts[part]))),
        }
    }
}

/// Opens an archive once our own reader found nothing ambiguous in it.
fn archive(input: &Path) -> Result<Source, RepackError> {
    let failed = |error| RepackError::io(input, error);
    let mut walker = Walker::new(Rules::any_names());
    let mut file = File::open(input).map_err(failed)?;
    let mut buffer = vec![0; READ_SIZE];
    loop {
        match file.read(&mut buffer).map_err(failed)? {
            0 => break,
            n => walker.feed(&buffer[..n], &mut Discard),
        }
    }
    if let Some(finding) = walker.finish().structural
        && !REPAIRABLE.contains(&finding.code.as_str())
    {
        let options = Options {
            zip_only: true,
            ..Options::default()
        };
        let report = File::open(input).and_then(|file| validate_reader(file, &options));
        return Err(RepackError::Refused(Box::new(report.map_err(failed)?)));
    }
    let unreadable = |error: zip::result::ZipError| RepackError::Unreadable(error.to_string());
    let reader = BufReader::new(File::open(input).map_err(failed)?);
    let mut archive = ZipArchive::new(reader).map_err(unreadable)?;
    // Our reader stops at the first defect; these look at the rest.
    archive.validate_header_consistency().map_err(unreadable)?;
    if archive.has_overlapping_entries().map_err(unreadable)? || archive.has_duplicate_names() {
        return Err(RepackError::Unreadable(
            "entries overlap or have the same name".into(),
        ));
    }
    let names: Vec<Vec<u8>> = archive.file_names_raw().map(<[u8]>::to_vec).collect();
    let mut indexes = [0; 3];
    for (part, name) in ENTRY_NAMES.into_iter().enumerate() {
        let mut found = names
            .iter()
            .enumerate()
            .filter(|(_, found)| is_part(found, name));
        let Some((_, full)) = found.next() else {
            return Err(RepackError::Missing(name));
        };
        if found.next().is_some() {
            return Err(RepackError::Ambiguous(name));
        }
        indexes[part] = archive
            .index_for_name_raw(full)
            .ok_or(RepackError::Missing(name))?;
    }
    Ok(Source::Archive(Box::new(archive), indexes))
}

/// The entry itself, or the entry in a folder that was packed with it.
fn is_part(found: &[u8], name: &str) -> bool {
    found.strip_suffix(name.as_bytes()).is_some_and(|before| {
        (before.is_empty() || before.ends_with(b"/")) && !before.starts_with(b"__MACOSX/")
    })
}

/// A payload is checked whole, then taken apart in memory.
fn payload(input: &Path) -> Result<Source, RepackError> {
    let failed = |error| RepackError::io(input, error);
    let text = std::fs::read(input).map_err(failed)?;
    let report = crate::validate_bytes(&text, &Options::default());
    if report
        .findings
        .iter()
        .any(|finding| finding.severity == Severity::Error)
    {
        return Err(RepackError::Refused(Box::new(report)));
    }
    let node = json::parse(&text).map_err(|error| RepackError::Unreadable(error.to_string()))?;
    let payload =
        Payload::read(&node, &mut Problems::new()).ok_or(RepackError::Missing("payload"))?;
    let results: String = payload.results.iter().map(Record::to_line).collect();
    Ok(Source::Texts([
        payload.manifest.to_json().into_bytes(),
        payload.browser_harness.to_json().into_bytes(),
        results.into_bytes(),
    ]))
}
