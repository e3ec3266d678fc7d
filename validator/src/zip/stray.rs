//! Diagnosis: bytes stand where a record should begin, and are none.

use super::diagnose::Said;
use super::fields::LOCAL;
use super::shared::{FLAG_DESCRIPTOR, method_name};
use super::sniff::sniff;
use super::tail::Directory;
use super::walk::{Phase, Stray, Walker};
use crate::finding::codes::{limit, zip};
use crate::finding::{Place, show_bytes};

impl Walker {
    /// The bytes where a record should begin are none.
    pub(super) fn say_stray(&mut self, stray: Stray, directory: Option<&Directory<'_>>) {
        let Stray { offset, bytes } = stray;
        let place = Place::at(offset);
        let found = show_bytes(&bytes);
        let known = match &bytes {
            b"PK\x06\x06" => Some((limit::ZIP64, "a ZIP64 end record")),
            b"PK\x06\x07" => Some((limit::ZIP64, "a ZIP64 locator")),
            b"PK\x07\x08" if self.phase == Phase::Start => {
                Some((zip::MULTI_DISK, "the mark of a split archive"))
            }
            b"PK00" if self.phase == Phase::Start => {
                Some((zip::MULTI_DISK, "the mark of a once split archive"))
            }
            b"PK\x07\x08" if self.phase == Phase::Entries => {
                Some((zip::DATA_DESCRIPTOR, "a data descriptor"))
            }
            b"PK\x05\x05" => Some((zip::UNKNOWN_RECORD, "a digital signature")),
            b"PK\x06\x08" => Some((zip::UNKNOWN_RECORD, "an archive extra data record")),
            _ => None,
        };
        if let Some((code, what)) = known {
            self.say((
                code,
                place,
                format!("{what} at byte {offset}; a capture has none"),
            ));
            return;
        }
        match (self.phase, directory) {
            (Phase::Start, None) => self.say_not_zip(),
            (Phase::Start, Some(dir)) => {
                let said = prefix(dir, &self.head, &found);
                self.say(said);
            }
            (Phase::Entries, None) => self.say((
                zip::BAD_SIGNATURE,
                place,
                format!("expected the next entry or the directory at byte {offset}, found \"{found}\", and the file has no end record"),
            )),
            (Phase::Entries, Some(dir)) => {
                let said = self.after_data(offset, &found, dir);
                self.say(said);
            }
            (Phase::Directory, dir) => {
                let said = self.in_directory(offset, &found, dir);
                self.say(said);
            }
        }
    }

    /// Behind the data of the last entry there is no record.
    fn after_data(&self, offset: u64, found: &str, dir: &Directory<'_>) -> Said {
        let place = Place::at(offset);
        if let Some(said) = self.against_directory(dir) {
            return said;
        }
        let next = dir
            .entries
            .iter()
            .map(|entry| u64::from(entry.local_offset))
            .find(|&at| at > offset)
            .unwrap_or(dir.cd_offset);
        let listed = dir
            .entries
            .iter()
            .any(|e| u64::from(e.local_offset) == offset);
        let stated = u64::from(dir.end.cd_offset);
        if listed || dir.cd_offset == offset || stated == offset {
            return (
                zip::BAD_SIGNATURE,
                place,
                format!(
                    "a record should begin at byte {offset}, found \"{found}\" instead of its signature"
                ),
            );
        }
        (
            zip::UNACCOUNTED_BYTES,
            place,
            format!(
                "{} bytes behind the data of the last entry belong to no record",
                next.saturating_sub(offset)
            ),
        )
    }

    /// Does the last local header disagree with the directory in a way that
    /// explains why its data ended in the wrong place?
    pub(super) fn against_directory(&self, dir: &Directory<'_>) -> Option<Said> {
        let local = self.locals.last()?;
        let central = dir
            .entries
            .iter()
            .find(|e| u64::from(e.local_offset) == local.header_offset)
            .or_else(|| dir.entries.iter().find(|e| e.name == local.name))?;
        let place = Place::at(local.header_offset).entry(show_bytes(&local.name));
        if central.name.len() != local.name.len() {
            return Some((
                zip::NAME_MISMATCH,
                place,
                format!(
                    "the local header says \"{}\", the directory says \"{}\"",
                    show_bytes(&local.name),
                    show_bytes(central.name)
                ),
            ));
        }
        if central.shared.flags & FLAG_DESCRIPTOR != 0 {
            return Some((
                zip::DATA_DESCRIPTOR,
                place,
                "the directory says that sizes follow the data (flag bit 3)".into(),
            ));
        }
        if central.shared.method != local.shared.method {
            return Some((
                zip::METHOD_MISMATCH,
                place,
                format!(
                    "method: the local header says {}, the directory says {}",
                    method_name(local.shared.method),
                    method_name(central.shared.method)
                ),
            ));
        }
        (central.shared.packed != local.shared.packed).then(|| {
            (
                zip::SIZE_MISMATCH,
                place,
                format!(
                    "packed size: the local header says {}, the directory says {}",
                    local.shared.packed, central.shared.packed
                ),
            )
        })
    }

    /// Between central headers and end record there is something else.
    fn in_directory(&self, offset: u64, found: &str, dir: Option<&Directory<'_>>) -> Said {
        let place = Place::at(offset);
        if self.swallowed {
            return (
                zip::CD_OVERRUN,
                place,
                format!(
                    "the directory record before byte {offset} is longer than its place: it covers the record behind it"
                ),
            );
        }
        match dir {
            None => (
                zip::NOT_A_ZIP,
                place,
                format!(
                    "expected the end record at byte {offset}, found \"{found}\", and there is none in the file"
                ),
            ),
            Some(dir) if usize::from(dir.end.entries) > self.centrals => (
                zip::BAD_SIGNATURE,
                place,
                format!(
                    "entry {} of {} in the directory should begin at byte {offset}, found \"{found}\"",
                    self.centrals + 1,
                    dir.end.entries
                ),
            ),
            Some(dir) => (
                zip::UNACCOUNTED_BYTES,
                place,
                format!(
                    "{} bytes between directory and end record belong to no record",
                    dir.end_offset.saturating_sub(offset)
                ),
            ),
        }
    }
}

/// The file has a directory but does not begin with an entry.
fn prefix(dir: &Directory<'_>, head: &[u8], found: &str) -> Said {
    let shift = dir.cd_offset.saturating_sub(u64::from(dir.end.cd_offset));
    let first = dir.entries.iter().map(|e| u64::from(e.local_offset)).min();
    let stated = shift + first.unwrap_or(0);
    // With ZIP64 the stated positions say nothing; the entry itself may be in sight.
    let zip64 = dir.end.cd_offset == u32::MAX;
    let seen = head.windows(4).position(|w| w == LOCAL).unwrap_or(0) as u64;
    let bytes = match stated {
        0 if zip64 => seen,
        stated => stated,
    };
    let place = Place::at(0);
    if bytes == 0 {
        return (
            zip::BAD_SIGNATURE,
            place,
            format!(
                "the first entry should begin at byte 0, found \"{found}\" instead of its signature"
            ),
        );
    }
    let like = sniff(head).map_or(String::new(), |(what, _)| {
        format!(" (they look like {what})")
    });
    (
        zip::PREFIX_DATA,
        place,
        format!("{bytes} bytes{like} come before the first entry"),
    )
}
