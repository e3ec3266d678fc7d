//! Strict, offline checks of capture archives and JSON payloads.

pub mod finding;
pub mod zip;
