//! Captures that another tool packed anew: read leniently, checked strictly, written canonically.
//!
//! What a person's unzip-and-zip does to an archive (compression, order, extra fields, a folder
//! around it) changes nothing in its documents, so it can be undone. The documents themselves
//! are not repaired.

use std::io::{Cursor, Read as _};

use eval752_contract::archive::write_archive;
use eval752_contract::capture::{ENTRY_NAMES, Manifest, Payload, Record, Session};

use crate::document;
use crate::error::{Error, Issue};

/// The most that an archive may unpack to.
const MAX_UNPACKED: u64 = 2 << 30;

/// The canonical archive of the capture in `bytes`: a ZIP in any shape, or a JSON payload.
///
/// # Errors
/// [`Error::Document`] with what is wrong where.
pub fn repack(name: &str, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let payload = if bytes.starts_with(b"PK") {
        from_archive(name, bytes)?
    } else {
        document::read(name, "capture", bytes, Payload::read)?
    };
    let mut payload = payload;
    payload.manifest.item_count = payload.results.len() as u64;
    payload.manifest.error_count = payload
        .results
        .iter()
        .filter(|record| record.error().is_some())
        .count() as u64;
    let lines: String = payload.results.iter().map(Record::to_line).collect();
    let entries = [
        payload.manifest.to_json(),
        payload.browser_harness.to_json(),
        lines,
    ];
    let entries = [
        entries[0].as_bytes(),
        entries[1].as_bytes(),
        entries[2].as_bytes(),
    ];
    write_archive(payload.manifest.exported_at, entries)
        .map_err(|error| refuse(name, "archive.too_large", &error.to_string()))
}

fn refuse(name: &str, code: &'static str, message: &str) -> Error {
    Error::Document {
        name: name.to_owned(),
        what: "capture",
        issues: vec![Issue::new(code, message)],
    }
}

fn from_archive(name: &str, bytes: &[u8]) -> Result<Payload, Error> {
    let broken = |error: &dyn std::fmt::Display| {
        refuse(
            name,
            "zip.unreadable",
            &format!("the archive can't be read: {error}"),
        )
    };
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    let names = archive
        .file_names()
        .map(|name| name.map(std::borrow::Cow::into_owned))
        .collect::<Result<Vec<String>, _>>()
        .map_err(|error| broken(&error))?;
    let mut room = MAX_UNPACKED;
    let mut texts = Vec::new();
    for wanted in ENTRY_NAMES {
        // A folder around the entries is undone; what macOS adds is no entry.
        let found: Vec<&String> = names
            .iter()
            .filter(|name| {
                name.rsplit('/').next() == Some(wanted) && !name.starts_with("__MACOSX/")
            })
            .collect();
        let [entry] = found.as_slice() else {
            let message = format!("it should hold one {wanted} and holds {}", found.len());
            return Err(refuse(name, "archive.missing_entry", &message));
        };
        let mut text = Vec::new();
        let reader = archive.by_name(entry).map_err(|error| broken(&error))?;
        let read = reader
            .take(room + 1)
            .read_to_end(&mut text)
            .map_err(|error| broken(&error))?;
        room = room
            .checked_sub(read as u64)
            .ok_or_else(|| refuse(name, "archive.too_large", "it unpacks to more than 2 GiB"))?;
        texts.push(text);
    }
    let [manifest, session, results] = <[Vec<u8>; 3]>::try_from(texts)
        .map_err(|_| Error::Internal("not three entries".to_owned()))?;
    Ok(Payload {
        manifest: document::read("manifest.json", "manifest", &manifest, Manifest::read)?,
        browser_harness: document::read(
            "browser_harness.json",
            "session",
            &session,
            Session::read,
        )?,
        results: records(&results)?,
    })
}

fn records(text: &[u8]) -> Result<Vec<Record>, Error> {
    text.split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .zip(1..)
        .filter(|(line, _)| !line.is_empty())
        .map(|(line, number): (&[u8], u64)| {
            document::read(
                &format!("results.jsonl line {number}"),
                "record",
                line,
                Record::read,
            )
        })
        .collect()
}
