//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use eval752_validator::{MAX_FINDINGS, Profile};

/// Check capture archives (*.eval752.zip) and JSON payloads, offline.
///
/// Exit codes: 0 everything is good, 1 a file is bad, 2 wrong usage or a file
/// that cannot be read, 3 a defect of the validator.
#[derive(Debug, Parser)]
#[command(
    name = "eval752-validate",
    version,
    args_conflicts_with_subcommands = true,
    after_help = JSON_HELP
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Archives or JSON payloads; `-` is standard input; in a folder, every
    /// *.eval752.zip and *.eval752.json below it.
    #[arg(value_name = "FILE|-|DIR")]
    pub(crate) files: Vec<PathBuf>,

    /// Print one JSON document instead of lines.
    #[arg(long)]
    pub(crate) json: bool,

    /// Public key of the pack's maker, JWKS or PEM: verifies the token.
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,

    /// The pack the capture was made from: checks every item and prompt.
    #[arg(long, value_name = "FILE")]
    pub(crate) pack: Option<PathBuf>,

    /// The rules to hold files to.
    #[arg(long, value_enum, default_value_t = ProfileArg::Format)]
    pub(crate) profile: ProfileArg,

    /// Check the ZIP container alone, whatever its entries are called.
    #[arg(long)]
    pub(crate) zip_only: bool,

    /// Findings shown of each severity; the rest is counted.
    #[arg(long, value_name = "N", default_value_t = MAX_FINDINGS)]
    pub(crate) max_findings: usize,

    /// Print what is known about each file: target, label, times, counts.
    #[arg(long)]
    pub(crate) summary: bool,

    /// Threads for large files [default: 2 where there are as many].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
}

const JSON_HELP: &str = "\
JSON output: {\"format\":\"eval752.validation.v1\",\"files\":[{\"file\",\"verdict\":
\"good\"|\"bad\",\"counts\":{\"errors\",\"warnings\",\"notes\"},\"findings\":[{\"code\",
\"severity\",\"entry\",\"line\",\"column\",\"offset\",\"pointer\",\"message\",\"excerpt\",
\"remedy\"}],\"summary\":{…}}]}; a file that cannot be read has {\"file\",\"verdict\":
\"unreadable\",\"error\"}. docs/findings.md describes every member and code.";

/// The profiles by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileArg {
    /// Unambiguous and well-formed, whoever wrote it.
    Format,
    /// Byte for byte what our writer writes.
    Canonical,
}

impl From<ProfileArg> for Profile {
    fn from(profile: ProfileArg) -> Self {
        match profile {
            ProfileArg::Format => Self::Format,
            ProfileArg::Canonical => Self::Canonical,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say what a finding code means, what causes it and what to do.
    Explain {
        /// The code, such as `zip.prefix_data`.
        #[arg(required_unless_present = "all")]
        code: Option<String>,
        /// Every code.
        #[arg(long, conflicts_with = "code")]
        all: bool,
        /// As docs/findings.md.
        #[arg(long, requires = "all")]
        markdown: bool,
        /// As JSON.
        #[arg(long, conflicts_with = "markdown")]
        json: bool,
    },
}
