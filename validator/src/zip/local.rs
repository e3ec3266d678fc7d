//! Local headers: what may begin an entry, and under which name.

use super::fields::LocalHeader;
use super::name::{self, CAPTURE_NAMES, MAX_NAME, NameFault};
use super::shared::{self, FLAG_DESCRIPTOR, FLAG_ENCRYPTED, FLAG_UTF8, Side};
use super::verdict::Rank;
use super::walk::{Local, State, Walker};
use crate::finding::codes::{archive, limit, zip};
use crate::finding::{Place, show_bytes};

impl Walker {
    /// Judges the collected local header and sets up its data.
    pub(super) fn local_header(&mut self) {
        let record = std::mem::take(&mut self.record);
        let header = LocalHeader::read(&record);
        let fields = header.shared;
        let shown = show_bytes(header.name);
        let place = Place::at(self.record_start).entry(shown.clone());
        shared::check(
            &mut self.verdict,
            Side::Local,
            &place,
            &fields,
            header.extra,
        );
        if header.name.len() > MAX_NAME || self.names.is_full() {
            let message = format!(
                "a name of {} bytes; at most {MAX_NAME} are read",
                header.name.len()
            );
            self.verdict
                .fail(Rank::Framing, limit::NAMES, place, message);
            self.state = State::Broken;
            return;
        }
        self.check_name(header.name, fields.flags & FLAG_UTF8 != 0, &place);
        self.locals.push(Local {
            shared: fields,
            name: header.name.to_vec(),
            header_offset: self.record_start,
            data_offset: self.offset,
            listed: false,
        });
        // Without the size the forward walk cannot go on.
        let unknown_size = fields.flags & FLAG_DESCRIPTOR != 0 || fields.packed == u32::MAX;
        self.state = if unknown_size {
            State::Broken
        } else {
            State::Data {
                left: u64::from(fields.packed),
            }
        };
        self.deliver = fields.flags & FLAG_ENCRYPTED == 0;
    }

    fn check_name(&mut self, name: &[u8], utf8: bool, place: &Place) {
        let shown = show_bytes(name);
        let place = place.clone();
        let hint = name::hint(name);
        let (code, message) = match name::judge(name, utf8) {
            Some(NameFault::Unsafe(why)) => {
                (zip::NAME_UNSAFE, format!("the name \"{shown}\" {why}"))
            }
            Some(NameFault::Encoding(why)) => {
                (zip::NAME_ENCODING, format!("the name \"{shown}\" {why}"))
            }
            Some(NameFault::Directory) => {
                (archive::NOT_A_FILE, format!("\"{shown}\" is a directory"))
            }
            None if !self.names.add(name) => (
                archive::DUPLICATE_ENTRY,
                format!("\"{shown}\" is there twice, or a name that differs only in case"),
            ),
            None if self.rules.any_names || is_capture_name(name) => return,
            None => (
                archive::UNEXPECTED_ENTRY,
                format!("\"{shown}\" is none of {}", CAPTURE_NAMES.join(", ")),
            ),
        };
        self.verdict
            .fail_hint(Rank::Names, code, place, message, hint);
    }

    /// Once all local entries are known: are the three there, in order?
    pub(super) fn check_entries(&mut self) {
        if self.rules.any_names {
            return;
        }
        for name in CAPTURE_NAMES {
            if !self
                .locals
                .iter()
                .any(|local| local.name == name.as_bytes())
            {
                self.verdict.fail(
                    Rank::Names,
                    archive::MISSING_ENTRY,
                    Place::file().entry(name),
                    format!(
                        "there is no entry \"{name}\" among the {} there are",
                        self.locals.len()
                    ),
                );
            }
        }
        let order = self.locals.iter().zip(CAPTURE_NAMES);
        for (at, (local, name)) in order.enumerate() {
            if local.name != name.as_bytes() {
                let found = show_bytes(&local.name);
                self.verdict.fail(
                    Rank::Names,
                    archive::ENTRY_ORDER,
                    Place::at(local.header_offset).entry(found.clone()),
                    format!("expected \"{name}\" as entry {}, found \"{found}\"", at + 1),
                );
            } else if local.shared.packed == 0 {
                self.verdict.fail(
                    Rank::Names,
                    archive::EMPTY_ENTRY,
                    Place::at(local.header_offset).entry(name),
                    format!("\"{name}\" holds no bytes"),
                );
            }
        }
    }
}

fn is_capture_name(name: &[u8]) -> bool {
    CAPTURE_NAMES.iter().any(|known| known.as_bytes() == name)
}
