//! What a run tells the launcher, through variables: which browser, which relay,
//! which hosts go around it, and where files may go.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;
use crate::chrome::BINARY_VARIABLE;

/// Set inside of a run; the program then plays the browser.
pub(crate) const RUN_VARIABLE: &str = "EVAL752_BROWSER_RUN";
const PROXY_VARIABLE: &str = "EVAL752_BROWSER_PROXY";
const BYPASS_VARIABLE: &str = "EVAL752_BROWSER_BYPASS";

/// The run as the launcher sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// The run's temporary folder.
    pub(crate) folder: PathBuf,
    /// The browser's binary, if one is installed.
    pub(crate) binary: Option<PathBuf>,
    /// The relay as `http://127.0.0.1:port`.
    pub(crate) proxy: String,
    /// Rules for hosts that do not go through the relay.
    pub(crate) bypass: String,
}

impl Surroundings {
    /// Where temporary files of the command go.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.folder.join("tmp")
    }

    /// Prepares the command's environment.
    pub(crate) fn apply(&self, command: &mut Command, launcher: &Path) {
        command
            .env("CHROME_BIN", launcher)
            // It hides the dev dependencies that a test needs.
            .env_remove("NODE_ENV")
            .env("TMPDIR", self.temporary())
            .env(RUN_VARIABLE, &self.folder)
            .env(PROXY_VARIABLE, &self.proxy)
            .env(BYPASS_VARIABLE, &self.bypass)
            .env(
                BINARY_VARIABLE,
                self.binary.as_deref().unwrap_or(Path::new("")),
            );
    }

    /// Reads them back in the launcher.
    pub(crate) fn read() -> Result<Self, Error> {
        let get = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let missing = |name: &str| {
            Error::environment(format!(
                "{name} is missing: without the relay the browser would go around the run's \
                 rules, so it is not started; start it from within `eval752-browser run`"
            ))
        };
        let text = |value: OsString| value.to_string_lossy().into_owned();
        Ok(Self {
            folder: get(RUN_VARIABLE)
                .ok_or_else(|| missing(RUN_VARIABLE))?
                .into(),
            binary: get(BINARY_VARIABLE).map(PathBuf::from),
            proxy: get(PROXY_VARIABLE)
                .map(text)
                .ok_or_else(|| missing(PROXY_VARIABLE))?,
            bypass: get(BYPASS_VARIABLE).map(text).unwrap_or_default(),
        })
    }
}
