//! `eval752-validate explain`: prints rows of the registry.

use eval752_validator::finding::{codes, explain};

use crate::Outcome;
use crate::output::{say, talk};

pub(crate) fn run(code: Option<&str>, markdown: bool, json: bool) -> Outcome {
    let chosen: Vec<_> = match code {
        None => codes::all().collect(),
        Some(name) => {
            let Some(code) = codes::find(name) else {
                talk(&format!(
                    "there is no code \"{}\"; `eval752-validate explain --all` lists them{}",
                    name.escape_debug(),
                    near(name)
                ));
                return Outcome::Environment;
            };
            vec![code]
        }
    };
    if markdown {
        say(&explain::markdown());
    } else if json {
        say(&explain::json(&chosen));
    } else {
        for code in chosen {
            say(&explain::text(code));
        }
    }
    Outcome::Good
}

/// Codes with the same last part, for the usual slip of the group.
fn near(code: &str) -> String {
    let last = code.rsplit('.').next().unwrap_or(code);
    let found: Vec<&str> = codes::all()
        .map(eval752_validator::Code::as_str)
        .filter(|known| !last.is_empty() && known.contains(last))
        .take(3)
        .collect();
    if found.is_empty() {
        String::new()
    } else {
        format!(" (did you mean {}?)", found.join(", "))
    }
}
