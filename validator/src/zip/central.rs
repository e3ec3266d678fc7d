//! Central headers: each must repeat its local entry, in the same order.

use super::attrs::{self, Attrs};
use super::fields::{CENTRAL, CENTRAL_LEN, CentralHeader, END};
use super::shared::{self, Side};
use super::verdict::Rank;
use super::walk::{Phase, Walker};
use crate::finding::codes::{archive, limit, zip};
use crate::finding::{Place, show_bytes};

/// Version 2.0, system Unix: what our writer puts into "made by".
const MADE_BY: u16 = 0x0314;

impl Walker {
    /// Judges the collected central header.
    pub(super) fn central_header(&mut self) {
        let record = std::mem::take(&mut self.record);
        let header = CentralHeader::read(&record);
        self.swallowed = record
            .get(CENTRAL_LEN..)
            .unwrap_or_default()
            .windows(4)
            .any(|w| w == CENTRAL || w == END);
        let place = Place::at(self.record_start).entry(show_bytes(header.name));
        let index = self.centrals;
        self.centrals += 1;
        self.check_position(&header, index, &place);
        self.check_alone(&header, &place);
        if let Some(local) = self.locals.get(index)
            && u64::from(header.local_offset) == local.header_offset
        {
            if local.name == header.name {
                shared::compare(&mut self.verdict, &place, &local.shared, &header.shared);
            } else {
                let message = format!(
                    "the local header says \"{}\", the central header says \"{}\"",
                    show_bytes(&local.name),
                    show_bytes(header.name)
                );
                self.verdict
                    .fail(Rank::Agreement, zip::NAME_MISMATCH, place, message);
            }
        }
        self.next_record(Phase::Directory);
    }

    /// Does the header point at the entry that is its turn?
    fn check_position(&mut self, header: &CentralHeader<'_>, index: usize, place: &Place) {
        let offset = u64::from(header.local_offset);
        let expected = self.locals.get(index).map(|local| local.header_offset);
        let cd_start = self.cd_start.unwrap_or(self.record_start);
        // Local entries come in the order of the file.
        let found = self
            .locals
            .binary_search_by_key(&offset, |local| local.header_offset)
            .ok();
        let again = found.is_some_and(|at| std::mem::replace(&mut self.locals[at].listed, true));
        if expected == Some(offset) && !again {
            return;
        }
        let mut fail = |rank, code, message: String| {
            self.verdict.fail(rank, code, place.clone(), message);
        };
        match (found, expected) {
            _ if header.local_offset == u32::MAX => {
                fail(
                    Rank::Framing,
                    limit::ZIP64,
                    "the position is left to a ZIP64 field".into(),
                );
            }
            (None, Some(_)) if offset >= cd_start => fail(
                Rank::Framing,
                zip::LOCAL_OFFSET_RANGE,
                format!(
                    "the entry is placed at byte {offset}, but the directory begins at byte {cd_start}"
                ),
            ),
            (Some(_), _) if again => fail(
                Rank::Framing,
                zip::OVERLAP,
                format!("the entry at byte {offset} is listed a second time"),
            ),
            (Some(at), _) => fail(
                Rank::Header,
                zip::CD_ORDER,
                format!(
                    "entry {} of the directory is entry {} of the file",
                    index + 1,
                    at + 1
                ),
            ),
            (None, None) => fail(
                Rank::Framing,
                zip::MISSING_LOCAL_ENTRY,
                format!(
                    "the directory lists an entry at byte {offset}; the file holds {} entries and none there",
                    self.locals.len()
                ),
            ),
            (None, Some(expected)) => fail(
                Rank::Framing,
                zip::LOCAL_OFFSET_MISMATCH,
                format!("the entry begins at byte {expected}, the directory says byte {offset}"),
            ),
        }
    }

    /// Checks that need nothing but the header.
    fn check_alone(&mut self, header: &CentralHeader<'_>, place: &Place) {
        let verdict = &mut self.verdict;
        shared::check(verdict, Side::Central, place, &header.shared, header.extra);
        if header.disk != 0 {
            let message = format!("the entry is said to be on disk {}", header.disk);
            verdict.fail(Rank::Header, zip::MULTI_DISK, place.clone(), message);
        }
        if !header.comment.is_empty() {
            let message = format!(
                "the entry carries a comment of {} bytes",
                header.comment.len()
            );
            verdict.fail(Rank::Header, zip::COMMENT_PRESENT, place.clone(), message);
        }
        match attrs::judge(header.internal, header.external) {
            Attrs::Canonical => {}
            Attrs::Plain => {
                let message = format!(
                    "attributes {:#06x} and {:#010x}, our writer writes 0x0000 and 0x81a40000",
                    header.internal, header.external
                );
                verdict.form(zip::ATTRS_VALUE, place.clone(), message);
            }
            Attrs::Special(why) => {
                verdict.fail(Rank::Header, archive::NOT_A_FILE, place.clone(), why);
            }
            Attrs::Contradiction(why) => {
                verdict.fail(Rank::Header, zip::ATTRS, place.clone(), why);
            }
        }
        if header.made_by != MADE_BY {
            verdict.form(
                zip::HOST,
                place.clone(),
                format!(
                    "made by {:#06x}, our writer writes {MADE_BY:#06x}",
                    header.made_by
                ),
            );
        }
    }
}
