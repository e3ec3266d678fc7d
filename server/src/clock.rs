//! The wall clock, read in one place.

use std::time::{SystemTime, UNIX_EPOCH};

use eval752_contract::time::Timestamp;

/// Now, to the millisecond.
pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
