//! Everything that is known of a capture so far: findings, counts, and what
//! the comparison at the end needs. Pieces are folded in, in file order.

use std::collections::BTreeMap;

use eval752_contract::capture::{Manifest, Record, Session};
use eval752_contract::pack::PackDigester;
use eval752_contract::time::Timestamp;

use super::check::Checked;
use super::consumer::Consumer;
use super::coverage::Coverage;
use super::ids::{IdBook, MAX_ITEMS};
use super::locate::Spot;
use crate::collect::Findings;
use crate::finding::codes::{archive, limit, record as codes};
use crate::finding::{Code, Finding, Place, excerpt};
use crate::options::Options;
use crate::report::{Report, Summary};

/// Times of records may lie this far outside the session's: whole seconds
/// cut off up to one at each end.
const WINDOW_MS: i64 = 1000;
/// Different codes and labels that are counted by name.
pub(crate) const MAX_NAMES: usize = 50;

/// Where a record is, for messages about two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// By line of `results.jsonl`.
    Lines,
    /// By place in the payload's `results`.
    Elements,
}

impl Numbering {
    pub(crate) fn name(self, number: u64) -> String {
        match self {
            Self::Lines => format!("line {number}"),
            Self::Elements => format!("/results/{}", number - 1),
        }
    }

    /// JSON pointer of a record, empty where each line is a document.
    pub(crate) fn pointer(self, number: u64) -> String {
        match self {
            Self::Lines => String::new(),
            Self::Elements => format!("/results/{}", number - 1),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Ledger {
    pub(crate) options: Options,
    pub(crate) numbering: Numbering,
    pub(crate) findings: Findings,
    pub(crate) manifest: Option<Manifest>,
    /// Where the manifest is, for findings about its numbers.
    pub(crate) manifest_place: Option<Place>,
    pub(crate) session: Option<Session>,
    pub(crate) session_place: Option<Place>,
    /// Records there are, sound or not.
    pub(crate) records: u64,
    /// Records that could be read.
    sound: u64,
    /// The frame around the records broke: there may be more of them.
    pub(crate) broken: bool,
    pub(crate) errors: u64,
    pub(crate) error_codes: BTreeMap<String, u64>,
    /// Labels in order of appearance, with the number of records each.
    pub(crate) labels: Vec<(String, u64)>,
    label_change: Option<(u64, u64)>,
    /// The latest label, its record, and where it is in `labels`.
    last_label: Option<(String, u64, Option<usize>)>,
    pub(crate) ids: IdBook,
    ids_full: bool,
    pub(crate) digest: PackDigester,
    pub(crate) coverage: Option<Coverage>,
    /// Records whose session came after them: earliest start, latest finish.
    early: Option<(Timestamp, u64, u64)>,
    late: Option<(Timestamp, u64, u64)>,
}

impl Ledger {
    pub(crate) fn new(options: Options, numbering: Numbering) -> Self {
        Self {
            findings: Findings::new(options.max_findings),
            coverage: options.pack.clone().map(Coverage::new),
            options,
            numbering,
            manifest: None,
            manifest_place: None,
            session: None,
            session_place: None,
            records: 0,
            sound: 0,
            broken: false,
            errors: 0,
            error_codes: BTreeMap::new(),
            labels: Vec::new(),
            label_change: None,
            last_label: None,
            ids: IdBook::default(),
            ids_full: false,
            digest: PackDigester::new(),
            early: None,
            late: None,
        }
    }

    pub(crate) fn finding(&self, code: Code, place: Place, message: impl Into<String>) -> Finding {
        Finding::new(code, self.options.profile, place, message)
    }

    pub(crate) fn find(&mut self, code: Code, place: Place, message: impl Into<String>) {
        let finding = self.finding(code, place, message);
        self.findings.push(finding);
    }

    /// When a finding of `code` is there, drops all others.
    pub(crate) fn keep_only(&mut self, code: Code) -> bool {
        match self.findings.first_of(code) {
            Some(finding) => {
                self.replace(finding);
                true
            }
            None => false,
        }
    }

    /// Drops everything found so far in favour of one finding.
    pub(crate) fn replace(&mut self, finding: Finding) {
        self.findings = Findings::new(self.options.max_findings);
        self.findings.push(finding);
    }

    /// Whether some of the records are not known.
    pub(crate) fn unreadable(&self) -> bool {
        self.broken || self.sound < self.records
    }

    /// Ends the check.
    pub(crate) fn report(self, summary: Summary) -> Report {
        Report {
            counts: self.findings.counts(),
            findings: self.findings.into_sorted(),
            summary,
        }
    }

    /// Takes over the findings of a piece; gives its value.
    pub(crate) fn absorb<T>(&mut self, checked: Checked<T>) -> Option<T> {
        for finding in checked.findings {
            self.findings.push(finding);
        }
        self.findings.count_errors(checked.more);
        checked.value
    }

    /// Folds in the next record; `number` counts lines or elements from 1.
    pub(crate) fn record(
        &mut self,
        number: u64,
        spot: &Spot,
        checked: Checked<Record>,
        consumer: &mut impl Consumer,
    ) {
        self.records += 1;
        let Some(record) = self.absorb(checked) else {
            return;
        };
        self.sound += 1;
        let numbering = self.numbering;
        let place = |pointer: &str| {
            let mut place = spot.start();
            place.column = None;
            place.pointer(format!("{}{pointer}", numbering.pointer(number)))
        };
        let id = record.dataset_item_id.as_str();
        if !self.ids.add(id, number, spot.offset) && !self.ids_full {
            self.ids_full = true;
            let at = place("");
            self.find(limit::ITEMS, at, format!("more than {MAX_ITEMS} records"));
        }
        self.digest.item(id, &record.prompt_text);
        if let Some((code, pointer, message)) = self.coverage.as_mut().and_then(|c| c.add(&record))
        {
            let at = place(pointer);
            self.find(code, at, message);
        }
        if let Some(error) = record.error() {
            self.errors += 1;
            self.count_error(error.code());
            if error.known().is_none() {
                let at = place("/error");
                let message = format!("the code \"{}\" is not known", excerpt(error.code()));
                self.find(codes::ERROR_CODE_UNKNOWN, at, message);
            }
        }
        self.window(&record, number, spot);
        if let Some(label) = &record.model_label {
            self.label(label, number);
        }
        consumer.record(number, record);
    }

    fn count_error(&mut self, code: &str) {
        if let Some(count) = self.error_codes.get_mut(code) {
            *count += 1;
        } else if self.error_codes.len() < MAX_NAMES {
            self.error_codes.insert(excerpt(code), 1);
        } else {
            *self.error_codes.entry("(others)".into()).or_default() += 1;
        }
    }

    fn label(&mut self, label: &str, number: u64) {
        // Mostly the label is that of the record before: no work then.
        if let Some((last, last_number, at)) = &mut self.last_label
            && last == label
        {
            *last_number = number;
            if let Some((_, count)) = at.and_then(|at| self.labels.get_mut(at)) {
                *count += 1;
            }
            return;
        }
        if let (Some((_, before, _)), None) = (&self.last_label, self.label_change) {
            self.label_change = Some((*before, number));
        }
        let shown = excerpt(label);
        let known = self.labels.iter().position(|(known, _)| *known == shown);
        let at = known.or_else(|| {
            (self.labels.len() < MAX_NAMES).then(|| {
                self.labels.push((shown, 0));
                self.labels.len() - 1
            })
        });
        if let Some(at) = at {
            self.labels[at].1 += 1;
        }
        self.last_label = Some((label.to_owned(), number, at));
    }

    /// Does the record lie within its session?
    fn window(&mut self, record: &Record, number: u64, spot: &Spot) {
        let (start, finish) = (record.timing.started_at, record.timing.finished_at);
        if self.session.is_some() {
            self.check_window(start, finish, number, spot.offset);
            return;
        }
        if self.early.is_none_or(|(least, ..)| start < least) {
            self.early = Some((start, number, spot.offset));
        }
        if self.late.is_none_or(|(most, ..)| finish > most) {
            self.late = Some((finish, number, spot.offset));
        }
    }

    fn check_window(&mut self, start: Timestamp, finish: Timestamp, number: u64, offset: u64) {
        let Some(session) = &self.session else {
            return;
        };
        let window = session.session;
        let early = window.started_at.millis() - start.millis();
        let late = finish.millis() - window.finished_at.millis();
        let (pointer, message) = if early > WINDOW_MS {
            (
                "/timing/started_at",
                format!("it starts {early} ms before its session"),
            )
        } else if late > WINDOW_MS {
            (
                "/timing/finished_at",
                format!("it ends {late} ms after its session"),
            )
        } else {
            return;
        };
        let at = self.record_place(number, offset, pointer);
        self.find(codes::OUTSIDE_SESSION, at, message);
    }

    /// The place of a record that was folded in earlier.
    pub(crate) fn record_place(&self, number: u64, offset: u64, pointer: &str) -> Place {
        let place =
            Place::at(offset).pointer(format!("{}{pointer}", self.numbering.pointer(number)));
        match self.numbering {
            Numbering::Lines => place.entry("results.jsonl").line(number),
            Numbering::Elements => place,
        }
    }

    /// What could only be checked once everything was there: windows of
    /// records before their session, labels, duplicates.
    pub(crate) fn settle_records(&mut self) {
        for (time, number, offset) in [self.early, self.late].into_iter().flatten() {
            self.check_window(time, time, number, offset);
        }
        if let Some((before, after)) = self.label_change {
            let labels: Vec<String> = self
                .labels
                .iter()
                .take(5)
                .map(|(l, n)| format!("\"{l}\" ({n})"))
                .collect();
            let more = if self.labels.len() > 5 {
                " and others"
            } else {
                ""
            };
            let message = format!(
                "the model label changes from {} to {}: {}{more}",
                self.numbering.name(before),
                self.numbering.name(after),
                labels.join(", ")
            );
            let place = match self.numbering {
                Numbering::Lines => Place::file().entry("results.jsonl").line(after),
                Numbering::Elements => Place::file().pointer(self.numbering.pointer(after)),
            };
            self.find(
                codes::MODEL_LABEL_CHANGED,
                place
                    .clone()
                    .pointer(format!("{}/model_label", self.numbering.pointer(after))),
                message,
            );
        }
        for duplicate in std::mem::take(&mut self.ids).duplicates() {
            if self.findings.is_full() {
                self.findings.count_errors(1);
                continue;
            }
            let message = format!(
                "{} is for the same item as {}",
                self.numbering.name(duplicate.second),
                self.numbering.name(duplicate.first)
            );
            let at = self.record_place(duplicate.second, duplicate.offset, "/dataset_item_id");
            self.find(archive::DUPLICATE_ITEM, at, message);
        }
    }
}
