//! The state of every item, in the pack's order.

use eval752_contract::archive::Crc32;
use eval752_contract::capture::Record;
use eval752_contract::json::{self, Node, Writer};

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
    failed: bool,
    finished_ms: i64,
    /// The error's code, for the counts.
    code: Option<String>,
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
            failed: done.filter(|done| done.failed).count(),
        }
    }

    /// The error of the record made last, in words, if it has one.
    #[must_use]
    pub fn error_of(&self, index: usize) -> Option<&str> {
        self.slots.get(index)?.done.as_ref()?.code.as_deref()
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
            failed: record.error().is_some(),
            finished_ms: record.timing.finished_at.millis(),
            code: record.error().map(|error| error.as_str().to_owned()),
        });
    }

    /// Queues the items with an error; gives their number.
    pub fn queue_failed(&mut self) -> usize {
        let mut queued = 0;
        for slot in &mut self.slots {
            if slot.done.as_ref().is_some_and(|done| done.failed) {
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
            }
        });
        out.finish()
    }

    /// Takes in a row of the store; false if it is none.
    pub fn restore(&mut self, index: usize, row: &str) -> bool {
        let Some(slot) = self.slots.get_mut(index) else {
            return false;
        };
        let Ok(node) = json::parse(row.as_bytes()) else {
            return false;
        };
        let Some(attempt) = node.get("attempt").and_then(Node::as_integer) else {
            return false;
        };
        slot.attempt = attempt;
        slot.intent = node
            .get("intent")
            .and_then(Node::as_integer)
            .and_then(|wall| i64::try_from(wall).ok());
        slot.done = node
            .get("line")
            .and_then(Node::as_str)
            .and_then(restore_line);
        true
    }
}

fn restore_line(line: &str) -> Option<Done> {
    let node = json::parse(line.trim_end_matches('\n').as_bytes()).ok()?;
    let mut problems = eval752_contract::problem::Problems::new();
    let record = Record::read(&node, &mut problems)?;
    Some(Done {
        crc: Crc32::of(line.as_bytes()),
        line: line.to_owned(),
        failed: record.error().is_some(),
        finished_ms: record.timing.finished_at.millis(),
        code: record.error().map(|error| error.as_str().to_owned()),
    })
}
