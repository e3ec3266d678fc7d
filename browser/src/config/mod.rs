//! The operator's own configuration: a TOML file outside any repository, and a
//! few environment variables. Nothing a repository holds can change it.

mod allowed;
mod file;
mod place;

pub(crate) use allowed::{Trust, allowed_for};
pub(crate) use file::ConfigFile;
pub(crate) use place::{ConfigPlace, writable_by_us};
