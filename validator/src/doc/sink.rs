//! The sink of the ZIP layer: routes each entry to its document, in the same
//! pass over the same bytes that its checksum is taken in.

use super::consumer::Consumer;
use super::documents::{MAX_MANIFEST, Slot};
use super::ledger::Ledger;
use super::lines::Lines;
use super::locate::Spot;
use super::parallel::fold_parallel;
use super::record_line::{check_line, fold};
use crate::finding::Place;
use crate::finding::codes::{json as codes, limit};
use crate::zip::{CAPTURE_NAMES, EntrySink, EntrySpan};

/// Pieces below this are not worth a second thread.
const PARALLEL: usize = 128 << 10;

/// The method that archivers compress with.
const DEFLATE: u16 = 8;

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
    /// The manifest being collected is deflated.
    packed: bool,
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
            packed: false,
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
        if self.packed {
            self.ledger.name_packed_format(&slot.bytes);
            return;
        }
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
            fold(ledger, consumer, &line, check_line(&line, ledger.manner()));
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
        // A page has one thread; that it is a constant there leaves the others' code out.
        let threads = if cfg!(target_family = "wasm") {
            1
        } else {
            self.ledger.options.threads
        };
        // Both closures need the ledger, one after the other.
        let shared = std::cell::RefCell::new((&mut self.ledger, &mut self.consumer));
        self.lines.push(
            offset,
            bytes,
            |line| {
                let (ledger, consumer) = &mut *shared.borrow_mut();
                fold(ledger, *consumer, &line, check_line(&line, ledger.manner()));
            },
            |batch| {
                let (ledger, consumer) = &mut *shared.borrow_mut();
                let size: usize = batch.iter().map(|line| line.bytes.len()).sum();
                if threads > 1 && size >= PARALLEL {
                    fold_parallel(ledger, *consumer, batch, threads);
                } else {
                    for line in batch {
                        fold(ledger, *consumer, line, check_line(line, ledger.manner()));
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
        // A packed manifest is unpacked, only to name what kind of file it is.
        self.packed = entry.method == DEFLATE && index == Some(0);
        let readable = entry.method == 0 || self.packed;
        self.part = index.filter(|&at| readable && !self.done[at]).map(|at| {
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
