//! Wall-clock limits. Every step that waits for another process (git, the
//! browser, a page's script) carries one: hung pages were measured to hang the
//! browser's own one-shot mode for ever, with or without virtual time.

use std::time::{Duration, Instant};

/// A moment after which waiting stops.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(Instant);

impl Deadline {
    /// A deadline this far from now.
    pub fn after(limit: Duration) -> Self {
        Self(Instant::now() + limit)
    }

    /// What is left; zero once it has passed.
    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Whether it has passed.
    pub fn passed(self) -> bool {
        self.left().is_zero()
    }

    /// The earlier of this one and another.
    #[must_use]
    pub fn or_sooner(self, limit: Duration) -> Self {
        Self(self.0.min(Instant::now() + limit))
    }
}
