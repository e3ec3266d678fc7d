//! From the end of an item to its record, stored at once.

use eval752_contract::capture::{Fill, Outcome, Record, RecordEvidence, Timing};
use eval752_contract::error_code::{CaptureError, ErrorCode};
use eval752_contract::time::Timestamp;

use super::{Run, Store, row_key};
use crate::fault::{Fault, on};
use crate::item::Finish;

impl Run {
    pub(super) fn record<S: Store>(&mut self, index: usize, finish: Finish, store: &mut S) {
        let attempt = self.ledger.attempt(index);
        let mut notes = finish.notes;
        if finish.model_label.is_some() {
            if self.last_label.is_some() && self.last_label != finish.model_label {
                let note = "model-label-differs-from-previous";
                notes.push(note.to_owned());
                self.about.log(note);
            }
            self.last_label.clone_from(&finish.model_label);
        }
        let started_at = Timestamp::from_millis(finish.started.wall.max(self.about.started_ms()));
        let latency = i64::try_from(finish.latency_ms).unwrap_or(i64::MAX);
        let record = Record {
            dataset_item_id: self.items[index].id.clone(),
            prompt_text: self.items[index].prompt.clone(),
            outcome: finish.outcome,
            timing: Timing {
                started_at,
                finished_at: Timestamp::from_millis(started_at.millis().saturating_add(latency)),
                latency_ms: finish.latency_ms,
            },
            model_label: finish.model_label,
            evidence: self.evidence.then(|| RecordEvidence {
                matched: finish.matched,
                completion: finish.completion.to_owned(),
                fill: finish.fill,
                hidden_ms: finish.hidden_ms,
                attempt,
                notes,
            }),
        };
        self.ledger.set_done(index, &record);
        self.saved_since_change = false;
        self.put(index, store);
    }

    /// Items whose intent was stored and whose record was not become `interrupted`.
    pub fn settle_interrupted<S: Store>(&mut self, store: &mut S) {
        for index in 0..self.items.len() {
            let Some((attempt, wall)) = self.ledger.intent(index) else {
                continue;
            };
            if on(Fault::ResendInterrupted) {
                self.ledger.take_back(index);
                continue;
            }
            let time = Timestamp::from_millis(wall.max(self.about.started_ms()));
            let detail = "the page went away after the prompt may have been sent";
            let record = Record {
                dataset_item_id: self.items[index].id.clone(),
                prompt_text: self.items[index].prompt.clone(),
                outcome: Outcome::Failed {
                    error: CaptureError::new(ErrorCode::Interrupted, detail),
                    partial: None,
                },
                timing: Timing {
                    started_at: time,
                    finished_at: time,
                    latency_ms: 0,
                },
                model_label: None,
                evidence: self.evidence.then(|| RecordEvidence {
                    matched: Vec::new(),
                    completion: "none".to_owned(),
                    fill: Fill {
                        technique: "none".to_owned(),
                        normalisation: Vec::new(),
                    },
                    hidden_ms: 0,
                    attempt,
                    notes: Vec::new(),
                }),
            };
            self.ledger.set_done(index, &record);
            self.saved_since_change = false;
            self.put(index, store);
        }
    }

    pub(super) fn put<S: Store>(&mut self, index: usize, store: &mut S) {
        store.put(
            &row_key(self.about.session_id(), index),
            &self.ledger.row(index),
        );
    }
}
