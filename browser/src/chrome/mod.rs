//! Finding, starting and ending the browser. headless-shell is preferred: it
//! was measured to start in half the time, to need no Unix socket, to keep no
//! profile lock and to exit with honest codes.

mod end;
mod find;
mod flags;
mod process;

pub(crate) use find::BINARY_VARIABLE;
pub use find::{Browser, Build};
pub(crate) use flags::common as common_flags;
pub(crate) use process::{Process, piped};
