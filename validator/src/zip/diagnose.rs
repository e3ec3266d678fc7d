//! What went wrong where the forward walk could not go on. The tail of the
//! file shows what its writer meant; comparing that with what the walk saw
//! turns "bad bytes" into the defect's own name.

use super::fields::{LOCAL, LocalHeader};
use super::name;
use super::shared::{FLAG_DESCRIPTOR, method_name};
use super::sniff::sniff;
use super::tail::Directory;
use super::verdict::Rank;
use super::walk::{Part, Phase, State, Stray, Walker};
use crate::finding::codes::{limit, zip};
use crate::finding::{Code, Place, show_bytes};

/// A diagnosis: code, place, sentence.
type Said = (Code, Place, String);

impl Walker {
    /// Brings the walk to its verdict once the file has ended.
    pub(super) fn settle(&mut self) {
        let tail = std::mem::take(&mut self.tail);
        let directory = tail.directory();
        self.check_disguise(directory.as_ref());
        match self.state {
            State::AfterEnd => {
                self.check_entries();
                self.check_trailing(&tail);
            }
            State::Broken => {
                if let Some(stray) = self.stray {
                    self.say_stray(stray, directory.as_ref());
                }
            }
            State::Collect { .. } | State::Data { .. } => self.say_eof(directory.as_ref()),
        }
        if self.verdict.has_structural() {
            let listed = directory
                .iter()
                .flat_map(|d| d.entries.iter().map(|e| e.name));
            let walked = self.locals.iter().map(|local| local.name.as_slice());
            if let Some(hint) = listed.chain(walked).find_map(name::hint) {
                self.verdict.advise(hint);
            }
        }
    }

    /// A directory whose first signature was changed into a local one.
    fn check_disguise(&mut self, directory: Option<&Directory<'_>>) {
        if let (Some(dir), Some(local)) = (directory, self.locals.last())
            && u64::from(dir.end.cd_offset) == local.header_offset
            && dir.end.entries != 0
        {
            self.say((
                zip::BAD_SIGNATURE,
                Place::at(local.header_offset),
                "the directory should begin here, but there is the signature of an entry".into(),
            ));
        }
    }

    fn say(&mut self, (code, place, message): Said) {
        self.verdict.fail(Rank::Framing, code, place, message);
    }

    /// The bytes where a record should begin are none.
    fn say_stray(&mut self, stray: Stray, directory: Option<&Directory<'_>>) {
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

    fn say_not_zip(&mut self) {
        let (message, hint) = match sniff(&self.head) {
            Some((what, advice)) => (format!("the file begins like {what}"), Some(advice)),
            None => (
                format!(
                    "the file does not begin with an entry (found \"{}\") and has no end record",
                    show_bytes(&self.head[..self.head.len().min(4)])
                ),
                None,
            ),
        };
        self.verdict
            .fail_hint(Rank::Framing, zip::NOT_A_ZIP, Place::at(0), message, hint);
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
    fn against_directory(&self, dir: &Directory<'_>) -> Option<Said> {
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

    /// The file ended inside a record or inside data.
    fn say_eof(&mut self, directory: Option<&Directory<'_>>) {
        let at = self.offset;
        let place = Place::at(at);
        if at == 0 {
            self.say((zip::NOT_A_ZIP, Place::file(), "the file is empty".into()));
            return;
        }
        let said = match (self.state, directory) {
            _ if self.phase == Phase::Directory && self.swallowed => (
                zip::CD_OVERRUN,
                place,
                "the last record of the directory covers the end record".into(),
            ),
            (State::Data { left }, Some(dir)) => self.against_directory(dir).unwrap_or_else(|| {
                let entry = self
                    .locals
                    .last()
                    .map_or(String::new(), |local| show_bytes(&local.name));
                (
                    zip::DATA_OVERRUN,
                    place.entry(entry),
                    format!("the entry says that it has {left} bytes more than the file"),
                )
            }),
            (State::Data { left }, None) => {
                let entry = self
                    .locals
                    .last()
                    .map_or(String::new(), |local| show_bytes(&local.name));
                (
                    zip::TRUNCATED,
                    place.entry(entry),
                    format!(
                        "the file ends after {at} bytes, {left} bytes before the end of an entry"
                    ),
                )
            }
            (
                State::Collect {
                    part: Part::EndWhole,
                    need,
                },
                _,
            ) => (
                zip::EOCD_COMMENT_LEN,
                Place::at(self.record_start),
                format!(
                    "the end record announces a comment that is {} bytes longer than the file",
                    need - self.record.len()
                ),
            ),
            (
                State::Collect {
                    part: Part::CentralFixed | Part::CentralWhole,
                    ..
                },
                Some(_),
            ) => (
                zip::CD_OVERRUN,
                Place::at(self.record_start),
                "a record of the directory covers the end record".into(),
            ),
            (
                State::Collect {
                    part: Part::LocalFixed | Part::LocalWhole,
                    ..
                },
                Some(dir),
            ) => self.long_header(dir),
            (State::Collect { part, .. }, _) => {
                if self.phase == Phase::Start && part == Part::Signature {
                    self.say_not_zip();
                    return;
                }
                (
                    zip::TRUNCATED,
                    place,
                    format!("the file ends after {at} bytes, {}", self.inside(part)),
                )
            }
            (State::AfterEnd | State::Broken, _) => return,
        };
        self.say(said);
    }

    /// A local header that runs to the end of the file.
    fn long_header(&self, dir: &Directory<'_>) -> Said {
        let place = Place::at(self.record_start);
        let stated = LocalHeader::name_len(&self.record);
        let central = dir
            .entries
            .iter()
            .find(|entry| u64::from(entry.local_offset) == self.record_start);
        match central {
            Some(entry) if entry.name.len() != stated => (
                zip::NAME_MISMATCH,
                place.entry(show_bytes(entry.name)),
                format!(
                    "the local header says that the name has {stated} bytes, the directory says \"{}\"",
                    show_bytes(entry.name)
                ),
            ),
            _ => (
                zip::DATA_OVERRUN,
                place,
                "the name or the extra field of a local header covers the end of the archive"
                    .into(),
            ),
        }
    }

    fn inside(&self, part: Part) -> String {
        match part {
            Part::Signature if self.phase == Phase::Directory => "before its end record".into(),
            Part::Signature => format!(
                "behind entry {} and before the directory",
                self.locals.len()
            ),
            Part::LocalFixed | Part::LocalWhole => {
                format!("in the header of entry {}", self.locals.len() + 1)
            }
            Part::CentralFixed | Part::CentralWhole => {
                format!("in entry {} of the directory", self.centrals + 1)
            }
            Part::EndFixed | Part::EndWhole => "in its end record".into(),
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
