//! A browser for restricted places: pictures of a page as a commit has it, and
//! a Chromium launcher with a proxy relay for test commands that run inside a
//! sandbox. The sandbox stays the boundary; nothing here loosens it.
//!
//! Linux only: process clean-up, file descriptor passing and the check of who
//! may write the launcher use Linux interfaces.
#![cfg(target_os = "linux")]

mod cdp;
mod chrome;
pub mod cli;
mod clock;
mod config;
mod error;
pub mod git;
mod hosts;
mod pipe;
mod process;
mod relay;
mod run;
pub mod shot;
mod smoke;
#[doc(hidden)]
pub mod stand_in;
mod stop;

pub use chrome::{Browser, Build};
pub use clock::Deadline;
pub use error::{Error, Exit};
