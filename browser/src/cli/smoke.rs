//! `eval752-browser smoke [--repo PATH]`.

use serde_json::json;

use super::output;
use crate::Exit;
use crate::smoke::{Check, Plan, Verdict, smoke};

pub(super) fn run(plan: &Plan, as_json: bool) -> Exit {
    let mut checks = Vec::new();
    smoke(plan, |check| {
        if !as_json {
            tell(&check);
        }
        checks.push(check);
    });
    let good = checks.iter().all(|check| check.verdict != Verdict::Failed);
    if as_json {
        output::object(&json!({ "ok": good, "checks": checks }));
    } else {
        let failed = checks
            .iter()
            .filter(|check| check.verdict == Verdict::Failed)
            .count();
        output::data(format_args!("{} checks, {failed} failed", checks.len()));
    }
    if good { Exit::Good } else { Exit::Bad }
}

fn tell(check: &Check) {
    let word = match check.verdict {
        Verdict::Ok => "ok      ",
        Verdict::Failed => "FAILED  ",
        Verdict::Skipped => "skipped ",
    };
    output::data(format_args!("{word}{}: {}", check.name, check.detail));
    if let Some(remedy) = check.remedy {
        output::data(format_args!("        -> {remedy}"));
    }
}
