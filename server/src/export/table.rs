//! Items as lines: JSON Lines for programs, CSV for spreadsheets.

use std::io::Write;

use super::{each_item, write_all};
use crate::error::Error;
use crate::store::{Run, Store};

/// One object a line, every member of the item and the run's id.
///
/// # Errors
/// [`Error::Store`], [`Error::Write`].
pub async fn jsonl(store: &Store, run: &Run, out: &mut (impl Write + Send)) -> Result<(), Error> {
    each_item(store, run, |item| {
        let mut line = serde_json::json!(item);
        if let Some(members) = line.as_object_mut() {
            members.insert("run_id".to_owned(), serde_json::json!(run.id));
        }
        write_all(out, format!("{line}\n").as_bytes())
    })
    .await
}

const HEADER: [&str; 12] = [
    "item_id",
    "section",
    "prompt",
    "response",
    "error",
    "score",
    "verdict",
    "reason",
    "latency_ms",
    "started_at",
    "finished_at",
    "model_label",
];

/// A header and one row an item. Cells that a spreadsheet would run as a formula get an
/// apostrophe in front, as OWASP advises: a response comes from a web page.
///
/// # Errors
/// [`Error::Store`], [`Error::Write`].
pub async fn csv(store: &Store, run: &Run, out: &mut (impl Write + Send)) -> Result<(), Error> {
    let mut writer = csv::Writer::from_writer(out);
    let failed = |error: csv::Error| Error::Write {
        path: "the export".to_owned(),
        source: error.into(),
    };
    writer.write_record(HEADER).map_err(failed)?;
    each_item(store, run, |item| {
        let text = |value: &Option<String>| value.as_deref().map(safe).unwrap_or_default();
        writer
            .write_record([
                safe(&item.item_id),
                safe(&item.section),
                safe(&item.prompt),
                text(&item.response),
                text(&item.error),
                item.score
                    .map(|score| score.to_string())
                    .unwrap_or_default(),
                text(&item.verdict),
                text(&item.reason),
                item.latency_ms.to_string(),
                item.started_at.clone(),
                item.finished_at.clone(),
                text(&item.model_label),
            ])
            .map_err(failed)
    })
    .await?;
    writer.flush().map_err(|source| Error::Write {
        path: "the export".to_owned(),
        source,
    })
}

fn safe(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}
