//! From a pack and a preset to a script: the contract does the work, this finds the runtime.

use std::path::{Path, PathBuf};

use eval752_contract::script::{
    CHROMIUM_BOOKMARK_LIMIT, FIREFOX_BOOKMARK_LIMIT, Form, PlainRuntime, Runtime,
};

use crate::assets;
use crate::error::Error;

/// The runtime to wrap: the file named, else `$EVAL752_RUNTIME`, else the one in this build.
///
/// # Errors
/// When the file can't be read or is no runtime, and when this build has none.
pub fn runtime(named: Option<&Path>) -> Result<Runtime, Error> {
    let (name, text) = text(named, "EVAL752_RUNTIME", assets::RUNTIME, Error::NoRuntime)?;
    Runtime::from_json(&text).map_err(|error| Error::Usage(format!("{name}: {error}")))
}

/// The runtime in plain JavaScript: the file named, else `$EVAL752_RUNTIME_JS`, else the one in
/// this build.
///
/// # Errors
/// As for [`runtime`].
pub fn plain_runtime(named: Option<&Path>) -> Result<PlainRuntime, Error> {
    let (name, text) = text(
        named,
        "EVAL752_RUNTIME_JS",
        assets::PLAIN_RUNTIME,
        Error::NoPlainRuntime,
    )?;
    PlainRuntime::from_json(&text).map_err(|error| Error::Usage(format!("{name}: {error}")))
}

/// A runtime file's name, for messages, and its text.
fn text(
    named: Option<&Path>,
    variable: &str,
    built_in: Option<&str>,
    missing: Error,
) -> Result<(String, String), Error> {
    let from_environment = std::env::var_os(variable).map(PathBuf::from);
    if let Some(path) = named.map(Path::to_owned).or(from_environment) {
        let text = std::fs::read_to_string(&path).map_err(Error::read(&path))?;
        return Ok((path.display().to_string(), text));
    }
    let text = built_in.ok_or(missing)?;
    Ok(("the built-in runtime".to_owned(), text.to_owned()))
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
