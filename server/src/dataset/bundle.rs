//! Datasets of several files: a folder of sections, or an `Eval_752` dataset package.
//!
//! Each `.jsonl` file is a section; items that name no section of their own belong to it.

use std::io::{Cursor, Read as _};
use std::path::Path;

use super::item::Dataset;
use super::load::{LoadOptions, Source, load, refuse_repeated_ids};
use crate::error::{Error, Issue};

/// The most that a package may unpack to.
const MAX_UNPACKED: u64 = 256 << 20;

/// Reads a dataset from a file, a folder, a package, or standard input (`-`).
///
/// # Errors
/// As [`load`].
pub fn load_path(path: &Path, options: &LoadOptions) -> Result<(String, Dataset), Error> {
    if path.is_dir() {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy().into_owned();
        let dataset = join(&name, folder(path)?, options)?;
        return Ok((name, dataset));
    }
    let source = Source::open(path)?;
    let dataset = load_source(&source, options)?;
    Ok((source.name, dataset))
}

/// Reads a dataset that is in memory: a file or a package.
///
/// # Errors
/// As [`load`].
pub fn load_source(source: &Source, options: &LoadOptions) -> Result<Dataset, Error> {
    if source.bytes.starts_with(b"PK\x03\x04") {
        return join(&source.name, package(source)?, options);
    }
    load(source, options)
}

fn folder(path: &Path) -> Result<Vec<Source>, Error> {
    let sections = path.join("sections");
    let path = if sections.is_dir() { &sections } else { path };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(path).map_err(Error::read(path))? {
        let file = entry.map_err(Error::read(path))?.path();
        let wanted = file.extension().is_some_and(|ext| {
            ext.eq_ignore_ascii_case("jsonl") || ext.eq_ignore_ascii_case("ndjson")
        });
        if wanted && file.is_file() {
            names.push(file);
        }
    }
    names.sort();
    names.iter().map(|file| Source::open(file)).collect()
}

fn package(source: &Source) -> Result<Vec<Source>, Error> {
    let refuse = |code, message: &str| Error::Dataset {
        name: source.name.clone(),
        issues: vec![Issue::new(code, message)],
    };
    let broken = |error: &dyn std::fmt::Display| {
        refuse(
            "dataset.archive",
            &format!("the archive can't be read: {error}"),
        )
    };
    let mut archive =
        zip::ZipArchive::new(Cursor::new(&source.bytes)).map_err(|error| broken(&error))?;
    let mut names = archive
        .file_names()
        .map(|name| name.map(std::borrow::Cow::into_owned))
        .collect::<Result<Vec<String>, _>>()
        .map_err(|error| broken(&error))?;
    names.sort();
    if names.iter().any(|name| name == "browser_harness.json") {
        return Err(refuse(
            "dataset.capture",
            "this is a capture, not a dataset package; take it in with eval752 import",
        ));
    }
    let mut room = MAX_UNPACKED;
    let mut sources = Vec::new();
    for name in names {
        let Some(section) = name
            .strip_prefix("sections/")
            .filter(|rest| Path::new(rest).extension() == Some("jsonl".as_ref()))
        else {
            continue;
        };
        let mut bytes = Vec::new();
        let entry = archive.by_name(&name).map_err(|error| broken(&error))?;
        let read = entry
            .take(room + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| broken(&error))?;
        room = room
            .checked_sub(read as u64)
            .ok_or_else(|| refuse("dataset.limit", "the package unpacks to more than 256 MiB"))?;
        sources.push(Source {
            name: section.to_owned(),
            bytes,
        });
    }
    Ok(sources)
}

fn join(name: &str, sources: Vec<Source>, options: &LoadOptions) -> Result<Dataset, Error> {
    if sources.is_empty() {
        return Err(Error::Dataset {
            name: name.to_owned(),
            issues: vec![Issue::new(
                "dataset.no_sections",
                "there is no section in it: a folder or package holds sections/*.jsonl",
            )],
        });
    }
    let mut whole = Dataset {
        name: options.name.clone().unwrap_or_else(|| {
            let stem = name.strip_suffix(".zip").unwrap_or(name);
            stem.strip_suffix(".eval752").unwrap_or(stem).to_owned()
        }),
        entries: Vec::new(),
        understood: Vec::new(),
        warnings: Vec::new(),
    };
    for source in sources {
        let part = load(&source, options)?;
        let section = source.stem().to_owned();
        for mut entry in part.entries {
            if entry.section == "default" {
                entry.section.clone_from(&section);
            }
            entry.place = format!("{} {}", source.name, entry.place);
            whole.entries.push(entry);
        }
        for mut warning in part.warnings {
            warning.place = warning
                .place
                .map(|place| format!("{} {place}", source.name));
            whole.warnings.push(warning);
        }
        if whole.understood != part.understood {
            whole.understood.extend(part.understood);
        }
    }
    refuse_repeated_ids(name, &whole.entries)?;
    Ok(whole)
}
