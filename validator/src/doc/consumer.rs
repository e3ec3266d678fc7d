//! Who gets the documents once they are read: an import, a report, nobody.

use eval752_contract::capture::{Manifest, Record, Session};

/// Receives the documents of a capture as they are read.
///
/// A record is handed over when it is sound by itself; whether the file as a
/// whole is good is known only from the report, so a consumer that stores
/// must be able to take it back.
pub trait Consumer {
    /// The manifest was read.
    fn manifest(&mut self, manifest: &Manifest) {
        let _ = manifest;
    }
    /// The session document was read.
    fn session(&mut self, session: &Session) {
        let _ = session;
    }
    /// The next record was read; `number` counts from 1.
    fn record(&mut self, number: u64, record: Record) {
        let _ = (number, record);
    }
}

/// Drops every document.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ignore;

impl Consumer for Ignore {}
