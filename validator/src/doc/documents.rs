//! The two small documents: collected whole, within a limit, and read.

use eval752_contract::capture::{CAPTURE_FORMAT, Manifest, Session};
use eval752_contract::json;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::check::{Manner, check};
use super::consumer::Consumer;
use super::ledger::Ledger;
use super::locate::Spot;
use crate::append::append;
use crate::finding::codes::archive;
use crate::finding::{Place, excerpt};

/// Longest `manifest.json` that is read; a real one has some 120 bytes.
pub(crate) const MAX_MANIFEST: usize = 64 << 10;

/// Bytes of a document, up to a limit.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) bytes: Vec<u8>,
    pub(crate) spot: Spot,
    limit: usize,
    pub(crate) overflow: bool,
}

impl Slot {
    pub(crate) fn new(spot: Spot, limit: usize) -> Self {
        Self {
            bytes: Vec::new(),
            spot,
            limit,
            overflow: false,
        }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if self.overflow || self.bytes.len() + bytes.len() > self.limit {
            self.overflow = true;
            self.bytes = Vec::new();
            return;
        }
        append(&mut self.bytes, bytes, self.limit);
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }
}

impl Ledger {
    /// How the pieces of this file are checked from here on.
    pub(crate) fn manner(&self) -> Manner {
        Manner {
            profile: self.options.profile,
            detail: !self.findings.is_full(),
            excerpts: true,
            line_framed: true,
        }
    }

    /// Reads `manifest.json` or the payload's `manifest`.
    pub(crate) fn read_manifest(
        &mut self,
        text: &[u8],
        spot: &Spot,
        prefix: &str,
        consumer: &mut impl Consumer,
    ) {
        let manner = Manner {
            excerpts: true,
            line_framed: false,
            ..self.manner()
        };
        let checked = check(
            text,
            spot,
            prefix,
            manner,
            Manifest::read,
            Manifest::to_json,
        );
        self.manifest_place = Some(
            Place {
                column: None,
                line: None,
                ..spot.start()
            }
            .pointer(prefix),
        );
        if let Some(manifest) = self.absorb(checked) {
            consumer.manifest(&manifest);
            self.manifest = Some(manifest);
        }
    }

    /// A compressed manifest is an error already; when it names another
    /// format, that explains the file better than its compression.
    pub(crate) fn name_packed_format(&mut self, packed: &[u8]) {
        let Ok(text) = decompress_to_vec_with_limit(packed, MAX_MANIFEST) else {
            return;
        };
        let format = json::parse(&text)
            .ok()
            .and_then(|node| Some(node.get("format")?.as_str()?.to_owned()));
        if let Some(format) = format.filter(|format| format != CAPTURE_FORMAT) {
            let place = Place::file().entry("manifest.json").pointer("/format");
            let message = format!(
                "format is \"{}\", which is another format",
                excerpt(&format)
            );
            self.find(archive::FORMAT_UNKNOWN, place, message);
        }
    }

    /// Reads `browser_harness.json` or the payload's `browser_harness`.
    pub(crate) fn read_session(
        &mut self,
        text: &[u8],
        spot: &Spot,
        prefix: &str,
        consumer: &mut impl Consumer,
    ) {
        // The token and the judge are in here: nothing of it is shown.
        let manner = Manner {
            excerpts: false,
            line_framed: false,
            ..self.manner()
        };
        let checked = check(text, spot, prefix, manner, Session::read, Session::to_json);
        self.session_place = Some(
            Place {
                column: None,
                line: None,
                ..spot.start()
            }
            .pointer(prefix),
        );
        if let Some(session) = self.absorb(checked) {
            consumer.session(&session);
            self.session = Some(session);
        }
    }
}
