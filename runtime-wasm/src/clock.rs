//! Two clocks: one that tells the time of day and may be set, one that only goes forward.

/// A moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds on a clock that nobody sets; durations are taken from it.
    pub mono: u64,
    /// Milliseconds since 1970 on the wall clock; read once an item.
    pub wall: i64,
}
