//! The allow-list in force for a folder: the lines for everywhere, and those of
//! the repository the folder is in, from a file that can be trusted.

use std::path::Path;

use super::file::ConfigFile;
use super::place::{ConfigPlace, writable_by_us};
use crate::Error;
use crate::hosts::{AllowList, Source};

/// What a configuration file must be before its hosts count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trust {
    /// Not writable for us, so not for anything the run starts.
    NotWritable,
    /// Anything outside of a work tree: for development.
    Any,
}

/// The list for this folder; `None` when the configuration has none.
pub(crate) fn allowed_for(folder: &Path, trust: Trust) -> Result<Option<AllowList>, Error> {
    let place = ConfigPlace::from_environment();
    let config = ConfigFile::read(&place)?;
    let mut has_list = config.allowed_domains.is_some();
    let everywhere = config.allowed_domains.into_iter().flatten();
    let mut lines: Vec<_> = everywhere.map(|line| (line, Source::Everywhere)).collect();
    for (repository, table) in config.repository {
        if is_in(folder, &repository) && !table.allowed_domains.is_empty() {
            has_list = true;
            let source = Source::Repository(repository);
            lines.extend(
                table
                    .allowed_domains
                    .into_iter()
                    .map(|line| (line, source.clone())),
            );
        }
    }
    if !has_list {
        return Ok(None);
    }
    if let (Trust::NotWritable, Some(file)) = (trust, place.existing()?)
        && let Some(part) = writable_by_us(&file)
    {
        return Err(Error::Config {
            place: file.display().to_string(),
            what: format!(
                "its allowed_domains do not count, because the run could write {}; keep the file \
                 where the run cannot write, or, for development, pass --allow-writable-config",
                part.display()
            ),
        });
    }
    Ok(Some(AllowList::read(lines)))
}

/// Whether the folder is the repository's or below it, links resolved.
fn is_in(folder: &Path, repository: &Path) -> bool {
    match (folder.canonicalize(), repository.canonicalize()) {
        (Ok(folder), Ok(repository)) => folder.starts_with(repository),
        _ => false,
    }
}
