//! The run: item after item, paced, stored before and after each send, stoppable at any moment.

mod ledger;
mod phase;
mod pieces;
mod recording;
mod rows;

pub use ledger::{Counts, Ledger, Slot};
pub use phase::{PauseReason, Phase};
pub use pieces::{About, Pieces};
pub use rows::{SessionHead, row_key, rows_prefix, session_key};

use eval752_contract::capture::Outcome;
use eval752_contract::error_code::ErrorCode;
use eval752_contract::script::PlanItem;

use crate::clock::Now;
use crate::fault::{Fault, on};
use crate::item::{Finish, ItemRun, SAMPLE_MS, Step, TRUST_AFTER, Trust};
use crate::page::Page;

/// Where rows are kept so that a reload loses nothing.
pub trait Store {
    /// Writes a row.
    fn put(&mut self, key: &str, value: &str);
    /// Whether everything put so far is safe, or the store has given up and said so.
    fn idle(&self) -> bool;
}

/// Items in a row that may fail before sending until the run asks for help.
const FAILING_LIMIT: u32 = 3;
/// The wait after the page said "too many", doubled each time, up to [`COOL_MAX_MS`].
const COOL_MS: u64 = 60_000;
const COOL_MAX_MS: u64 = 30 * 60_000;

/// A run over the items of a plan.
#[derive(Debug)]
pub struct Run {
    items: Vec<PlanItem>,
    ledger: Ledger,
    about: About,
    delay_ms: (u64, u64),
    item_timeout_ms: u64,
    evidence: bool,
    unattended: bool,
    phase: Phase,
    current: Option<(usize, ItemRun)>,
    /// The user wants the run to wait once the item in progress is recorded.
    pause_asked: bool,
    /// Ends after this many more items, for "try one".
    only: Option<u32>,
    failing: u32,
    cooling: u32,
    /// Streamed answers that did not change after their end; `None` once one did.
    steady: Option<u32>,
    random: u64,
    last_label: Option<String>,
    saved_since_change: bool,
}

impl Run {
    /// A run that goes on where `ledger` stands.
    #[must_use]
    pub fn new(items: Vec<PlanItem>, ledger: Ledger, about: About, options: RunOptions) -> Self {
        Self {
            items,
            ledger,
            about,
            delay_ms: options.delay_ms,
            item_timeout_ms: options.item_timeout_ms,
            evidence: options.evidence,
            unattended: options.unattended,
            phase: Phase::Ready,
            current: None,
            pause_asked: false,
            only: None,
            failing: 0,
            cooling: 0,
            steady: Some(0),
            random: options.seed | 1,
            last_label: None,
            saved_since_change: true,
        }
    }

    /// What the run is doing.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether a pause will follow the item in progress.
    #[must_use]
    pub fn pause_asked(&self) -> bool {
        self.pause_asked
    }

    /// The records so far.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// What the capture's documents say about the session.
    pub fn about(&mut self) -> &mut About {
        &mut self.about
    }

    /// The item in progress, counted from 0, and what it is doing.
    #[must_use]
    pub fn doing(&self) -> Option<(usize, &'static str)> {
        self.current
            .as_ref()
            .map(|(index, item)| (*index, item.doing()))
    }

    /// Whether records were added since the last call; for saving once.
    pub fn take_unsaved(&mut self) -> bool {
        !core::mem::replace(&mut self.saved_since_change, true)
    }

    /// Everything a save needs.
    #[must_use]
    pub fn pieces(&mut self, now: Now) -> Option<Pieces> {
        Pieces::new(&self.ledger, &mut self.about, now)
    }

    /// Begins, or goes on.
    pub fn start(&mut self, now: Now, only: Option<u32>) {
        self.pause_asked = false;
        self.failing = 0;
        // An item that has its record is only watched: the next one follows it.
        let under_way = |(_, item): &(usize, ItemRun)| !item.is_recorded();
        if self.current.as_ref().is_some_and(under_way) {
            self.phase = Phase::Running;
            return;
        }
        self.only = only;
        self.about.begin(now);
        if self.ledger.next().is_some() {
            self.phase = Phase::Pacing { until: now.mono };
        } else {
            self.phase = Phase::Done;
        }
    }

    /// Waits once the item in progress is recorded.
    pub fn pause(&mut self) {
        match self.phase {
            Phase::Running => self.pause_asked = true,
            Phase::Pacing { .. } => self.phase = Phase::Paused(PauseReason::User),
            _ => {}
        }
    }

    /// Ends the run now; the item in progress is recorded as stopped if it may have been sent.
    pub fn stop<P: Page, S: Store>(&mut self, now: Now, page: &mut P, store: &mut S) {
        if let Some((index, mut item)) = self.current.take() {
            let sent = item.may_be_sent();
            match item.stop(now, page) {
                Some(finish) if sent => self.record(index, *finish, store),
                _ if !sent => {
                    self.ledger.take_back(index);
                    self.put(index, store);
                }
                _ => {}
            }
        }
        self.pause_asked = false;
        self.phase = if self.ledger.next().is_some() {
            Phase::Stopped
        } else {
            Phase::Done
        };
    }

    /// Asks for the failed items to be sent again, each with its next attempt number.
    pub fn retry_failed(&mut self, now: Now) {
        if self.ledger.queue_failed() > 0 {
            self.start(now, None);
        }
    }

    /// Looks at the page and moves on; gives the milliseconds until the next look.
    pub fn step<P: Page, S: Store>(&mut self, now: Now, page: &mut P, store: &mut S) -> u64 {
        if let Phase::Pacing { until } = self.phase
            && now.mono >= until
            && !self
                .current
                .as_ref()
                .is_some_and(|(_, item)| item.is_changing(page))
        {
            self.next_item(now);
        }
        let Some((index, item)) = &mut self.current else {
            return SAMPLE_MS;
        };
        let index = *index;
        match item.step(now, page) {
            Step::Wait(_) if item.is_open_again() && self.phase != Phase::Running => {
                // The answer changed after its end: it was not the end.
                self.pause_asked |= self.phase == Phase::Paused(PauseReason::User);
                self.phase = Phase::Running;
                SAMPLE_MS
            }
            Step::Wait(ms) => ms,
            Step::StoreIntent => {
                if self.ledger.note_intent(index, now.wall) {
                    self.put(index, store);
                }
                if store.idle() || on(Fault::SendBeforeIntent) {
                    if let Some((_, item)) = &mut self.current {
                        item.intent_stored();
                    }
                    0
                } else {
                    10
                }
            }
            Step::Finished(finish) => {
                self.after_item(index, *finish, now, store);
                0
            }
        }
    }

    fn next_item(&mut self, now: Now) {
        self.current = None;
        if self.only == Some(0) {
            self.only = None;
            self.phase = Phase::Ready;
            return;
        }
        let Some(index) = self.ledger.next() else {
            self.phase = Phase::Done;
            return;
        };
        self.only = self.only.map(|left| left - 1);
        let prompt = self.items[index].prompt.clone();
        let trusted =
            on(Fault::TrustAlways) || self.steady.is_some_and(|steady| steady >= TRUST_AFTER);
        self.current = Some((
            index,
            ItemRun::new(prompt, self.item_timeout_ms, trusted, now),
        ));
        self.phase = Phase::Running;
    }

    fn after_item<S: Store>(&mut self, index: usize, finish: Finish, now: Now, store: &mut S) {
        let whole = matches!(finish.outcome, Outcome::Answer(_));
        let code = match &finish.outcome {
            Outcome::Failed { error, .. } => error.known(),
            Outcome::Answer(_) => None,
        };
        let sent = finish.sent;
        self.steady = match finish.trust {
            Trust::Never => None,
            Trust::Grows => self.steady.map(|steady| steady + 1),
            Trust::Stays => self.steady,
        };
        let hold = finish.hold_until.saturating_sub(now.mono);
        self.record(index, finish, store);
        self.failing = if sent { 0 } else { self.failing + 1 };
        let last = self.ledger.next().is_none() || self.only == Some(0);
        let mut wait = if last {
            hold
        } else {
            self.pick_delay().max(hold)
        };
        if code == Some(ErrorCode::RateLimited) {
            if !last {
                wait = wait.max((COOL_MS << self.cooling.min(8)).min(COOL_MAX_MS));
            }
            self.cooling += 1;
        } else if whole {
            self.cooling = 0;
        }
        self.phase = if code == Some(ErrorCode::Wall) && !self.unattended {
            Phase::Paused(PauseReason::Wall)
        } else if self.failing >= FAILING_LIMIT {
            if self.unattended {
                Phase::Stopped
            } else {
                Phase::Paused(PauseReason::Failing)
            }
        } else if core::mem::take(&mut self.pause_asked) {
            Phase::Paused(PauseReason::User)
        } else {
            Phase::Pacing {
                until: now.mono + wait,
            }
        };
    }

    fn pick_delay(&mut self) -> u64 {
        // xorshift64*: pacing needs no better randomness.
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        let (least, greatest) = self.delay_ms;
        let span = greatest.saturating_sub(least) + 1;
        least + (self.random.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % span
    }
}

/// What the user chose about a run.
#[derive(Debug, Clone, Copy)]
pub struct RunOptions {
    /// Least and greatest pause between items.
    pub delay_ms: (u64, u64),
    /// How long one item may take.
    pub item_timeout_ms: u64,
    /// Whether evidence is written.
    pub evidence: bool,
    /// Nobody is there to answer a question.
    pub unattended: bool,
    /// For the jitter.
    pub seed: u64,
}
