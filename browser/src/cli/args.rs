//! The verbs and their arguments.

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
}
