//! Reading the fixed fields of the four kinds of record.
//! Layouts: APPNOTE 4.3.7 (local), 4.3.12 (central), 4.3.16 (end).

pub(super) const LOCAL: [u8; 4] = *b"PK\x03\x04";
pub(super) const CENTRAL: [u8; 4] = *b"PK\x01\x02";
pub(super) const END: [u8; 4] = *b"PK\x05\x06";

pub(super) const LOCAL_LEN: usize = 30;
pub(super) const CENTRAL_LEN: usize = 46;
pub(super) const END_LEN: usize = 22;

/// Little-endian 16 bits at `at`; 0 past the end, which callers exclude by
/// collecting whole records first.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    match bytes.get(at..at + 2) {
        Some(&[a, b]) => u16::from_le_bytes([a, b]),
        _ => 0,
    }
}

/// Little-endian 32 bits at `at`; 0 past the end.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    match bytes.get(at..at + 4) {
        Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

/// What the two headers of an entry both say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shared {
    pub(super) version: u16,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) time: u16,
    pub(super) date: u16,
    pub(super) crc: u32,
    pub(super) packed: u32,
    pub(super) size: u32,
}

impl Shared {
    /// Reads the run of fields from version to size, which both headers lay
    /// out alike.
    fn read(bytes: &[u8], at: usize) -> Self {
        Self {
            version: u16_at(bytes, at),
            flags: u16_at(bytes, at + 2),
            method: u16_at(bytes, at + 4),
            time: u16_at(bytes, at + 6),
            date: u16_at(bytes, at + 8),
            crc: u32_at(bytes, at + 10),
            packed: u32_at(bytes, at + 14),
            size: u32_at(bytes, at + 18),
        }
    }
}

/// A local header with its variable parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct LocalHeader<'a> {
    pub(super) shared: Shared,
    pub(super) name: &'a [u8],
    pub(super) extra: &'a [u8],
}

impl<'a> LocalHeader<'a> {
    /// Bytes of name and extra field behind the fixed part.
    pub(super) fn variable_len(fixed: &[u8]) -> usize {
        usize::from(u16_at(fixed, 26)) + usize::from(u16_at(fixed, 28))
    }

    /// Length of the name that the fixed part states.
    pub(super) fn name_len(fixed: &[u8]) -> usize {
        usize::from(u16_at(fixed, 26))
    }

    /// Reads a record that is complete.
    pub(super) fn read(record: &'a [u8]) -> Self {
        let name_end = LOCAL_LEN + usize::from(u16_at(record, 26));
        Self {
            shared: Shared::read(record, 4),
            name: record.get(LOCAL_LEN..name_end).unwrap_or_default(),
            extra: record.get(name_end..).unwrap_or_default(),
        }
    }
}

/// A central header with its variable parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct CentralHeader<'a> {
    pub(super) made_by: u16,
    pub(super) shared: Shared,
    pub(super) name: &'a [u8],
    pub(super) extra: &'a [u8],
    pub(super) comment: &'a [u8],
    pub(super) disk: u16,
    pub(super) internal: u16,
    pub(super) external: u32,
    pub(super) local_offset: u32,
}

impl<'a> CentralHeader<'a> {
    /// Bytes of name, extra field and comment behind the fixed part.
    pub(super) fn variable_len(fixed: &[u8]) -> usize {
        usize::from(u16_at(fixed, 28))
            + usize::from(u16_at(fixed, 30))
            + usize::from(u16_at(fixed, 32))
    }

    /// Reads a record that is complete.
    pub(super) fn read(record: &'a [u8]) -> Self {
        let name_end = CENTRAL_LEN + usize::from(u16_at(record, 28));
        let extra_end = name_end + usize::from(u16_at(record, 30));
        Self {
            made_by: u16_at(record, 4),
            shared: Shared::read(record, 6),
            name: record.get(CENTRAL_LEN..name_end).unwrap_or_default(),
            extra: record.get(name_end..extra_end).unwrap_or_default(),
            comment: record.get(extra_end..).unwrap_or_default(),
            disk: u16_at(record, 34),
            internal: u16_at(record, 36),
            external: u32_at(record, 38),
            local_offset: u32_at(record, 42),
        }
    }
}

/// The end record without its comment.
#[derive(Debug, Clone, Copy)]
pub(super) struct EndRecord {
    pub(super) disk: u16,
    pub(super) cd_disk: u16,
    pub(super) entries_here: u16,
    pub(super) entries: u16,
    pub(super) cd_size: u32,
    pub(super) cd_offset: u32,
    pub(super) comment_len: u16,
}

impl EndRecord {
    /// Reads a record whose fixed part is complete.
    pub(super) fn read(record: &[u8]) -> Self {
        Self {
            disk: u16_at(record, 4),
            cd_disk: u16_at(record, 6),
            entries_here: u16_at(record, 8),
            entries: u16_at(record, 10),
            cd_size: u32_at(record, 12),
            cd_offset: u32_at(record, 16),
            comment_len: u16_at(record, 20),
        }
    }
}
