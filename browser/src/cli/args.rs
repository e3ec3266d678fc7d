//! The verbs and their arguments.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// A browser for restricted places.
#[derive(Debug, Parser)]
#[command(
    name = "eval752-browser",
    version,
    about,
    disable_help_subcommand = true
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Draw one page of one commit, light and dark; print the two PNG paths
    Screenshot {
        /// The commit's hash
        commit: String,
        /// Repo-relative path of an .html file in that commit
        path: String,
        /// Print one JSON object instead of two paths
        #[arg(long)]
        json: bool,
    },
    /// Print the command a reviewer may use for this commit, and its permission
    Review {
        /// The commit's hash
        commit: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Run a command with `CHROME_BIN` set to a browser that works in a sandbox
    Run {
        /// Go on although the run could exchange this program (for development)
        #[arg(long)]
        allow_writable_launcher: bool,
        /// Use `allowed_domains` although the run could write the file (for development)
        #[arg(long)]
        allow_writable_config: bool,
        /// The command and its arguments
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
    /// Show which hosts a run may reach from here, and why
    Domains {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
        /// Use `allowed_domains` although the run could write the file (for development)
        #[arg(long)]
        allow_writable_config: bool,
    },
    /// Check end to end that all of this works on this machine
    Smoke {
        /// Also run the command configured for this repository
        #[arg(long, value_name = "PATH")]
        repo: Option<PathBuf>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
        /// Go on although the run could exchange this program (for development)
        #[arg(long)]
        allow_writable_launcher: bool,
        /// Use `allowed_domains` although the run could write the file (for development)
        #[arg(long)]
        allow_writable_config: bool,
    },
    /// The process between a run and its command
    #[command(hide = true)]
    Supervise {
        parent: i32,
        folder: PathBuf,
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
}

/// The words that are verbs; inside of a run, anything else is for the browser.
pub(super) const VERBS: [&str; 6] = [
    "screenshot",
    "review",
    "run",
    "domains",
    "smoke",
    "supervise",
];
