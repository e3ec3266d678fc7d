//! A run as a file: JSON Lines, CSV, or one HTML page that needs nothing else.

mod charts;
mod html;
mod table;

use std::io::Write;

use crate::error::Error;
use crate::store::{ItemFilter, Run, RunItem, Store};

pub use html::report;
pub use table::{csv, jsonl};

/// Items read at a time: memory stays flat.
const PAGE: i64 = 500;

/// Calls `each` with every item of a run, in order.
async fn each_item(
    store: &Store,
    run: &Run,
    mut each: impl FnMut(&RunItem) -> Result<(), Error> + Send,
) -> Result<(), Error> {
    let mut after = -1;
    loop {
        let items = store
            .run_items(&run.id, ItemFilter::All, after, PAGE)
            .await?;
        let Some(last) = items.last() else {
            return Ok(());
        };
        after = last.position;
        for item in &items {
            each(item)?;
        }
    }
}

/// Turns a failed write into ours.
fn write_all(out: &mut impl Write, bytes: &[u8]) -> Result<(), Error> {
    out.write_all(bytes).map_err(|source| Error::Write {
        path: "the export".to_owned(),
        source,
    })
}
