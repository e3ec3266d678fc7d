//! Checks what was named, one after the other, and prints the outcome.

use std::io::{IsTerminal as _, Read};
use std::path::Path;
use std::sync::Arc;

use eval752_contract::token::KeySet;
use eval752_validator::report::{self, unpacked_folder};
use eval752_validator::{Options, PackIndex, Report, Validator, for_each_piece};

use crate::Outcome;
use crate::args::{Args, Command};
use crate::input::{self, Input, Steady};
use crate::output::{paint, say, show, talk};
use crate::{explain, progress};

/// A checked file, or why it could not be checked.
type Checked = (String, Result<Report, String>);

pub(crate) fn run(args: &Args) -> Outcome {
    if let Some(Command::Explain {
        code,
        markdown,
        json,
        ..
    }) = &args.command
    {
        return explain::run(code.as_deref(), *markdown, *json);
    }
    let options = match options(args) {
        Ok(options) => options,
        Err(why) => {
            talk(&why);
            return Outcome::Environment;
        }
    };
    if args.files.is_empty() {
        talk("name a file to check, or `-` for standard input (see --help)");
        return Outcome::Environment;
    }
    let mut outcome = Outcome::Good;
    let mut all = Vec::new();
    for input in input::resolve(&args.files) {
        let name = input.name();
        let result = check(&input, &name, &options);
        outcome = outcome.max(match &result {
            Ok(report) if report.is_good() => Outcome::Good,
            Ok(_) => Outcome::Bad,
            Err(_) => Outcome::Environment,
        });
        if args.json {
            all.push((name, result));
        } else {
            print(&name, &result, args.summary);
        }
    }
    if args.json {
        say(&to_json(&all));
    }
    outcome
}

fn options(args: &Args) -> Result<Options, String> {
    let read = |path: &Path, what: &str| {
        std::fs::read(path).map_err(|error| {
            format!(
                "the {what} file {} {}",
                path.display(),
                input::explain(&error)
            )
        })
    };
    let keys = match &args.key {
        None => None,
        Some(path) => {
            let text = String::from_utf8(read(path, "key")?)
                .map_err(|_| format!("the key file {} is not text", path.display()))?;
            Some(KeySet::parse(&text).map_err(|error| format!("{error}: {}", path.display()))?)
        }
    };
    let pack = match &args.pack {
        None => None,
        Some(path) => {
            let text = read(path, "pack")?;
            let pack =
                PackIndex::parse(&text).map_err(|error| format!("{error}: {}", path.display()))?;
            Some(Arc::new(pack))
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Options {
        profile: args.profile.into(),
        zip_only: args.zip_only,
        max_findings: args.max_findings,
        keys,
        pack,
        threads: args.threads.unwrap_or(cores.min(2)).max(1),
        ..Options::default()
    })
}

fn check(input: &Input, name: &str, options: &Options) -> Result<Report, String> {
    match input {
        Input::Unreadable(_, why) => Err(why.clone()),
        Input::Unpacked(_) => Ok(unpacked_folder(options)),
        Input::Stdin => {
            if std::io::stdin().is_terminal() {
                talk("reading standard input; end it with Ctrl-D");
            }
            read_all(std::io::stdin(), name, None, options).map(|(report, _)| report)
        }
        Input::File(path) => {
            let mut file = Steady::open(path)?;
            let length = file.length;
            let (mut report, read) = read_all(&mut file, name, Some(length), options)?;
            file.confirm(read)?;
            report::note_name(&mut report, name, options);
            Ok(report)
        }
    }
}

fn read_all(
    reader: impl Read + Send,
    name: &str,
    length: Option<u64>,
    options: &Options,
) -> Result<(Report, u64), String> {
    let bar = progress::bar(name, length);
    let mut validator = Validator::new(options.clone());
    let mut total = 0;
    let read = for_each_piece(reader, options.threads, |piece| {
        validator.feed(piece);
        total += piece.len() as u64;
        bar.set_position(total);
    });
    bar.finish_and_clear();
    read.map_err(|error| input::explain(&error))?;
    Ok((validator.finish(), total))
}

fn print(name: &str, result: &Result<Report, String>, summary: bool) {
    match result {
        Err(why) => talk(&format!("{name} {why}")),
        Ok(report) => {
            let mut lines = report.lines_with(name, paint);
            if summary {
                let facts = report.summary_lines().into_iter();
                lines.extend(facts.map(|fact| format!("    {fact}")));
            }
            show(&lines);
        }
    }
}

fn to_json(all: &[Checked]) -> String {
    report::files_to_json(
        all.iter()
            .map(|(name, result)| (name.as_str(), result.as_ref().map_err(String::as_str))),
    )
}
