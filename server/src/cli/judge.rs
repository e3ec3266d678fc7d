//! `--judge`: a judge in words or in a file.

use std::path::Path;

use eval752_contract::capture::Judge;

use crate::dataset::Source;
use crate::document;
use crate::error::Error;

/// Reads `provider=ID,model=NAME,prompt=TEXT`, or a JSON file.
pub(super) fn judge(text: &str) -> Result<Judge, Error> {
    let usage = || {
        Error::Usage(
            "--judge needs provider=ID,model=NAME,prompt=TEXT (the prompt comes last), or a JSON \
             file with provider_id, model and prompt"
                .to_owned(),
        )
    };
    let Some(rest) = text.strip_prefix("provider=") else {
        if text.contains('=') && !Path::new(text).exists() {
            return Err(usage());
        }
        let source = Source::open(Path::new(text))?;
        return document::read(&source.name, "judge", &source.bytes, |node, problems| {
            Judge::read(node, problems)
        });
    };
    let (provider_id, rest) = rest.split_once(",model=").ok_or_else(usage)?;
    let (model, prompt) = rest.split_once(",prompt=").ok_or_else(usage)?;
    if provider_id.is_empty() || model.is_empty() {
        return Err(usage());
    }
    Ok(Judge {
        provider_id: provider_id.to_owned(),
        model: model.to_owned(),
        prompt: prompt.to_owned(),
    })
}
