//! Strict, offline checks of capture archives (`*.eval752.zip`) and JSON
//! payloads.
//!
//! A capture from a stranger decides what a model is said to be worth, so
//! nothing wrong may get through and nothing right may be refused. The check
//! reads a file once, forward, in bounded memory, and does no I/O of its own:
//!
//! ```
//! use eval752_validator::{Options, Validator};
//!
//! let mut validator = Validator::new(Options::default());
//! for piece in [b"PK\x05\x06".as_slice(), &[0; 18]] {
//!     validator.feed(piece);
//! }
//! let report = validator.finish();
//! for line in report.lines("empty.zip") {
//!     println!("{line}");
//! }
//! assert_eq!(report.first_error().unwrap().code.as_str(), "archive.missing_entry");
//! ```
//!
//! - [`validate_bytes`] and [`validate_reader`] wrap that loop.
//! - [`Options`] carry the profile, the public keys and the pack.
//! - A [`Consumer`] receives the documents as they are read, for an import.
//! - [`finding::codes`] is the registry of everything that can be found.
//! - [`zip`] is the container layer by itself.
//! - With the feature `repack`, `repack::repack` rewrites what another program
//!   packed; it is the only part that touches files.
//!
//! How to embed it in a server, a CI job or a page is in the [`manual`].
//!
//! # Features
//!
//! - `cli` (default): the command. The library needs none of it.
//! - `fast` (default): vector instructions for large files; off in pages, where
//!   bytes count.
//! - `repack` (default): rewriting archives.
//!
//! None of them reaches for the network or an async runtime.
//!
//! What a good verdict proves is in [`Summary::proves`]; it never proves that
//! a response is genuine, for responses are not signed.

mod append;
mod collect;
mod convenience;
mod doc;
pub mod finding;
#[cfg(any(doc, doctest))]
pub mod manual;
mod options;
mod payload;
mod reading;
#[cfg(feature = "repack")]
pub mod repack;
pub mod report;
mod validator;
pub mod zip;

pub use collect::Counts;
pub use convenience::{validate_bytes, validate_reader};
pub use doc::{Consumer, Ignore};
pub use finding::{Code, Finding, Place, Profile, Severity};
pub use options::{MAX_FINDINGS, MAX_LINE, Options, PackError, PackIndex};
pub use reading::{READ_SIZE, for_each_piece};
pub use report::{Report, Summary, Verdict};
pub use validator::Validator;
