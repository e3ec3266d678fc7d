//! The checks that need everything: counts, token, pack, times. What they
//! establish becomes the summary.

use eval752_contract::archive::dos_time;
use eval752_contract::capture::CAPTURE_FORMAT;
use eval752_contract::time::Timestamp;
use eval752_contract::token::Verified;

use super::ledger::Ledger;
use crate::finding::codes::{archive, find, record, schema, token as codes, zip};
use crate::finding::{Place, show_bytes};
use crate::report::{Completeness, Summary, TokenState};
use crate::zip::{DosTime, EntrySpan};

impl Ledger {
    /// Runs the last checks and fills the summary.
    pub(crate) fn finish(&mut self, summary: &mut Summary) {
        self.settle_records();
        self.check_counts();
        self.check_export();
        let verified = self.check_token(summary);
        self.check_pack(verified.as_ref(), summary);
        self.check_digest(verified.as_ref(), summary);
        self.describe(summary);
    }

    fn check_counts(&mut self) {
        let Some(manifest) = self.manifest else {
            return;
        };
        // Where records cannot be read, a wrong count would only be their echo.
        if self.unreadable() {
            return;
        }
        let place = |pointer: &str| {
            let mut place = self.manifest_place.clone().unwrap_or_default();
            place.pointer = Some(format!("{}{pointer}", place.pointer.unwrap_or_default()));
            place
        };
        let items = place("/item_count");
        let errors = place("/error_count");
        if manifest.item_count != self.records {
            let message = format!(
                "item_count says {}, there are {} records",
                manifest.item_count, self.records
            );
            self.find(archive::COUNT_MISMATCH, items, message);
        }
        if manifest.error_count != self.errors {
            let message = format!(
                "error_count says {}, {} records have an error",
                manifest.error_count, self.errors
            );
            self.find(archive::COUNT_MISMATCH, errors, message);
        }
    }

    fn check_export(&mut self) {
        if let (Some(manifest), Some(session)) = (&self.manifest, &self.session) {
            let early = session.session.finished_at.millis() - manifest.exported_at.millis();
            if early > 1000 {
                let place = self.manifest_place.clone().unwrap_or_default();
                let message = format!("exported_at is {early} ms before the session's end");
                self.find(record::EXPORTED_EARLY, place, message);
            }
        }
    }

    /// The DOS times of the entries must be the time of export.
    pub(crate) fn check_entry_times(&mut self, entries: &[EntrySpan]) {
        let Some(manifest) = &self.manifest else {
            return;
        };
        let expected = dos_time(manifest.exported_at);
        let expected = DosTime {
            date: (expected >> 16) as u16,
            time: (expected & 0xffff) as u16,
        };
        let mut differing = entries.iter().filter(|entry| entry.time != expected);
        if let Some(entry) = differing.next() {
            let more = differing.count();
            let more = if more == 0 {
                String::new()
            } else {
                format!(" (and {more} more like it)")
            };
            let place = Place::at(entry.header_offset).entry(show_bytes(&entry.name));
            let message = format!(
                "expected {expected} (exported_at, UTC), found {}{more}",
                entry.time
            );
            self.find(zip::TIME_VALUE, place, message);
        }
    }

    fn token_place(&self) -> Place {
        let mut place = self.session_place.clone().unwrap_or_default();
        place.pointer = Some(format!(
            "{}/dataset_token",
            place.pointer.unwrap_or_default()
        ));
        place
    }

    fn check_token(&mut self, summary: &mut Summary) -> Option<Verified> {
        let session = self.session.as_ref()?;
        let Some(keys) = &self.options.keys else {
            summary.token = TokenState::NotVerified;
            let place = self.token_place();
            self.find(codes::NOT_VERIFIED, place, "no key was given");
            return None;
        };
        match keys.verify(session.dataset_token.as_str()) {
            Ok(verified) => {
                let seconds = i64::try_from(verified.claims.iat).unwrap_or(i64::MAX / 1000);
                summary.token = TokenState::Verified {
                    key_id: verified.key_id.as_str().to_owned(),
                    dataset_id: verified.claims.dataset_id.as_str().to_owned(),
                    signed_at: Timestamp::from_millis(seconds.saturating_mul(1000)).canonical(),
                    item_count: verified.claims.item_count,
                    digest_checked: false,
                };
                Some(verified)
            }
            Err(error) => {
                summary.token = TokenState::Refused;
                let code = find(error.code()).unwrap_or(schema::OTHER);
                let place = self.token_place();
                self.find(code, place, error.to_string());
                None
            }
        }
    }

    /// Is it this pack's capture, and how much of it?
    fn check_pack(&mut self, verified: Option<&Verified>, summary: &mut Summary) {
        let Some(coverage) = &self.coverage else {
            return;
        };
        let pack = coverage.index().pack();
        let of = pack.items.len() as u64;
        let (missing, missing_count) = coverage.missing();
        let other = match (verified, &self.session) {
            (Some(verified), _) if verified.claims.pack_digest != pack.pack_digest => Some((
                codes::OTHER_PACK,
                "the token's pack digest is not that of the pack given",
            )),
            (None, Some(session)) if session.dataset_token != pack.dataset_token => {
                Some((codes::OTHER_TOKEN, "the capture's token is not the pack's"))
            }
            _ => None,
        };
        summary.pack_name = Some(pack.dataset.name.clone());
        if self.unreadable() {
            // What a broken record would have covered is not known.
            summary.completeness = Completeness::Unknown;
        } else if missing_count == 0 {
            summary.completeness = Completeness::Complete { of, by: "pack" };
        } else {
            let have = of - missing_count;
            summary.completeness = Completeness::Partial {
                have,
                of,
                by: "pack",
            };
        }
        if let Some((code, message)) = other {
            let place = self.token_place();
            self.find(code, place, message);
        }
        if missing_count > 0 {
            let more = missing_count - missing.len() as u64;
            let more = if more == 0 {
                String::new()
            } else {
                format!(" and {more} more")
            };
            let message = format!(
                "{missing_count} of {of} items have no record: {}{more}",
                missing.join(", ")
            );
            self.find(codes::MISSING_ITEMS, Place::file(), message);
        }
        summary.missing = missing;
    }

    /// A complete capture must be exactly what was signed.
    fn check_digest(&mut self, verified: Option<&Verified>, summary: &mut Summary) {
        let Some(verified) = verified else {
            return;
        };
        let of = verified.claims.item_count;
        if self.records > of {
            let place = self.token_place();
            let message = format!(
                "the signed pack has {of} items, there are {} records",
                self.records
            );
            self.find(codes::TOO_MANY, place, message);
            return;
        }
        if self.unreadable() {
            return;
        }
        if self.records < of {
            if summary.completeness == Completeness::Unknown {
                let have = self.records;
                summary.completeness = Completeness::Partial {
                    have,
                    of,
                    by: "token",
                };
            }
            return;
        }
        let digest = std::mem::take(&mut self.digest).finish();
        if digest == verified.claims.pack_digest {
            if let TokenState::Verified { digest_checked, .. } = &mut summary.token {
                *digest_checked = true;
            }
            if summary.completeness == Completeness::Unknown {
                summary.completeness = Completeness::Complete { of, by: "token" };
            }
        } else {
            let place = self.token_place();
            let message = "as many records as were signed, but their ids, prompts or order differ";
            self.find(codes::PACK_DIGEST, place, message);
        }
    }

    fn describe(&self, summary: &mut Summary) {
        summary.records = self.records;
        summary.errors = self.errors;
        summary.error_codes.clone_from(&self.error_codes);
        summary.model_labels.clone_from(&self.labels);
        if let Some(manifest) = &self.manifest {
            summary.format = Some(CAPTURE_FORMAT.to_owned());
            summary.exported_at = Some(manifest.exported_at.canonical());
        }
        if let Some(session) = &self.session {
            summary.preset = Some(session.target.preset.as_str().to_owned());
            summary.origin = Some(session.target.origin.as_str().to_owned());
            summary.target_name = Some(session.target.display_name.clone());
            summary.label.clone_from(&session.label);
            summary.started_at = Some(session.session.started_at.canonical());
            summary.finished_at = Some(session.session.finished_at.canonical());
            summary.judge = session
                .judge
                .as_ref()
                .map(|judge| (judge.provider_id.clone(), judge.model.clone()));
        }
    }
}
