//! Presets: what the runtime must know about a vendor's page, as data.
//!
//! A new vendor or a changed page is an edit of a file in `contract/presets`: for every role
//! an ordered list of CSS selectors, each with the date on which it was last seen to work.

mod builtin;
mod read;

pub use builtin::{builtin, builtins};

use crate::ids::PresetId;
use crate::origin::Origin;
use crate::role::{Role, Selectors};

/// What is known about one vendor's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preset {
    /// Its id, as in `--preset`.
    pub id: PresetId,
    /// Changes with every edit of the file.
    pub version: String,
    /// The page's name for people.
    pub display_name: String,
    /// The page's origin; `None` where the user must say.
    pub origin: Option<Origin>,
    /// For every role its selectors with their dates, in order of preference.
    pub roles: Vec<(Role, Vec<DatedSelector>)>,
    /// Whole texts that stand where an answer will be and are none.
    pub interim: Vec<String>,
}

/// A selector and when it was last seen to work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedSelector {
    /// A CSS selector.
    pub css: String,
    /// `YYYY-MM-DD`.
    pub seen: String,
}

impl Preset {
    /// The selectors without their dates.
    #[must_use]
    pub fn selectors(&self) -> Selectors {
        let mut selectors = Selectors::default();
        for (role, list) in &self.roles {
            selectors.set(*role, list.iter().map(|dated| dated.css.clone()).collect());
        }
        selectors
    }
}
