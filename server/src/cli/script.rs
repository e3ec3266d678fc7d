//! `eval752 script`

use std::path::{Path, PathBuf};

use eval752_contract::capture::Declared;
use eval752_contract::origin::Origin;
use eval752_contract::pack::Pack;
use eval752_contract::preset::{Preset, builtin, builtins};
use eval752_contract::script::{
    Form, NoPlainBookmarklet, Plan, ScriptOptions, package, package_plain,
};
use eval752_contract::selectors_file::SelectorsFile;
use serde_json::json;

use super::Context;
use super::arguments::{delay, duration_ms};
use super::console::file;
use super::judge::judge;
use crate::dataset::Source;
use crate::document;
use crate::error::{Error, Issue};
use crate::scripting;

/// Make a script, bookmarklet or userscript from a pack.
#[derive(Debug, clap::Args)]
pub(super) struct Script {
    /// The pack: a file, or - for standard input.
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "no_pack",
        conflicts_with = "no_pack"
    )]
    pack: Option<PathBuf>,

    /// Leave the pack out: the page asks for it.
    #[arg(long)]
    no_pack: bool,

    /// What is known about the chat page: chatgpt, gemini or custom, or a preset file (.json).
    #[arg(long, value_name = "NAME")]
    preset: String,

    /// The page's origin, as https://chat.example.com [default: the preset's].
    #[arg(long)]
    origin: Option<String>,

    /// Selectors in place of the preset's, as JSON: role → list of selectors, what *Check page*
    /// copied, or a preset file.
    #[arg(long, value_name = "FILE")]
    selectors: Option<PathBuf>,

    /// The form of the script.
    #[arg(long = "as", value_name = "FORM", default_value = "raw", value_parser = ["raw", "bookmarklet", "userscript"])]
    form: String,

    /// In plain JavaScript, for a page whose policy forbids WebAssembly: a larger script, and no
    /// bookmarklet.
    #[arg(long)]
    no_wasm: bool,

    /// Start without a press, for automation.
    #[arg(long)]
    autostart: bool,

    /// Pause between items [default: 4s..9s].
    #[arg(long, value_name = "MIN..MAX", value_parser = delay)]
    delay: Option<(u64, u64)>,

    /// How long one item may take [default: 20m].
    #[arg(long, value_name = "DURATION", value_parser = duration_ms)]
    item_timeout: Option<u64>,

    /// The run's name.
    #[arg(long, value_name = "TEXT")]
    label: Option<String>,

    /// A judge to propose, which the page can read: a JSON file, or
    /// provider=…,model=…,prompt=….
    #[arg(long, value_name = "FILE|…")]
    judge: Option<String>,

    /// Record no evidence of how each answer was captured.
    #[arg(long)]
    no_evidence: bool,

    /// What you state about your account, as temporary_chat=yes,memory=no; also
    /// `custom_instructions` and `tools`.
    #[arg(long, value_name = "NAME=yes|no,…", value_delimiter = ',')]
    declare: Vec<String>,

    /// The capture runtime [default: `$EVAL752_RUNTIME`, with --no-wasm `$EVAL752_RUNTIME_JS`, else
    /// the built-in one].
    #[arg(long, value_name = "FILE")]
    runtime: Option<PathBuf>,

    /// Where to write the script [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Script {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        let console = context.console;
        let plan = self.plan()?;
        let form = scripting::form(&self.form).unwrap_or(Form::Raw);
        let script = self.script(&plan, form)?;
        remember_judge(context, &plan)?;
        // A bookmarklet's only line is the URL: without a newline it can be piped into a file.
        console.deliver(self.output.as_deref(), script.as_bytes())?;
        let prompts = plan.pack.as_ref().map_or(0, |pack| pack.items.len());
        if !console.is_json() {
            let size = match form {
                Form::Bookmarklet => scripting::bookmark_fit(script.len()),
                _ => format!("{} bytes", script.len()),
            };
            console.say(&format!(
                "{} for {} with {prompts} prompts: {size}",
                form.as_str(),
                plan.target.origin.as_str(),
            ));
            if let Some(judge) = &plan.options.judge {
                console.say(&format!(
                    "the page can read the judge's instruction: {}",
                    judge.prompt
                ));
            }
        }
        let report = json!({
            "output": file(self.output.as_deref()).map(|path| path.display().to_string()),
            "form": form.as_str(),
            "wasm": !self.no_wasm,
            "origin": plan.target.origin.as_str(),
            "prompts": prompts,
            "characters": script.chars().count(),
            "bytes": script.len(),
            "fits": {
                "firefox_bookmark": form == Form::Bookmarklet
                    && script.len() <= eval752_contract::script::FIREFOX_BOOKMARK_LIMIT,
                "chromium_bookmark": form == Form::Bookmarklet
                    && script.len() <= eval752_contract::script::CHROMIUM_BOOKMARK_LIMIT,
            },
        });
        console.report(self.output.as_deref(), &report)
    }

    fn script(&self, plan: &Plan, form: Form) -> Result<String, Error> {
        let named = self.runtime.as_deref();
        if !self.no_wasm {
            return Ok(package(&scripting::runtime(named)?, plan, form));
        }
        let refused = |error| Error::Usage(format!("--no-wasm --as {}: {error}", form.as_str()));
        // What can't be is said before what is missing.
        if form == Form::Bookmarklet {
            return Err(refused(NoPlainBookmarklet));
        }
        package_plain(&scripting::plain_runtime(named)?, plan, form).map_err(refused)
    }

    fn plan(&self) -> Result<Plan, Error> {
        let preset = preset(&self.preset)?;
        let origin = self
            .origin
            .as_deref()
            .map(|text| {
                Origin::new(text).map_err(|error| Error::Usage(format!("--origin {text}: {error}")))
            })
            .transpose()?;
        let overrides = match &self.selectors {
            None => Vec::new(),
            Some(path) => {
                let source = Source::open(path)?;
                let read = SelectorsFile::read;
                document::read(&source.name, "selectors file", &source.bytes, read)?.selectors
            }
        };
        let pack = self.pack.as_deref().map(read_pack).transpose()?;
        let mut options = ScriptOptions {
            autostart: self.autostart,
            label: self.label.clone(),
            judge: self.judge.as_deref().map(judge).transpose()?,
            evidence: !self.no_evidence,
            declared: declared(&self.declare)?,
            ..ScriptOptions::default()
        };
        options.delay_ms = self.delay.unwrap_or(options.delay_ms);
        options.item_timeout_ms = self.item_timeout.unwrap_or(options.item_timeout_ms);
        Plan::new(&preset, origin, overrides, options, pack.as_ref())
            .map_err(|error| Error::Usage(error.to_string()))
    }
}

/// Imports may use the judge that this workspace itself put into a script of its pack.
fn remember_judge(context: &Context, plan: &Plan) -> Result<(), Error> {
    let (Some(judge), Some(pack)) = (&plan.options.judge, &plan.pack) else {
        return Ok(());
    };
    context.workspace(async |workspace| {
        workspace
            .store
            .record_judge(pack.dataset_token.as_str(), judge)
            .await
    })
}

fn preset(name: &str) -> Result<Preset, Error> {
    if let Some(preset) = builtin(name) {
        return Ok(preset);
    }
    if Path::new(name)
        .extension()
        .is_some_and(|ext| ext.eq_ignore_ascii_case("json"))
    {
        let source = Source::open(Path::new(name))?;
        return document::read(&source.name, "preset", &source.bytes, Preset::read);
    }
    let names: Vec<String> = builtins()
        .iter()
        .map(|preset| preset.id.to_string())
        .collect();
    Err(Error::Usage(format!(
        "there is no preset \"{name}\"; there are {}, or name a preset file (.json)",
        names.join(", ")
    )))
}

fn read_pack(path: &Path) -> Result<Pack, Error> {
    let source = Source::open(path)?;
    let pack = document::read(&source.name, "pack", &source.bytes, |node, problems| {
        Pack::read(node, problems)
    })?;
    if !pack.digest_matches() {
        return Err(Error::Document {
            name: source.name,
            what: "pack",
            issues: vec![Issue::new(
                "pack.digest",
                "pack_digest does not fit the items: the pack was changed after it was made; \
                 make it again with `eval752 pack`",
            )],
        });
    }
    Ok(pack)
}

fn declared(statements: &[String]) -> Result<Declared, Error> {
    let mut declared = Declared::default();
    for statement in statements {
        let usage = || {
            Error::Usage(format!(
                "--declare does not know \"{statement}\"; it knows temporary_chat, memory, \
                 custom_instructions and tools, each with =yes or =no"
            ))
        };
        let (name, value) = statement.split_once('=').ok_or_else(usage)?;
        let slot = match name.trim() {
            "temporary_chat" => &mut declared.temporary_chat,
            "memory" => &mut declared.memory,
            "custom_instructions" => &mut declared.custom_instructions,
            "tools" => &mut declared.tools,
            _ => return Err(usage()),
        };
        *slot = match value.trim() {
            "yes" | "true" => Some(true),
            "no" | "false" => Some(false),
            _ => return Err(usage()),
        };
    }
    Ok(declared)
}
