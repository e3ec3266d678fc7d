//! Integration tests, in one program so that they link once.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests do")]

mod arguments;
mod common;
mod npm;
mod own_pages;
mod pictures;
mod proxies;
mod review;
mod runs;
mod smokes;
mod troubles;
