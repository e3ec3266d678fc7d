//! A ZIP writer in which every field can be wrong: what the mutation tests
//! make each defect with.

use super::capture::{Capture, EXPORTED};

/// The fields that both headers have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    pub(crate) version: u16,
    pub(crate) flags: u16,
    pub(crate) method: u16,
    pub(crate) dos_time: u32,
    pub(crate) crc: u32,
    pub(crate) packed: u32,
    pub(crate) size: u32,
}

#[derive(Debug, Clone)]
pub(crate) struct RawEntry {
    pub(crate) gap: Vec<u8>,
    pub(crate) local_signature: [u8; 4],
    pub(crate) local: Fields,
    pub(crate) local_name: Vec<u8>,
    pub(crate) local_extra: Vec<u8>,
    pub(crate) data: Vec<u8>,
    pub(crate) in_file: bool,
    pub(crate) central_signature: [u8; 4],
    pub(crate) made_by: u16,
    pub(crate) central: Fields,
    pub(crate) central_name: Vec<u8>,
    pub(crate) central_extra: Vec<u8>,
    pub(crate) comment: Vec<u8>,
    pub(crate) comment_len: Option<u16>,
    pub(crate) disk: u16,
    pub(crate) internal: u16,
    pub(crate) external: u32,
    pub(crate) offset: Option<u32>,
    pub(crate) in_directory: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct RawZip {
    pub(crate) prefix: Vec<u8>,
    pub(crate) entries: Vec<RawEntry>,
    pub(crate) gap_before_directory: Vec<u8>,
    pub(crate) gap_before_end: Vec<u8>,
    pub(crate) end_signature: [u8; 4],
    /// Disk, directory's disk.
    pub(crate) disks: [u16; 2],
    /// Entries here, entries in all.
    pub(crate) counts: Option<[u16; 2]>,
    pub(crate) cd_size: Option<u32>,
    pub(crate) cd_offset: Option<u32>,
    pub(crate) comment: Vec<u8>,
    pub(crate) comment_len: Option<u16>,
    pub(crate) suffix: Vec<u8>,
}

impl RawEntry {
    pub(crate) fn new(name: &str, data: &[u8]) -> Self {
        let exported = eval752_contract::time::Timestamp::parse(EXPORTED).expect("a time");
        let size = u32::try_from(data.len()).expect("small");
        let fields = Fields {
            version: 20,
            flags: 0,
            method: 0,
            dos_time: eval752_contract::archive::dos_time(exported),
            crc: eval752_contract::archive::Crc32::of(data).value(),
            packed: size,
            size,
        };
        Self {
            gap: Vec::new(),
            local_signature: *b"PK\x03\x04",
            local: fields,
            local_name: name.into(),
            local_extra: Vec::new(),
            data: data.to_vec(),
            in_file: true,
            central_signature: *b"PK\x01\x02",
            made_by: 0x0314,
            central: fields,
            central_name: name.into(),
            central_extra: Vec::new(),
            comment: Vec::new(),
            comment_len: None,
            disk: 0,
            internal: 0,
            external: 0o100_644 << 16,
            offset: None,
            in_directory: true,
        }
    }

    /// Changes both headers alike.
    pub(crate) fn both(&mut self, change: impl Fn(&mut Fields)) {
        change(&mut self.local);
        change(&mut self.central);
    }

    /// Changes the name in both headers.
    pub(crate) fn rename(&mut self, name: &[u8]) {
        self.local_name = name.to_vec();
        self.central_name = name.to_vec();
    }
}

fn u16_len(bytes: &[u8]) -> [u8; 2] {
    u16::try_from(bytes.len()).expect("short").to_le_bytes()
}

fn put(out: &mut Vec<u8>, fields: &Fields) {
    out.extend(fields.version.to_le_bytes());
    out.extend(fields.flags.to_le_bytes());
    out.extend(fields.method.to_le_bytes());
    out.extend(fields.dos_time.to_le_bytes());
    out.extend(fields.crc.to_le_bytes());
    out.extend(fields.packed.to_le_bytes());
    out.extend(fields.size.to_le_bytes());
}

impl RawZip {
    pub(crate) fn of(capture: &Capture) -> Self {
        let entries = eval752_contract::capture::ENTRY_NAMES
            .iter()
            .zip(capture.entries())
            .map(|(name, data)| RawEntry::new(name, data));
        Self {
            prefix: Vec::new(),
            entries: entries.collect(),
            gap_before_directory: Vec::new(),
            gap_before_end: Vec::new(),
            end_signature: *b"PK\x05\x06",
            disks: [0; 2],
            counts: None,
            cd_size: None,
            cd_offset: None,
            comment: Vec::new(),
            comment_len: None,
            suffix: Vec::new(),
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = self.prefix.clone();
        let narrow = |n: usize| u32::try_from(n).expect("small");
        let mut offsets = Vec::new();
        for entry in &self.entries {
            out.extend(&entry.gap);
            offsets.push(narrow(out.len()));
            if entry.in_file {
                out.extend(entry.local_signature);
                put(&mut out, &entry.local);
                out.extend(u16_len(&entry.local_name));
                out.extend(u16_len(&entry.local_extra));
                out.extend(&entry.local_name);
                out.extend(&entry.local_extra);
                out.extend(&entry.data);
            }
        }
        out.extend(&self.gap_before_directory);
        let cd_offset = narrow(out.len());
        let mut listed = 0_u16;
        for (entry, offset) in self.entries.iter().zip(offsets) {
            if !entry.in_directory {
                continue;
            }
            listed += 1;
            out.extend(entry.central_signature);
            out.extend(entry.made_by.to_le_bytes());
            put(&mut out, &entry.central);
            out.extend(u16_len(&entry.central_name));
            out.extend(u16_len(&entry.central_extra));
            out.extend(
                entry
                    .comment_len
                    .map_or_else(|| u16_len(&entry.comment), u16::to_le_bytes),
            );
            out.extend(entry.disk.to_le_bytes());
            out.extend(entry.internal.to_le_bytes());
            out.extend(entry.external.to_le_bytes());
            out.extend(entry.offset.unwrap_or(offset).to_le_bytes());
            out.extend(&entry.central_name);
            out.extend(&entry.central_extra);
            out.extend(&entry.comment);
        }
        let cd_size = narrow(out.len()) - cd_offset;
        out.extend(&self.gap_before_end);
        out.extend(self.end_signature);
        out.extend(self.disks.map(u16::to_le_bytes).concat());
        out.extend(
            self.counts
                .unwrap_or([listed; 2])
                .map(u16::to_le_bytes)
                .concat(),
        );
        out.extend(self.cd_size.unwrap_or(cd_size).to_le_bytes());
        out.extend(self.cd_offset.unwrap_or(cd_offset).to_le_bytes());
        out.extend(
            self.comment_len
                .map_or_else(|| u16_len(&self.comment), u16::to_le_bytes),
        );
        out.extend(&self.comment);
        out.extend(&self.suffix);
        out
    }
}
