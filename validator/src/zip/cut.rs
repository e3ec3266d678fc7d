//! Diagnosis: the file ended inside a record or inside data.

use super::diagnose::Said;
use super::fields::LocalHeader;
use super::tail::Directory;
use super::walk::{Part, Phase, State, Walker};
use crate::finding::codes::zip;
use crate::finding::{Place, show_bytes};

impl Walker {
    /// The file ended inside a record or inside data.
    pub(super) fn say_eof(&mut self, directory: Option<&Directory<'_>>) {
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
