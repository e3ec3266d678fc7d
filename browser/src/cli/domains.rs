//! `eval752-browser domains`: which hosts a run started here may reach, line by
//! line, with the reason for every line that does not count.

use std::env;

use serde_json::{Value, json};

use super::output;
use crate::config::{ConfigPlace, Trust, allowed_for};
use crate::hosts::{AllowList, Resolved, Source};
use crate::relay::Upstream;
use crate::{Error, Exit};

pub(super) fn run(as_json: bool, allow_writable_config: bool) -> Exit {
    match tell(as_json, allow_writable_config) {
        Ok(exit) => exit,
        Err(error) => output::failed(&error, as_json),
    }
}

fn tell(as_json: bool, allow_writable_config: bool) -> Result<Exit, Error> {
    let trust = if allow_writable_config {
        Trust::Any
    } else {
        Trust::NotWritable
    };
    let folder = env::current_dir().map_err(|error| Error::file(".", error))?;
    let mut list = allowed_for(&folder, trust)?;
    if let Some(list) = &mut list {
        list.resolve();
    }
    let upstream = Upstream::from_environment().map_err(|(name, error)| Error::Config {
        place: name.to_owned(),
        what: error.to_string(),
    })?;
    let summary = summary(upstream.as_ref(), list.as_ref());
    let file = ConfigPlace::from_environment().shown();
    let entries = list.unwrap_or_default().entries;
    let all_good = entries.iter().all(|entry| entry.rule.is_ok());
    if as_json {
        let entries: Vec<Value> = entries.iter().map(entry_json).collect();
        output::object(&json!({
            "config": file,
            "upstream": upstream.map(|upstream| upstream.to_string()),
            "summary": summary,
            "entries": entries,
        }));
    } else {
        output::data(format_args!("configuration: {file}"));
        output::data(summary);
        for entry in &entries {
            output::data(entry_line(entry));
        }
    }
    Ok(if all_good { Exit::Good } else { Exit::Bad })
}

/// What the list means, given the way out.
fn summary(upstream: Option<&Upstream>, list: Option<&AllowList>) -> String {
    match (upstream, list) {
        (Some(upstream), None) => format!(
            "upstream proxy {upstream} decides; no allowed_domains are set, so there is no \
             second lock"
        ),
        (Some(upstream), Some(_)) => format!(
            "upstream proxy {upstream} decides and resolves; before it, only these hosts pass:"
        ),
        (None, None) => "no upstream proxy and no allowed_domains: no host is reached, \
             except this machine's own"
            .to_owned(),
        (None, Some(_)) => {
            "no upstream proxy: only these hosts are reached, at public addresses:".to_owned()
        }
    }
}

fn entry_line(entry: &crate::hosts::Entry) -> String {
    let from = source(&entry.source);
    match &entry.rule {
        Err(why) => format!("  refused  {}  ({from}): {why}", entry.written),
        Ok(rule) => format!("  allowed  {rule}  ({from}){}", resolved(&entry.resolved)),
    }
}

fn entry_json(entry: &crate::hosts::Entry) -> Value {
    json!({
        "written": entry.written,
        "from": source(&entry.source),
        "allowed": entry.rule.as_ref().ok().map(ToString::to_string),
        "refused": entry.rule.as_ref().err(),
        "addresses": match &entry.resolved {
            Resolved::Public(list) => list.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        },
    })
}

fn source(source: &Source) -> String {
    match source {
        Source::Everywhere => "for all repositories".to_owned(),
        Source::Repository(path) => format!("for {}", path.display()),
    }
}

fn resolved(resolved: &Resolved) -> String {
    match resolved {
        Resolved::NotAsked => String::new(),
        Resolved::Unknown => ": does not resolve here; checked when it is dialled".to_owned(),
        Resolved::Public(list) => format!(": {} public address(es)", list.len()),
    }
}
