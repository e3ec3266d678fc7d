//! The file's members. An unknown member is an error: a misspelt list that is
//! silently empty, or a misspelt limit, is worse than a refusal.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use super::place::ConfigPlace;
use crate::Error;

/// `browser.toml`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfigFile {
    /// Hosts a browser in a run may reach, for every repository.
    pub(crate) allowed_domains: Option<Vec<String>>,
    /// Settings of `screenshot`.
    #[serde(default)]
    pub(crate) screenshot: ScreenshotTable,
    /// More for single repositories, by absolute path.
    #[serde(default)]
    pub(crate) repository: BTreeMap<PathBuf, RepositoryTable>,
}

/// `[screenshot]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScreenshotTable {
    pub(crate) folder: Option<PathBuf>,
    pub(crate) width: Option<u32>,
    pub(crate) scale: Option<f64>,
    pub(crate) max_height: Option<u32>,
    pub(crate) timeout_seconds: Option<u64>,
}

/// `[repository."/absolute/path"]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RepositoryTable {
    #[serde(default)]
    pub(crate) allowed_domains: Vec<String>,
    /// The command that `smoke --repo` runs, as a list of words.
    pub(crate) smoke: Option<Vec<String>>,
}

impl ConfigFile {
    /// Reads the file at this place; no file is an empty configuration.
    pub(crate) fn read(place: &ConfigPlace) -> Result<Self, Error> {
        let Some(path) = place.existing()? else {
            return Ok(Self::default());
        };
        let text = std::fs::read_to_string(&path).map_err(|error| Error::file(&path, error))?;
        Self::parse(&text).map_err(|what| Error::Config {
            place: path.display().to_string(),
            what,
        })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let config: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        match config.repository.keys().find(|path| !path.is_absolute()) {
            Some(path) => Err(format!(
                "repository {:?} must be named by its absolute path",
                path.display().to_string()
            )),
            None => Ok(config),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ConfigFile;

    #[test]
    fn members_are_known_or_refused() {
        let config = ConfigFile::parse(
            "allowed_domains = [\"a.example.org\"]\n[screenshot]\nwidth = 900\n\
             [repository.\"/r\"]\nallowed_domains = [\"b.example.org\"]\nsmoke = [\"npm\", \"test\"]\n",
        )
        .unwrap();
        assert_eq!(config.screenshot.width, Some(900));
        assert_eq!(config.repository.len(), 1);
        assert!(ConfigFile::parse("allowed_domain = []").is_err());
        assert!(ConfigFile::parse("[repository.\"relative\"]").is_err());
    }
}
