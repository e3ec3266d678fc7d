//! The ZIP layer: a strict forward reader that does no I/O.
//!
//! It is fed the bytes of a file in order, in pieces of any size, and walks
//! local header and data, central headers, end record, end of file. Every
//! byte must belong to exactly one record and every field that is written
//! twice must agree, so that no two readers can see different archives.
//! It never seeks: sizes must be in the local headers (no data descriptors),
//! which is what a capture has. Nothing is allocated from a declared size.
//!
//! ```
//! use eval752_validator::zip::{Discard, Rules, Walker};
//!
//! let mut walker = Walker::new(Rules::any_names());
//! walker.feed(b"PK\x05\x06", &mut Discard);
//! walker.feed(&[0; 18], &mut Discard);
//! let report = walker.finish();
//! assert!(report.structural.is_none());
//! assert!(report.entries.is_empty());
//! ```

mod attrs;
mod central;
mod cut;
mod diagnose;
mod end;
mod extra;
mod fields;
mod local;
mod name;
mod shared;
mod sniff;
mod stray;
mod tail;
mod time;
mod verdict;
mod walk;

use crate::finding::{Finding, Profile};

pub use name::CAPTURE_NAMES;
pub use sniff::sniff;
pub use time::DosTime;
pub use walk::Walker;

/// What the ZIP layer holds an archive to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rules {
    /// Which profile grades the findings.
    pub profile: Profile,
    /// Whether the archive must hold the three entries of a capture.
    pub any_names: bool,
}

impl Rules {
    /// Rules for any archive, whatever its entries are called.
    pub fn any_names() -> Self {
        Self {
            any_names: true,
            ..Self::default()
        }
    }
}

/// Where the data of the entries goes, as it passes.
pub trait EntrySink {
    /// An entry begins. Its `method` says whether its bytes are the data
    /// (0) or still packed; encrypted entries are not announced.
    fn begin(&mut self, entry: &EntrySpan);
    /// The next bytes of the entry; `offset` is their place in the file.
    fn data(&mut self, offset: u64, bytes: &[u8]);
    /// The entry is complete.
    fn end(&mut self);
}

/// A sink that drops everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Discard;

impl EntrySink for Discard {
    fn begin(&mut self, _: &EntrySpan) {}
    fn data(&mut self, _: u64, _: &[u8]) {}
    fn end(&mut self) {}
}

/// An entry and where it lies in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntrySpan {
    /// The name as stored.
    pub name: Vec<u8>,
    /// Offset of the local header.
    pub header_offset: u64,
    /// Offset of the data.
    pub data_offset: u64,
    /// Length of the data as stored.
    pub size: u64,
    /// Checksum from the header.
    pub crc32: u32,
    /// Compression method; 0 is stored.
    pub method: u16,
    /// Time from the header.
    pub time: DosTime,
}

/// What the ZIP layer found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZipReport {
    /// The structural error that decides, if there is one.
    pub structural: Option<Finding>,
    /// Matters of form, each code once.
    pub forms: Vec<Finding>,
    /// The entries in the order of the file.
    pub entries: Vec<EntrySpan>,
    /// Bytes fed.
    pub bytes: u64,
}
