//! What went wrong where the forward walk could not go on. The tail of the
//! file shows what its writer meant; comparing that with what the walk saw
//! turns "bad bytes" into the defect's own name.

use super::name;
use super::sniff::sniff;
use super::tail::Directory;
use super::verdict::Rank;
use super::walk::{State, Walker};
use crate::finding::codes::zip;
use crate::finding::{Code, Place, show_bytes};

/// A diagnosis: code, place, sentence.
pub(super) type Said = (Code, Place, String);

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
            && self.state != State::AfterEnd
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

    pub(super) fn say(&mut self, (code, place, message): Said) {
        self.verdict.fail(Rank::Framing, code, place, message);
    }

    pub(super) fn say_not_zip(&mut self) {
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
}
