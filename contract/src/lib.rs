//! What passes between page, archive, validator and server.
//!
//! Everything here is pure: no I/O, no clock, no randomness. The same code runs in the
//! chat page (WebAssembly), in the validator and in the server, so that a value that one
//! of them wrote is read by the others under the same rules.
//!
//! The documents follow the data: a [`pack`] of prompts goes out inside a [`script`], the
//! page's answers come back as [`capture`] documents inside an [`archive`]. A [`preset`]
//! says where things are on a vendor's page, a [`token`] proves where a pack came from.

pub mod archive;
pub mod capture;
pub mod digest;
pub mod error_code;
pub mod ids;
pub mod json;
pub mod origin;
pub mod pack;
pub mod page_check;
#[cfg(feature = "plain-text")]
pub mod plain;
pub mod preset;
pub mod problem;
pub mod role;
pub mod script;
pub mod selectors_file;
pub mod target;
pub mod time;
#[cfg(feature = "token")]
pub mod token;

/// The largest integer that JSON readers everywhere keep exactly (2^53 − 1, RFC 7493).
pub const MAX_INTEGER: u64 = (1 << 53) - 1;
