//! From the ledger to the three documents: what a save, the window value and the fallback share.

use eval752_contract::archive::{Crc32, Layout, TooLarge};
use eval752_contract::capture::{
    Judge, LogEvent, Manifest, Session, SessionEvidence, SessionTimes, write_payload,
};
use eval752_contract::ids::DatasetToken;
use eval752_contract::target::Target;
use eval752_contract::time::Timestamp;

use super::Ledger;
use crate::clock::Now;

/// Events beyond this many are counted, not kept.
const LOG_LIMIT: usize = 200;

/// What the documents say about the session as a whole.
#[derive(Debug, Clone)]
pub struct About {
    session: Session,
    session_id: String,
    started_ms: Option<i64>,
    now_ms: i64,
    dropped: u64,
}

impl About {
    /// A session that has not begun; its times are set when it is written.
    #[must_use]
    pub fn new(
        token: DatasetToken,
        target: Target,
        judge: Option<Judge>,
        label: Option<String>,
        session_id: String,
        evidence: Option<SessionEvidence>,
    ) -> Self {
        let never = Timestamp::from_millis(0);
        Self {
            session: Session {
                dataset_token: token,
                target,
                judge,
                session: SessionTimes {
                    started_at: never,
                    finished_at: never,
                },
                label,
                evidence,
            },
            session_id,
            started_ms: None,
            now_ms: 0,
            dropped: 0,
        }
    }

    /// The session's id.
    #[must_use]
    pub fn session_id(&self) -> &str {
        &self.session_id
    }

    /// The pack's token.
    #[must_use]
    pub fn token(&self) -> &str {
        self.session.dataset_token.as_str()
    }

    /// The first start, or 0.
    #[must_use]
    pub fn started_ms(&self) -> i64 {
        self.started_ms.unwrap_or(0)
    }

    /// Takes the first start of an earlier load.
    pub fn resume(&mut self, started_ms: i64) {
        self.started_ms = Some(started_ms);
    }

    /// The session begins, unless it has.
    pub fn begin(&mut self, now: Now) {
        self.started_ms.get_or_insert(now.wall);
    }

    /// Tells the time, for the log.
    pub fn tick(&mut self, now: Now) {
        self.now_ms = now.wall;
    }

    /// Changes what the user declared.
    pub fn evidence_mut(&mut self) -> Option<&mut SessionEvidence> {
        self.session.evidence.as_mut()
    }

    /// Adds an event to the log.
    pub fn log(&mut self, event: &str) {
        let since = self.now_ms - self.started_ms.unwrap_or(self.now_ms);
        let Some(evidence) = &mut self.session.evidence else {
            return;
        };
        if evidence.log.len() >= LOG_LIMIT {
            self.dropped += 1;
            return;
        }
        let at_ms = u64::try_from(since).unwrap_or(0);
        evidence.log.push(LogEvent {
            at_ms,
            event: event.to_owned(),
        });
    }
}

/// The documents, as text.
#[derive(Debug, Clone)]
pub struct Pieces {
    /// When the archive was made.
    pub exported_at: Timestamp,
    /// `manifest.json`
    pub manifest: String,
    /// `browser_harness.json`
    pub browser_harness: String,
    results: Crc32,
}

impl Pieces {
    /// The documents of what is recorded; `None` while nothing is.
    #[must_use]
    pub fn new(ledger: &Ledger, about: &mut About, now: Now) -> Option<Self> {
        let counts = ledger.counts();
        let last = ledger.finished_ms()?;
        let started = about.started_ms.unwrap_or(last);
        let finished = last.max(started);
        let exported_at = Timestamp::from_millis(now.wall.max(finished));
        let manifest = Manifest {
            exported_at,
            item_count: counts.done as u64,
            error_count: counts.failed as u64,
        };
        about.session.session = SessionTimes {
            started_at: Timestamp::from_millis(started),
            finished_at: Timestamp::from_millis(finished),
        };
        Some(Self {
            exported_at,
            manifest: manifest.to_json(),
            browser_harness: about.session.to_json(),
            results: ledger.extent(),
        })
    }

    /// Where everything lies in the archive.
    ///
    /// # Errors
    /// [`TooLarge`] when it would need ZIP64.
    pub fn layout(&self) -> Result<Layout, TooLarge> {
        let manifest = Crc32::of(self.manifest.as_bytes());
        let browser_harness = Crc32::of(self.browser_harness.as_bytes());
        Layout::new(self.exported_at, [manifest, browser_harness, self.results])
    }

    /// The JSON fallback.
    #[must_use]
    pub fn payload(&self, ledger: &Ledger) -> String {
        let lines: Vec<&str> = ledger.lines().collect();
        write_payload(&self.manifest, &self.browser_harness, &lines)
    }
}
