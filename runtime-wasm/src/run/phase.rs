//! What a run is doing, for the panel and for whoever asks when to look again.

/// What the run is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Nothing was sent yet, or everything that was asked for is done.
    Ready,
    /// An item is in progress.
    Running,
    /// Between two items.
    Pacing {
        /// When the next one begins.
        until: u64,
    },
    /// The user, or the page, asked to wait.
    Paused(PauseReason),
    /// The user ended it.
    Stopped,
    /// Every item has a record.
    Done,
}

/// Why a run waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PauseReason {
    /// The user pressed pause.
    User,
    /// The page asks to sign in or to prove something.
    Wall,
    /// Several items in a row failed before anything was sent.
    Failing,
}
