//! The canonical bytes around the three entries (`SPEC` 2.3; field names as in PKWARE's
//! APPNOTE 4.3 and 4.4).

use core::fmt;

use super::crc::Crc32;
use crate::capture::ENTRY_NAMES;
use crate::time::Timestamp;

/// Bytes of a local header before the name.
pub const LOCAL_HEADER_SIZE: u64 = 30;
/// Bytes of a central header before the name.
pub const CENTRAL_HEADER_SIZE: u64 = 46;
/// Bytes of the end record.
pub const END_RECORD_SIZE: u64 = 22;

const VERSION_NEEDED: u16 = 20;
const MADE_BY: u16 = 0x0314;
const EXTERNAL_ATTRIBUTES: u32 = 0o100_644 << 16;
/// Sizes and offsets of this value or more need ZIP64, which the format does not have.
const LIMIT: u64 = u32::MAX as u64;

/// 1980-01-01T00:00:00, the first time DOS can write (date in the high half).
pub const DOS_TIME_MIN: u32 = 0x0021_0000;

/// The checksum and size of one entry.
pub type Extent = Crc32;

/// The archive would need ZIP64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// The size the archive would have, in bytes.
    pub size: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the archive would have {} bytes; the format ends at {LIMIT}: save the capture in parts",
            self.size
        )
    }
}

impl core::error::Error for TooLarge {}

/// `exported_at` as DOS date (high half) and time (low half), rounded down to two seconds;
/// years that DOS can't write become the nearest one it can.
#[must_use]
pub fn dos_time(exported_at: Timestamp) -> u32 {
    let [year, month, day, hour, minute, second] = exported_at.civil();
    if year < 1980 {
        return DOS_TIME_MIN;
    }
    if year > 2107 {
        return 0xFF9F_BF7D; // 2107-12-31T23:59:58
    }
    let date = ((year - 1980) << 9) | (month << 5) | day;
    let time = (hour << 11) | (minute << 5) | (second / 2);
    u32::try_from((date << 16) | time).unwrap_or(DOS_TIME_MIN)
}

/// Where everything lies in an archive of three entries of known size.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    entries: [Extent; 3],
    offsets: [u32; 3],
    central_offset: u32,
    dos_time: u32,
}

impl Layout {
    /// Lays out an archive.
    ///
    /// # Errors
    /// [`TooLarge`] when an offset or size does not fit 32 bits.
    pub fn new(exported_at: Timestamp, entries: [Extent; 3]) -> Result<Self, TooLarge> {
        let mut offsets = [0_u64; 3];
        let mut at = 0_u64;
        let mut central_size = 0;
        for (index, (entry, name)) in entries.iter().zip(ENTRY_NAMES).enumerate() {
            offsets[index] = at;
            at = at.saturating_add(LOCAL_HEADER_SIZE + name.len() as u64);
            at = at.saturating_add(entry.len());
            central_size += CENTRAL_HEADER_SIZE + name.len() as u64;
        }
        let size = at.saturating_add(central_size + END_RECORD_SIZE);
        let narrow = |number: u64| u32::try_from(number).map_err(|_| TooLarge { size });
        if size >= LIMIT {
            return Err(TooLarge { size });
        }
        Ok(Self {
            entries,
            offsets: [
                narrow(offsets[0])?,
                narrow(offsets[1])?,
                narrow(offsets[2])?,
            ],
            central_offset: narrow(at)?,
            dos_time: dos_time(exported_at),
        })
    }

    /// The local header of entry `index` (0 to 2), to be followed by the entry's data.
    #[must_use]
    pub fn local_header(&self, index: usize) -> Vec<u8> {
        let mut out = Vec::with_capacity(56);
        out.extend(b"PK\x03\x04");
        self.common_fields(&mut out, index);
        out.extend(ENTRY_NAMES[index].as_bytes());
        out
    }

    /// Everything after the last entry's data: three central headers and the end record.
    #[must_use]
    pub fn tail(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(240);
        for (index, name) in ENTRY_NAMES.iter().enumerate() {
            out.extend(b"PK\x01\x02");
            out.extend(MADE_BY.to_le_bytes());
            self.common_fields(&mut out, index);
            out.extend([0; 2 + 2 + 2]); // comment length, disk, internal attributes
            out.extend(EXTERNAL_ATTRIBUTES.to_le_bytes());
            out.extend(self.offsets[index].to_le_bytes());
            out.extend(name.as_bytes());
        }
        let central_size = u32::try_from(out.len()).unwrap_or(u32::MAX);
        out.extend(b"PK\x05\x06");
        out.extend([0; 2 + 2]); // this disk, disk of the central directory
        out.extend(3_u16.to_le_bytes());
        out.extend(3_u16.to_le_bytes());
        out.extend(central_size.to_le_bytes());
        out.extend(self.central_offset.to_le_bytes());
        out.extend([0; 2]); // comment length
        out
    }

    /// The fields that both headers have, in the same order: version needed to extra length.
    fn common_fields(&self, out: &mut Vec<u8>, index: usize) {
        let entry = self.entries[index];
        let size = u32::try_from(entry.len()).unwrap_or(u32::MAX);
        out.extend(VERSION_NEEDED.to_le_bytes());
        out.extend([0; 2 + 2]); // flags, method
        out.extend(self.dos_time.to_le_bytes()); // time, then date
        out.extend(entry.value().to_le_bytes());
        out.extend(size.to_le_bytes());
        out.extend(size.to_le_bytes());
        out.extend(
            u16::try_from(ENTRY_NAMES[index].len())
                .unwrap_or(0)
                .to_le_bytes(),
        );
        out.extend([0; 2]); // extra length
    }
}

/// A whole archive in memory, from the bytes of its entries.
///
/// # Errors
/// [`TooLarge`] when it would need ZIP64.
pub fn write_archive(exported_at: Timestamp, entries: [&[u8]; 3]) -> Result<Vec<u8>, TooLarge> {
    let layout = Layout::new(exported_at, entries.map(Crc32::of))?;
    let mut out = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        out.extend(layout.local_header(index));
        out.extend(*entry);
    }
    out.extend(layout.tail());
    Ok(out)
}
