//! The two small documents of an archive: collected whole, within a limit.

use super::locate::Spot;

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
        self.bytes.extend_from_slice(bytes);
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }
}
