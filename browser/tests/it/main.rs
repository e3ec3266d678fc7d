//! Integration tests, in one program so that they link once.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests do")]

mod arguments;
mod common;
mod pictures;
mod review;
mod runs;
mod troubles;
