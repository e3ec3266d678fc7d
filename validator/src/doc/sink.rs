//! The sink of the ZIP layer: routes each entry to its document, in the same
//! pass over the same bytes that its checksum is taken in.

use eval752_contract::capture::{Manifest, Record, Session};

use super::check::{Checked, Manner, check};
use super::consumer::Consumer;
use super::documents::{MAX_MANIFEST, Slot};
use super::ledger::Ledger;
use super::lines::{Line, Lines};
use super::locate::Spot;
use crate::finding::Place;
use crate::finding::codes::{json as codes, limit};
use crate::zip::{CAPTURE_NAMES, EntrySink, EntrySpan};

/// Pieces below this are not worth a second thread.
const PARALLEL: usize = 128 << 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Manifest,
    Session,
    Results,
}

#[derive(Debug)]
pub(crate) struct Docs<C> {
    pub(crate) ledger: Ledger,
    pub(crate) consumer: C,
    part: Option<Part>,
    slot: Option<Slot>,
    lines: Lines,
    /// Parts already read; a second entry of the same name is a structural
    /// error and its data is not looked at.
    done: [bool; 3],
    ends_with_feed: bool,
}

impl<C: Consumer> Docs<C> {
    pub(crate) fn new(ledger: Ledger, consumer: C) -> Self {
        Self {
            lines: Lines::new(ledger.options.max_line),
            ledger,
            consumer,
            part: None,
            slot: None,
            done: [false; 3],
            ends_with_feed: true,
        }
    }

    fn close(&mut self, part: Part) {
        match part {
            Part::Results => self.close_results(),
            Part::Manifest | Part::Session => {
                if let Some(slot) = self.slot.take() {
                    self.document(part, &slot);
                }
            }
        }
    }

    fn document(&mut self, part: Part, slot: &Slot) {
        let place = slot.spot.start();
        if slot.overflow {
            let message = format!("more than {} bytes", slot.limit());
            self.ledger.find(limit::DOCUMENT_SIZE, place, message);
            return;
        }
        if part == Part::Manifest {
            self.ledger
                .read_manifest(&slot.bytes, &slot.spot, "", &mut self.consumer);
        } else {
            self.ledger
                .read_session(&slot.bytes, &slot.spot, "", &mut self.consumer);
        }
    }

    fn close_results(&mut self) {
        let (ledger, consumer) = (&mut self.ledger, &mut self.consumer);
        self.lines.finish(|line| {
            fold(
                ledger,
                consumer,
                &line,
                check_line(&line, ledger_manner(ledger)),
            );
        });
        if !self.ends_with_feed {
            let place = Place::file()
                .entry(CAPTURE_NAMES[2])
                .line(self.ledger.records);
            self.ledger.find(
                codes::FRAMING,
                place,
                "the last line does not end with a line feed",
            );
        }
    }

    fn results(&mut self, offset: u64, bytes: &[u8]) {
        if let Some(&last) = bytes.last() {
            self.ends_with_feed = last == b'\n';
        }
        let threads = self.ledger.options.threads;
        // Both closures need the ledger, one after the other.
        let shared = std::cell::RefCell::new((&mut self.ledger, &mut self.consumer));
        self.lines.push(
            offset,
            bytes,
            |line| {
                let (ledger, consumer) = &mut *shared.borrow_mut();
                fold(
                    ledger,
                    *consumer,
                    &line,
                    check_line(&line, ledger_manner(ledger)),
                );
            },
            |batch| {
                let (ledger, consumer) = &mut *shared.borrow_mut();
                let size: usize = batch.iter().map(|line| line.bytes.len()).sum();
                if threads > 1 && size >= PARALLEL {
                    fold_parallel(ledger, *consumer, batch, size, threads);
                } else {
                    for line in batch {
                        fold(
                            ledger,
                            *consumer,
                            line,
                            check_line(line, ledger_manner(ledger)),
                        );
                    }
                }
            },
        );
    }
}

impl<C: Consumer> EntrySink for Docs<C> {
    fn begin(&mut self, entry: &EntrySpan) {
        let parts = [Part::Manifest, Part::Session, Part::Results];
        let index = CAPTURE_NAMES
            .iter()
            .position(|name| name.as_bytes() == entry.name);
        self.part = index.filter(|&at| !self.done[at]).map(|at| {
            self.done[at] = true;
            parts[at]
        });
        let spot = Spot {
            entry: index.map(|at| CAPTURE_NAMES[at]),
            offset: entry.data_offset,
            line: 1,
            column: 0,
        };
        self.slot = match self.part {
            Some(Part::Manifest) => Some(Slot::new(spot, MAX_MANIFEST)),
            Some(Part::Session) => Some(Slot::new(spot, self.ledger.options.max_line)),
            _ => None,
        };
    }

    fn data(&mut self, offset: u64, bytes: &[u8]) {
        match self.part {
            Some(Part::Results) => self.results(offset, bytes),
            Some(_) => {
                if let Some(slot) = &mut self.slot {
                    slot.push(bytes);
                }
            }
            None => {}
        }
    }

    fn end(&mut self) {
        if let Some(part) = self.part.take() {
            self.close(part);
        }
    }
}

impl Ledger {
    /// Reads `manifest.json` or the payload's `manifest`.
    pub(crate) fn read_manifest(
        &mut self,
        text: &[u8],
        spot: &Spot,
        prefix: &str,
        consumer: &mut impl Consumer,
    ) {
        let manner = Manner {
            excerpts: true,
            line_framed: false,
            ..ledger_manner(self)
        };
        let checked = check(
            text,
            spot,
            prefix,
            manner,
            Manifest::read,
            Manifest::to_json,
        );
        self.manifest_place = Some(
            Place {
                column: None,
                line: None,
                ..spot.start()
            }
            .pointer(prefix),
        );
        if let Some(manifest) = self.absorb(checked) {
            consumer.manifest(&manifest);
            self.manifest = Some(manifest);
        }
    }

    /// Reads `browser_harness.json` or the payload's `browser_harness`.
    pub(crate) fn read_session(
        &mut self,
        text: &[u8],
        spot: &Spot,
        prefix: &str,
        consumer: &mut impl Consumer,
    ) {
        // The token and the judge are in here: nothing of it is shown.
        let manner = Manner {
            excerpts: false,
            line_framed: false,
            ..ledger_manner(self)
        };
        let checked = check(text, spot, prefix, manner, Session::read, Session::to_json);
        self.session_place = Some(
            Place {
                column: None,
                line: None,
                ..spot.start()
            }
            .pointer(prefix),
        );
        if let Some(session) = self.absorb(checked) {
            consumer.session(&session);
            self.session = Some(session);
        }
    }
}

fn ledger_manner(ledger: &Ledger) -> Manner {
    Manner {
        profile: ledger.options.profile,
        detail: !ledger.findings.is_full(),
        excerpts: true,
        line_framed: true,
    }
}

fn spot_of(line: &Line<'_>) -> Spot {
    Spot {
        entry: Some(CAPTURE_NAMES[2]),
        offset: line.offset,
        line: line.number,
        column: 0,
    }
}

fn is_blank(line: &Line<'_>) -> bool {
    line.too_long.is_none() && line.bytes.iter().all(u8::is_ascii_whitespace)
}

/// Checks one line by itself.
fn check_line(line: &Line<'_>, manner: Manner) -> Checked<Record> {
    let spot = spot_of(line);
    let failed = |code, at, message: String| Checked {
        value: None,
        findings: vec![manner.finding(code, &spot, line.bytes, at, message)],
        more: 0,
    };
    if let Some(length) = line.too_long {
        return failed(
            limit::LINE_LENGTH,
            0,
            format!("the line is {length} bytes long"),
        );
    }
    if is_blank(line) {
        return failed(codes::FRAMING, 0, "the line is blank".into());
    }
    if let Some(at) = memchr::memchr(b'\r', line.bytes) {
        let message = if at + 1 == line.bytes.len() {
            "the line ends with CR LF"
        } else {
            "there is a carriage return in the line"
        };
        return failed(codes::LINE_ENDING, at, message.into());
    }
    if line.bytes.first() == Some(&b'[') {
        let message = "expected one object a line, found an array".into();
        return failed(codes::FRAMING, 0, message);
    }
    check(line.bytes, &spot, "", manner, Record::read, |record| {
        let mut text = record.to_line();
        text.pop();
        text
    })
}

fn fold(
    ledger: &mut Ledger,
    consumer: &mut impl Consumer,
    line: &Line<'_>,
    checked: Checked<Record>,
) {
    if is_blank(line) {
        // No record: it is a finding, but it does not change the count.
        let _: Option<Record> = ledger.absorb(checked);
    } else {
        ledger.record(line.number, &spot_of(line), checked, consumer);
    }
}

/// Checks a batch on several threads and folds it in, in order.
fn fold_parallel(
    ledger: &mut Ledger,
    consumer: &mut impl Consumer,
    batch: &[Line<'_>],
    size: usize,
    threads: usize,
) {
    let manner = ledger_manner(ledger);
    let mut parts = Vec::new();
    let mut rest = batch;
    for left in (1..threads).rev() {
        let share = size / threads;
        let mut taken = 0;
        let cut = rest.iter().take_while(|line| {
            taken += line.bytes.len();
            taken <= share
        });
        let cut = cut.count().max(usize::from(left > 0 && !rest.is_empty()));
        let (part, more) = rest.split_at(cut.min(rest.len()));
        parts.push(part);
        rest = more;
    }
    let run = |part: &[Line<'_>]| {
        part.iter()
            .map(|line| check_line(line, manner))
            .collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = parts[1..]
            .iter()
            .chain([&rest])
            .map(|part| (scope.spawn(|| run(part)), *part))
            .collect();
        for line in parts[0] {
            fold(ledger, consumer, line, check_line(line, manner));
        }
        for (thread, part) in others {
            match thread.join() {
                Ok(results) => {
                    for (line, checked) in part.iter().zip(results) {
                        fold(ledger, consumer, line, checked);
                    }
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
}
