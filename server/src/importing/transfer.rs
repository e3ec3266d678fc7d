//! The second reading: hands the records to the store, batch by batch.

use std::path::Path;

use eval752_contract::capture::{Record, Session};
use eval752_validator::{Consumer, Options};
use tokio::sync::mpsc::Sender;

use super::inspect::{Capture, Identity, read};
use crate::error::Error;
use crate::store::IMPORT_BATCH;

/// Sends every record of the file; ends with an error if it is not the capture that was
/// inspected. Nothing is kept of a file whose last message is an error.
pub(super) fn send(
    path: &Path,
    capture: &Capture,
    sender: &Sender<Result<Vec<Record>, Error>>,
    watch: Option<fn(u64, u64)>,
) {
    let told = |done, all: u64| watch.iter().for_each(|watch| watch(all + done, all * 2));
    let batches = Batches {
        identity: Identity::default(),
        batch: Vec::with_capacity(IMPORT_BATCH),
        sender: Some(sender),
    };
    let last = match read(path, Options::default(), batches, told) {
        Err(error) => Err(error),
        Ok((_, mut batches)) => {
            let rest = std::mem::take(&mut batches.batch);
            if batches.identity.finish() == capture.digest {
                Ok(rest)
            } else {
                Err(Error::Refused {
                    code: "import.changed",
                    message: "the file changed while it was imported; import it again".to_owned(),
                    issues: Vec::new(),
                })
            }
        }
    };
    // A store that has gone wrong no longer listens; it says itself what happened.
    let _closed = sender.blocking_send(last);
}

struct Batches<'a> {
    identity: Identity,
    batch: Vec<Record>,
    sender: Option<&'a Sender<Result<Vec<Record>, Error>>>,
}

impl Consumer for Batches<'_> {
    fn session(&mut self, session: &Session) {
        self.identity.session(session);
    }

    fn record(&mut self, number: u64, record: Record) {
        self.identity.record(number, record.clone());
        self.batch.push(record);
        if self.batch.len() < IMPORT_BATCH {
            return;
        }
        let full = std::mem::replace(&mut self.batch, Vec::with_capacity(IMPORT_BATCH));
        let sent = self
            .sender
            .is_some_and(|sender| sender.blocking_send(Ok(full)).is_ok());
        if !sent {
            self.sender = None;
        }
    }
}
