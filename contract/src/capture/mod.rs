//! The three documents of a capture, and the JSON payload that holds all of them.

mod evidence;
mod manifest;
mod payload;
mod record;
mod session;

pub use evidence::{Declared, Fill, LogEvent, RecordEvidence, SessionEvidence};
pub use manifest::{CAPTURE_FORMAT, Manifest};
pub use payload::{Payload, write_payload};
pub use record::{LATENCY_TOLERANCE_MS, Outcome, Record, Timing};
pub use session::{Judge, Session, SessionTimes};

/// The names of the archive's entries, in their order.
pub const ENTRY_NAMES: [&str; 3] = ["manifest.json", "browser_harness.json", "results.jsonl"];
