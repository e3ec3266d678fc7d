//! The state of every item, in the pack's order.

use eval752_contract::archive::Crc32;
use eval752_contract::capture::Record;
use eval752_contract::json::{Tree, Writer};

/// What is known of one item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Slot {
    /// How often it was, or is about to be, sent.
    attempt: u64,
    /// When the intent to send was stored, if nothing was recorded since.
    intent: Option<i64>,
    /// The record.
    done: Option<Done>,
    /// The user asked to send it again.
    queued: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Done {
    line: String,
    crc: Crc32,
    finished_ms: i64,
    /// Why there is no whole answer.
    error: Option<String>,
}

/// How many items are in which state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// All items.
    pub items: usize,
    /// Items with a record.
    pub done: usize,
    /// Records with an error.
    pub failed: usize,
}

/// All items of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    slots: Vec<Slot>,
}

impl Ledger {
    /// A ledger of `items` items, none touched.
    #[must_use]
    pub fn new(items: usize) -> Self {
        Self {
            slots: vec![Slot::default(); items],
        }
    }

    /// The item to do next: in the pack's order, untouched ones and those to send again.
    #[must_use]
    pub fn next(&self) -> Option<usize> {
        self.slots
            .iter()
            .position(|slot| slot.queued || (slot.done.is_none() && slot.intent.is_none()))
    }

    /// How many items are in which state.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let done = self.slots.iter().filter_map(|slot| slot.done.as_ref());
        Counts {
            items: self.slots.len(),
            done: done.clone().count(),
            failed: done.filter(|done| done.error.is_some()).count(),
        }
    }

    /// The error of the record made last, in words, if it has one.
    #[must_use]
    pub fn error_of(&self, index: usize) -> Option<&str> {
        self.slots.get(index)?.done.as_ref()?.error.as_deref()
    }

    /// The records' lines, in order.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.slots
            .iter()
            .filter_map(|slot| slot.done.as_ref())
            .map(|done| done.line.as_str())
    }

    /// Checksum and size of all lines together; no line is looked at again.
    #[must_use]
    pub fn extent(&self) -> Crc32 {
        let done = self.slots.iter().filter_map(|slot| slot.done.as_ref());
        done.fold(Crc32::new(), |before, done| before.then(done.crc))
    }

    /// When the last record ended, in milliseconds since 1970.
    #[must_use]
    pub fn finished_ms(&self) -> Option<i64> {
        self.slots
            .iter()
            .filter_map(|slot| slot.done.as_ref())
            .map(|done| done.finished_ms)
            .max()
    }

    /// The attempt that item `index` is at, 1 or more.
    #[must_use]
    pub fn attempt(&self, index: usize) -> u64 {
        self.slots[index].attempt.max(1)
    }

    /// The stored intent of item `index`, as (attempt, time).
    #[must_use]
    pub fn intent(&self, index: usize) -> Option<(u64, i64)> {
        let slot = &self.slots[index];
        slot.intent.map(|wall| (slot.attempt.max(1), wall))
    }

    /// Notes the intent to send; false if it is noted already.
    pub fn note_intent(&mut self, index: usize, wall: i64) -> bool {
        let slot = &mut self.slots[index];
        if slot.intent.is_some() {
            return false;
        }
        slot.attempt += 1;
        slot.intent = Some(wall);
        slot.queued = false;
        true
    }

    /// Forgets an intent that came to nothing: the prompt was not sent.
    pub fn take_back(&mut self, index: usize) {
        let slot = &mut self.slots[index];
        if slot.intent.take().is_some() {
            slot.attempt -= 1;
        }
    }

    /// Sets the record of item `index`.
    pub fn set_done(&mut self, index: usize, record: &Record) {
        let line = record.to_line();
        let slot = &mut self.slots[index];
        slot.attempt = slot.attempt.max(1);
        slot.intent = None;
        slot.queued = false;
        slot.done = Some(Done {
            crc: Crc32::of(line.as_bytes()),
            line,
            finished_ms: record.timing.finished_at.millis(),
            error: record.error().map(|error| error.as_str().to_owned()),
        });
    }

    /// Queues the items with an error; gives their number.
    pub fn queue_failed(&mut self) -> usize {
        let mut queued = 0;
        for slot in &mut self.slots {
            if slot.done.as_ref().is_some_and(|done| done.error.is_some()) {
                slot.queued = true;
                queued += 1;
            }
        }
        queued
    }

    /// Item `index` as a row of the store.
    #[must_use]
    pub fn row(&self, index: usize) -> String {
        let slot = &self.slots[index];
        let mut out = Writer::new();
        out.object(|out| {
            out.key("index").integer(index as u64);
            out.key("attempt").integer(slot.attempt);
            if let Some(wall) = slot.intent {
                out.key("intent").integer(u64::try_from(wall).unwrap_or(0));
            }
            if let Some(done) = &slot.done {
                out.key("line").string(&done.line);
                out.key("finished_ms")
                    .integer(u64::try_from(done.finished_ms).unwrap_or(0));
                out.key("error").optional(done.error.as_deref());
            }
        });
        out.finish()
    }

    /// Takes in a row of the store; false if it is none. What the run needs to know of a record
    /// stands beside its line, so that no record is read again.
    pub fn restore<T: Tree>(&mut self, row: &T) -> bool {
        let (Some(index), Some(attempt)) = (row.number_of("index"), row.number_of("attempt"))
        else {
            return false;
        };
        let Some(slot) = usize::try_from(index)
            .ok()
            .and_then(|index| self.slots.get_mut(index))
        else {
            return false;
        };
        let time = |name| row.number_of(name).and_then(|ms| i64::try_from(ms).ok());
        slot.attempt = attempt;
        slot.intent = time("intent");
        slot.done = row.text_of("line").map(|line| Done {
            crc: Crc32::of(line.as_bytes()),
            line,
            finished_ms: time("finished_ms").unwrap_or(0),
            error: row.text_of("error"),
        });
        true
    }
}
