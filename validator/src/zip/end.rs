//! The end record: its counts and positions must be what the walk saw, and
//! the file must end with it.

use super::fields::{END, END_LEN, EndRecord, LOCAL};
use super::tail::Tail;
use super::verdict::Rank;
use super::walk::{Part, State, Walker};
use crate::finding::codes::{limit, zip};
use crate::finding::{Place, show_bytes};

impl Walker {
    /// Judges the collected end record.
    pub(super) fn end_record(&mut self) {
        let end = EndRecord::read(&self.record);
        let place = Place::at(self.record_start);
        let cd_start = self.cd_start.unwrap_or(self.record_start);
        let cd_size = self.record_start - cd_start;
        let seen = self.centrals as u64;
        let mut fail = |code, message: String| {
            self.verdict
                .fail(Rank::Framing, code, place.clone(), message);
        };
        if end.cd_offset == u32::MAX || end.cd_size == u32::MAX || end.entries == u16::MAX {
            fail(
                limit::ZIP64,
                "the end record leaves a value to a ZIP64 record".into(),
            );
        }
        if end.disk != 0 || end.cd_disk != 0 {
            fail(
                zip::MULTI_DISK,
                format!(
                    "expected disk 0, found disk {} with the directory on disk {}",
                    end.disk, end.cd_disk
                ),
            );
        }
        if let Some(orphan) = self.locals.get(self.centrals..).and_then(<[_]>::first) {
            // The one that is missing need not be the last: the first that no
            // header pointed at is told apart by name only in the message.
            fail(
                zip::ORPHAN_LOCAL_ENTRY,
                format!(
                    "the file holds {} entries, the directory lists {seen} (the file's last begins at byte {}, \"{}\")",
                    self.locals.len(),
                    orphan.header_offset,
                    show_bytes(&orphan.name)
                ),
            );
        }
        if end.entries_here != end.entries {
            fail(
                zip::ENTRY_COUNT_MISMATCH,
                format!(
                    "the end record counts {} entries on this disk and {} in all",
                    end.entries_here, end.entries
                ),
            );
        }
        if u64::from(end.entries) != seen {
            fail(
                zip::ENTRY_COUNT_MISMATCH,
                format!(
                    "the end record counts {} entries, the directory lists {seen}",
                    end.entries
                ),
            );
        }
        if u64::from(end.cd_size) != cd_size {
            fail(
                zip::CD_SIZE_MISMATCH,
                format!(
                    "the directory is {cd_size} bytes long, the end record says {}",
                    end.cd_size
                ),
            );
        }
        if u64::from(end.cd_offset) != cd_start {
            fail(
                zip::CD_OFFSET_MISMATCH,
                format!(
                    "the directory begins at byte {cd_start}, the end record says {}",
                    end.cd_offset
                ),
            );
        }
        if end.comment_len == 0 {
            self.behind_end();
        } else {
            let need = END_LEN + usize::from(end.comment_len);
            self.state = State::Collect {
                part: Part::EndWhole,
                need,
            };
        }
    }

    /// Judges the archive comment, now that all of it is there.
    pub(super) fn end_comment(&mut self) {
        let comment = self.record.get(END_LEN..).unwrap_or_default();
        let place = Place::at(self.record_start + END_LEN as u64);
        let (code, message) = if comment.windows(4).any(|w| w == END) {
            (
                zip::MULTIPLE_EOCD,
                "the archive comment holds a second end record".to_owned(),
            )
        } else {
            (
                zip::COMMENT_PRESENT,
                format!("the archive carries a comment of {} bytes", comment.len()),
            )
        };
        self.verdict.fail(Rank::Framing, code, place, message);
        self.behind_end();
    }

    fn behind_end(&mut self) {
        self.record.clear();
        self.end_at = self.offset;
        self.state = State::AfterEnd;
    }

    /// The file went on behind its end record.
    pub(super) fn check_trailing(&mut self, tail: &Tail) {
        let extra = self.offset - self.end_at;
        if extra == 0 {
            return;
        }
        let rest = tail.since(self.end_at);
        let place = Place::at(self.end_at);
        if rest.windows(4).any(|w| w == END) {
            let what = if rest.starts_with(&LOCAL) {
                "a second archive follows the first"
            } else {
                "another end record follows"
            };
            self.verdict.fail(
                Rank::Framing,
                zip::MULTIPLE_EOCD,
                place,
                format!("{what}, in {extra} bytes behind the end of the archive"),
            );
        } else {
            let zeros = if rest.iter().all(|&b| b == 0) {
                " (all zero)"
            } else {
                ""
            };
            self.verdict.fail(
                Rank::Framing,
                zip::TRAILING_DATA,
                place,
                format!("{extra} bytes{zeros} follow the end of the archive"),
            );
        }
    }
}
