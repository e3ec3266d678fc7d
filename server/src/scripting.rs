//! From a pack and a preset to a script: the contract does the work, this finds the runtime.

use std::path::{Path, PathBuf};

use eval752_contract::script::{CHROMIUM_BOOKMARK_LIMIT, FIREFOX_BOOKMARK_LIMIT, Form, Runtime};

use crate::assets;
use crate::error::Error;

/// The runtime to wrap: the file named, else `$EVAL752_RUNTIME`, else the one in this build.
///
/// # Errors
/// When the file can't be read or is no runtime, and when this build has none.
pub fn runtime(named: Option<&Path>) -> Result<Runtime, Error> {
    let from_environment = std::env::var_os("EVAL752_RUNTIME").map(PathBuf::from);
    let (name, text) = if let Some(path) = named.map(Path::to_owned).or(from_environment) {
        let text = std::fs::read_to_string(&path).map_err(Error::read(&path))?;
        (path.display().to_string(), text)
    } else {
        let text = assets::RUNTIME.ok_or(Error::NoRuntime)?;
        ("the built-in runtime".to_owned(), text.to_owned())
    };
    Runtime::from_json(&text).map_err(|error| Error::Usage(format!("{name}: {error}")))
}

/// Which browsers keep a bookmark of this length, in a sentence.
#[must_use]
pub fn bookmark_fit(length: usize) -> String {
    let fits = |limit: usize| {
        if length <= limit {
            "fits"
        } else {
            "does not fit"
        }
    };
    format!(
        "{length} characters: {} in a Firefox bookmark ({FIREFOX_BOOKMARK_LIMIT}), {} in a \
         Chromium bookmark ({CHROMIUM_BOOKMARK_LIMIT})",
        fits(FIREFOX_BOOKMARK_LIMIT),
        fits(CHROMIUM_BOOKMARK_LIMIT),
    )
}

/// The form called `name` on the command line and in requests.
#[must_use]
pub fn form(name: &str) -> Option<Form> {
    Form::ALL.into_iter().find(|form| form.as_str() == name)
}
