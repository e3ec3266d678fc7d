//! Datasets, packs, scripts, imports and runs: everything behind the page and behind the
//! command `eval752`.
//!
//! The command line ([`cli`]) and the HTTP side ([`http`]) are thin: both call the same
//! functions and turn the same [`Error`] into an exit code or a problem body.

mod assets;
mod atomic;
pub mod cli;
mod clock;
mod data_dir;
pub mod dataset;
mod document;
mod error;
pub mod export;
pub mod http;
pub mod importing;
mod keyring;
pub mod packing;
pub mod repack;
pub mod scoring;
pub mod scripting;
pub mod store;
mod workspace;

pub use data_dir::DataDir;
pub use error::{Error, Issue, Outcome};
pub use keyring::Keyring;
pub use workspace::{PackSource, Workspace};
