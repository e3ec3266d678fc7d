//! The command line: verbs, and the one place where failures become exit codes.

#![expect(
    clippy::doc_markdown,
    reason = "doc comments of arguments are the help text"
)]

mod arguments;
mod backup;
mod console;
mod dataset;
pub(crate) mod import;
mod judge;
mod keys;
mod pack;
pub(crate) mod provider;
mod reading;
mod repack;
mod runs;
mod score;
mod script;
mod serve;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::data_dir::DataDir;
use crate::error::{Error, Outcome};
use crate::keyring::Keyring;
use crate::workspace::Workspace;
use console::Console;

/// From a dataset to a signed pack, a script for a chat page, and a scored run.
///
/// Exit codes: 0 good, 1 the checked data is bad, 2 usage or environment, 3 internal.
#[derive(Debug, Parser)]
#[command(name = "eval752", version, propagate_version = true)]
struct Cli {
    /// The folder with keys and store [default: $EVAL752_DATA, else the platform's data folder].
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Print results and errors as JSON.
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Add, list and show datasets.
    Dataset(dataset::DatasetVerb),
    /// Make a signed, prompt-only pack from a dataset.
    Pack(Box<pack::Pack>),
    /// Print the public keys that verify packs and captures.
    Keys(keys::Keys),
    /// Make a script, bookmarklet or userscript from a pack.
    Script(Box<script::Script>),
    /// Take captures in.
    Import(import::Import),
    /// Write a capture in its canonical form.
    Repack(repack::Repack),
    /// List and show runs.
    Runs(runs::Runs),
    /// Score a run again.
    Score(score::Score),
    /// Compare runs item by item.
    Compare(runs::Compare),
    /// Write a run's items to a file.
    Export(runs::Export),
    /// Write an HTML page about a run.
    Report(runs::Report),
    /// Add, list and test API providers.
    Provider(provider::ProviderVerb),
    /// Make a consistent copy of the store.
    Backup(backup::Backup),
    /// Serve the page, the fixtures and the API on this machine.
    Serve(serve::Serve),
}

/// Runs the command line.
#[must_use]
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors: clap knows which stream and code each takes.
            let _closed_stream = error.print();
            let code = if error.use_stderr() {
                Outcome::Usage.code()
            } else {
                0
            };
            return ExitCode::from(code);
        }
    };
    let console = Console::new(cli.json);
    let context = Context {
        data: cli.data,
        console,
    };
    let done = match cli.verb {
        Verb::Dataset(verb) => verb.run(&context),
        Verb::Pack(verb) => verb.run(&context),
        Verb::Keys(verb) => verb.run(&context),
        Verb::Script(verb) => verb.run(&context),
        Verb::Import(verb) => verb.run(&context),
        Verb::Repack(verb) => verb.run(&context),
        Verb::Runs(verb) => verb.run(&context),
        Verb::Score(verb) => verb.run(&context),
        Verb::Compare(verb) => verb.run(&context),
        Verb::Export(verb) => verb.run(&context),
        Verb::Report(verb) => verb.run(&context),
        Verb::Provider(verb) => verb.run(&context),
        Verb::Backup(verb) => verb.run(&context),
        Verb::Serve(verb) => verb.run(&context),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            console.fail(&error);
            ExitCode::from(error.outcome().code())
        }
    }
}

/// Every verb with its help, as Markdown: `docs/cli.md` is this text.
#[must_use]
pub fn reference() -> String {
    let mut out = String::from(
        "# Commands of `eval752`\n\nMade from the program's own help; a test keeps it so. Data goes \
         to standard output, talk to standard error.\nExit codes: 0 good, 1 the checked data is \
         bad, 2 usage or environment, 3 internal.\n",
    );
    let mut command = <Cli as clap::CommandFactory>::command();
    command.build();
    describe(&mut command, &mut out);
    out
}

fn describe(command: &mut clap::Command, out: &mut String) {
    if command.get_name() == "help" {
        return;
    }
    let name = command
        .get_display_name()
        .unwrap_or(command.get_name())
        .replace('-', " ");
    let help = command
        .clone()
        .term_width(90)
        .render_long_help()
        .to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    out.extend([
        "\n## `",
        &name,
        "`\n\n```text\n",
        lines.join("\n").trim(),
        "\n```\n",
    ]);
    for inner in command.get_subcommands_mut() {
        describe(inner, out);
    }
}

/// What every verb gets.
struct Context {
    data: Option<PathBuf>,
    console: Console,
}

impl Context {
    fn data(&self) -> Result<DataDir, Error> {
        DataDir::open(self.data.as_deref())
    }

    /// The workspace's keys; says so when they have just been made.
    fn keyring(&self) -> Result<Keyring, Error> {
        let keyring = Keyring::open(&self.data()?)?;
        self.announce(&keyring);
        Ok(keyring)
    }

    fn announce(&self, keyring: &Keyring) {
        if let Some(path) = &keyring.created {
            self.console.say(&format!(
                "made a signing key for this workspace: {} (keep it; packs are verified with it)",
                path.display()
            ));
        }
    }

    /// Does `work` in the workspace, and closes the store whatever comes of it.
    fn workspace(
        &self,
        work: impl AsyncFnOnce(Workspace) -> Result<(), Error>,
    ) -> Result<(), Error> {
        runtime()?.block_on(async {
            let workspace = Workspace::open(self.data()?).await?;
            self.announce(&workspace.keyring);
            let store = workspace.store.clone();
            let done = work(workspace).await;
            store.close().await;
            done
        })
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, Error> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Error::System {
            what: "can't start",
            why: error.to_string(),
        })
}
