//! Integration tests, in one program so that they link once.

mod arguments;
mod common;
mod pictures;
mod review;
mod runs;
mod troubles;
