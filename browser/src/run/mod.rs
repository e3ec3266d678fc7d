//! `run -- COMMAND`: a command with a browser it can use, inside a sandbox.
//!
//! Three processes: this one holds the relay and the temporary folder; a
//! supervisor below it starts the command and adopts its orphans; the launcher
//! is what the command starts as its browser. Whichever of the first two is
//! killed, the other ends everything and removes the folder.

mod environment;
mod launcher;
mod outer;
mod supervisor;

pub(crate) use environment::RUN_VARIABLE;
pub(crate) use launcher::become_browser;
pub(crate) use outer::{Options, run};
pub(crate) use supervisor::supervise;
