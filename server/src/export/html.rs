//! One HTML page about a run, and about others compared with it. It loads nothing, and every
//! text in it that came from a web page is escaped.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use super::charts::{Bar, bars, latency};
use super::{each_item, write_all};
use crate::error::Error;
use crate::store::{Comparison, Run, RunItem, Store};

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}\
table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #ddd}\
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0;font:13px/1.45 ui-monospace,monospace}\
figure{margin:1.5rem 0}figcaption{font-weight:600;margin-bottom:.4rem}svg{max-width:100%;height:auto}\
svg text{font:13px system-ui,sans-serif;fill:currentColor}.label{text-anchor:end}\
.right{fill:#2e7d5b}.wrong{fill:#c0563c}.open{fill:#a0a0a8}.error{fill:#6b5b95}.plain{fill:#3b6ea8}\
details{border-bottom:1px solid #ddd;padding:.3rem 0}summary{cursor:pointer}\
@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#17171b}th,td,details{border-color:#38383f}}";

/// Outcomes of a section.
#[derive(Default)]
struct Tally {
    right: u32,
    wrong: u32,
    open: u32,
    errors: u32,
}

/// Writes the report of a run, with a comparison when there is one.
///
/// # Errors
/// [`Error::Store`], [`Error::Write`].
pub async fn report(
    store: &Store,
    run: &Run,
    comparison: Option<&Comparison>,
    out: &mut (impl Write + Send),
) -> Result<(), Error> {
    let mut sections: BTreeMap<String, Tally> = BTreeMap::new();
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    let mut models: BTreeMap<String, u32> = BTreeMap::new();
    let mut latencies = Vec::new();
    each_item(store, run, |item| {
        let tally = sections.entry(item.section.clone()).or_default();
        match (&item.error, item.score) {
            (Some(_), _) => tally.errors += 1,
            (None, Some(score)) if score >= 1.0 => tally.right += 1,
            (None, Some(_)) => tally.wrong += 1,
            (None, None) => tally.open += 1,
        }
        if let Some(reason) = &item.reason {
            *reasons.entry(reason.clone()).or_default() += 1;
        }
        if let Some(model) = &item.model_label {
            *models.entry(model.clone()).or_default() += 1;
        }
        if item.error.is_none() {
            latencies.push(item.latency_ms);
        }
        Ok(())
    })
    .await?;
    write_all(out, head(run, &reasons, &models).as_bytes())?;
    write_all(out, section_chart(&sections).as_bytes())?;
    write_all(out, latency(&latencies).as_bytes())?;
    if let Some(comparison) = comparison {
        write_all(out, compared(comparison).as_bytes())?;
    }
    write_all(out, b"<h2>Items</h2>")?;
    each_item(store, run, |item| write_all(out, details(item).as_bytes())).await?;
    write_all(out, b"</body></html>\n")
}

/// Text that HTML shows as it is.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(
        || "none".to_owned(),
        |value| format!("{:.1} %", value * 100.0),
    )
}

fn counts(map: &BTreeMap<String, u32>) -> String {
    let parts: Vec<String> = map
        .iter()
        .map(|(name, count)| format!("{} ({count})", escape(name)))
        .collect();
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(", ")
    }
}

fn head(run: &Run, reasons: &BTreeMap<String, u32>, models: &BTreeMap<String, u32>) -> String {
    let title = escape(run.label.as_deref().unwrap_or(&run.dataset_name));
    let rows = [
        ("Run", escape(run.id.as_str())),
        (
            "Dataset",
            format!(
                "{}<br><small>{}</small>",
                escape(&run.dataset_name),
                escape(&run.version_hash)
            ),
        ),
        ("Provider", escape(&run.provider_name)),
        ("Models as the page named them", counts(models)),
        (
            "Captured",
            format!("{} to {}", run.started_at, run.finished_at),
        ),
        (
            "Accuracy",
            format!(
                "{} of the scored items; {} of {} items are scored",
                percent(run.accuracy),
                run.scored_count,
                run.item_count
            ),
        ),
        ("Captured with an error", run.error_count.to_string()),
        ("Not scored, by reason", counts(reasons)),
    ];
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style></head><body><h1>{title}</h1><table>"
    );
    for (name, value) in rows {
        let _infallible = write!(
            out,
            "<tr><th scope=\"row\">{name}</th><td>{value}</td></tr>"
        );
    }
    out.push_str("</table>");
    out
}

fn section_chart(sections: &BTreeMap<String, Tally>) -> String {
    let rows: Vec<Bar> = sections
        .iter()
        .map(|(name, tally)| Bar {
            label: name.clone(),
            parts: vec![
                (f64::from(tally.right), "right"),
                (f64::from(tally.wrong), "wrong"),
                (f64::from(tally.open), "open"),
                (f64::from(tally.errors), "error"),
            ],
            note: format!(
                "{} right, {} not, {} unscored, {} errors",
                tally.right, tally.wrong, tally.open, tally.errors
            ),
        })
        .collect();
    bars("Outcome by section", &rows)
}

fn compared(comparison: &Comparison) -> String {
    let mut out = String::from(
        "<h2>Comparison</h2><p>Over items with the same id and prompt that both runs have a score \
         for.</p><table><tr><th>Run</th><th>Both scored</th><th>First run</th><th>This run</th>\
         <th>Better</th><th>Worse</th><th>Not aligned</th></tr>",
    );
    for other in comparison.runs.iter().skip(1) {
        let _infallible = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{} missing, {} extra, {} with another prompt</td></tr>",
            escape(other.run.label.as_deref().unwrap_or(other.run.id.as_str())),
            other.both_scored,
            percent(other.first_accuracy),
            percent(other.accuracy),
            other.better,
            other.worse,
            other.missing,
            other.extra,
            other.prompt_differs,
        );
    }
    out.push_str("</table>");
    let rows: Vec<Bar> = comparison
        .runs
        .iter()
        .map(|run| Bar {
            label: run
                .run
                .label
                .clone()
                .unwrap_or_else(|| run.run.provider_name.clone()),
            parts: vec![(run.run.accuracy.unwrap_or(0.0), "plain")],
            note: format!(
                "{} ({} of {})",
                percent(run.run.accuracy),
                run.run.scored_count,
                run.run.item_count
            ),
        })
        .collect();
    out.push_str(&bars("Accuracy of the scored items, by run", &rows));
    out
}

fn details(item: &RunItem) -> String {
    let outcome = match (&item.error, item.score, &item.reason) {
        (Some(error), ..) => format!("error {}", error.split(':').next().unwrap_or_default()),
        (None, Some(score), _) => format!("score {score}"),
        (None, None, Some(reason)) => format!("unscored: {reason}"),
        (None, None, None) => "not scored yet".to_owned(),
    };
    let mut out = format!(
        "<details><summary>{} · {} · {} ms</summary><pre>{}</pre>",
        escape(&item.item_id),
        escape(&outcome),
        item.latency_ms,
        escape(&item.prompt)
    );
    for (name, text) in [("Error", &item.error), ("Response", &item.response)] {
        if let Some(text) = text {
            let _infallible = write!(out, "<strong>{name}</strong><pre>{}</pre>", escape(text));
        }
    }
    out.push_str("</details>\n");
    out
}
