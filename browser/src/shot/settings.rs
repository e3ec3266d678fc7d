//! What the operator may set: where pictures go, how wide, how sharp, how tall
//! at most, how long to wait. From the configuration file or the environment,
//! never from arguments, so that a permission for the command permits no more.

use std::env;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::Error;
use crate::config::{ConfigFile, ConfigPlace};

/// Checked settings of `screenshot`.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Folder for the pictures; `None` is a private one in the temporary folder.
    pub folder: Option<PathBuf>,
    /// Width of the page in CSS pixels.
    pub width: u32,
    /// Picture pixels for each CSS pixel.
    pub scale: f64,
    /// Height in picture pixels at which a long page is cut.
    pub max_height: u32,
    /// How long a page may take to load and to settle.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            folder: None,
            width: 1280,
            scale: 1.0,
            max_height: 16_384,
            patience: Duration::from_secs(15),
        }
    }
}

impl Settings {
    /// The configuration file's values, overridden by the environment's.
    pub fn load() -> Result<Self, Error> {
        let place = ConfigPlace::from_environment();
        let table = ConfigFile::read(&place)?.screenshot;
        let default = Self::default();
        let settings = Self {
            folder: variable("EVAL752_SCREENSHOT_DIR")?.or(table.folder),
            width: variable("EVAL752_SCREENSHOT_WIDTH")?
                .or(table.width)
                .unwrap_or(default.width),
            scale: variable("EVAL752_SCREENSHOT_SCALE")?
                .or(table.scale)
                .unwrap_or(default.scale),
            max_height: variable("EVAL752_SCREENSHOT_MAX_HEIGHT")?
                .or(table.max_height)
                .unwrap_or(default.max_height),
            patience: variable("EVAL752_SCREENSHOT_TIMEOUT")?
                .or(table.timeout_seconds)
                .map_or(default.patience, Duration::from_secs),
        };
        settings.check().map_err(|what| Error::Config {
            place: format!("{} or EVAL752_SCREENSHOT_*", place.shown()),
            what,
        })
    }

    fn check(self) -> Result<Self, String> {
        let folder_is_absolute = self.folder.as_ref().is_none_or(|path| path.is_absolute());
        if !folder_is_absolute {
            return Err("the folder must be an absolute path".to_owned());
        }
        if !(200..=4096).contains(&self.width) {
            return Err("the width must be 200 to 4096 CSS pixels".to_owned());
        }
        if !(0.5..=4.0).contains(&self.scale) {
            return Err("the scale must be 0.5 to 4".to_owned());
        }
        if !(200..=32_768).contains(&self.max_height) {
            return Err("max_height must be 200 to 32768 picture pixels".to_owned());
        }
        if !(1..=300).contains(&self.patience.as_secs()) {
            return Err("the time-out must be 1 to 300 seconds".to_owned());
        }
        Ok(self)
    }
}

/// A variable's value, if it is set and not empty.
fn variable<T: FromStr>(name: &str) -> Result<Option<T>, Error> {
    match env::var(name) {
        Ok(text) if !text.is_empty() => text.parse().map(Some).map_err(|_| Error::Config {
            place: name.to_owned(),
            what: format!("{text:?} is not a value it can take"),
        }),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn values_out_of_range_are_refused() {
        let with = |change: fn(&mut Settings)| {
            let mut settings = Settings::default();
            change(&mut settings);
            settings.check()
        };
        assert!(with(|_| ()).is_ok());
        assert!(with(|s| s.width = 100).is_err());
        assert!(with(|s| s.scale = f64::NAN).is_err());
        assert!(with(|s| s.max_height = 100_000).is_err());
        assert!(with(|s| s.folder = Some("relative".into())).is_err());
    }
}
