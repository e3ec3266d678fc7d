//! Every budget of the design, in one table: the name of its row, what is
//! measured, beside whom, and how much is allowed. A measurement without a
//! budget is only shown.

/// What a budget limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judge {
    /// Our number.
    OursAtMost,
    /// Ours ÷ the peer's.
    RatioAtMost,
    /// Ours ÷ the peer's, where more is better.
    RatioAtLeast,
    /// Ours − the peer's.
    BeyondPeerAtMost,
}

impl Judge {
    /// The word in the JSON.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::OursAtMost => "ours-at-most",
            Self::RatioAtMost => "ratio-at-most",
            Self::RatioAtLeast => "ratio-at-least",
            Self::BeyondPeerAtMost => "beyond-peer-at-most",
        }
    }
}

/// One row's limits.
#[derive(Debug, Clone)]
pub(crate) struct Budget {
    pub(crate) name: String,
    pub(crate) what: String,
    /// Who stands beside us; empty where the budget is absolute.
    pub(crate) peer: String,
    pub(crate) unit: String,
    pub(crate) judge: Judge,
    pub(crate) limit: Option<f64>,
    pub(crate) aim: Option<f64>,
}

impl Budget {
    /// The limit as the table shows it.
    pub(crate) fn limit_shown(&self) -> String {
        let Some(limit) = self.limit else {
            return "-".to_owned();
        };
        let limit = super::row::short(limit);
        match self.judge {
            Judge::OursAtMost => format!("≤ {limit} {}", self.unit),
            Judge::RatioAtMost => format!("≤ {limit}×"),
            Judge::RatioAtLeast => format!("≥ {limit}×"),
            Judge::BeyondPeerAtMost => format!("≤ peer + {limit} {}", self.unit),
        }
    }
}

/// A row that has no budget.
pub(crate) fn shown(name: &str, what: &str, peer: &str, unit: &str) -> Budget {
    Budget {
        name: name.to_owned(),
        what: what.to_owned(),
        peer: peer.to_owned(),
        unit: unit.to_owned(),
        judge: Judge::RatioAtMost,
        limit: None,
        aim: None,
    }
}

/// A fixed row of the table below.
struct Fixed(
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    Judge,
    f64,
    Option<f64>,
);

use Judge::{BeyondPeerAtMost, OursAtMost, RatioAtLeast, RatioAtMost};

/// Two frames at 60 a second.
const TWO_FRAMES_MS: f64 = 33.4;

#[rustfmt::skip]
const TABLE: &[Fixed] = &[
    Fixed("bookmarklet_chars", "bookmarklet: runtime + demo pack of 5 items, encoded", "", "characters", OursAtMost, 62_000.0, Some(40_000.0)),
    Fixed("raw_script_bytes", "raw script without pack", "", "bytes", OursAtMost, 90_000.0, Some(60_000.0)),
    Fixed("plain_js_bytes", "plain-JS script without pack", "", "bytes", OursAtMost, 250_000.0, Some(120_000.0)),
    Fixed("answers-whole", "20 streamed answers on Gradio: recorded whole", "asked", "answers", RatioAtLeast, 1.0, None),
    Fixed("answers-time", "20 streamed answers on Gradio: the capture's wall time", "the app's own answering time", "s", RatioAtMost, 1.3, Some(1.1)),
    Fixed("overlay", "script evaluated → overlay shown, origin checked", "compiling the same wasm alone", "ms", BeyondPeerAtMost, TWO_FRAMES_MS, None),
    Fixed("main-thread", "main thread taken by the runtime while a 20,000-character answer streams, 2,000 old turns on the page", "", "% of wall", OursAtMost, 2.0, Some(0.5)),
    Fixed("main-thread-old-turns", "the same, beside an empty page", "empty page", "% of wall", RatioAtMost, 1.2, None),
    Fixed("lag", "true end of an answer → its record, end marker present (median)", "", "ms", OursAtMost, 600.0, Some(300.0)),
    Fixed("archive-100mb", "building the archive of a 100 MB capture in Chromium", "fastest of fflate, client-zip, JSZip in the same page", "MB/s", RatioAtLeast, 2.0, Some(3.0)),
    Fixed("validate-1-thread", "validating a 200 MB archive fully, one thread", "7z t (CRC only)", "MB/s", RatioAtLeast, 0.35, None),
    Fixed("validate-2-threads", "validating a 200 MB archive fully, two threads", "7z t (CRC only)", "MB/s", RatioAtLeast, 0.5, Some(1.0)),
    Fixed("memory-100mb", "peak memory of the validator, 100 MB archive", "32 MiB + 64 bytes an item", "MiB", RatioAtMost, 1.0, None),
    Fixed("memory-1gb", "peak memory of the validator, 1 GB archive", "32 MiB + 64 bytes an item", "MiB", RatioAtMost, 1.0, None),
    Fixed("import-10000", "importing a capture of 10,000 items, checks included", "sqlite3 inserting the same rows in one transaction", "ms", RatioAtMost, 3.0, Some(1.5)),
    Fixed("pictures-cold", "pictures of a commit, light and dark", "one cold headless --screenshot", "ms", RatioAtMost, 1.5, Some(1.1)),
    Fixed("pictures-twice", "pictures of a commit, light and dark", "shot-scraper run twice", "ms", RatioAtMost, 0.5, Some(0.3)),
];

/// The names of all rows with a budget.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|row| row.0)
}

/// The budget of a row.
///
/// # Panics
/// When no row has that name: a defect of the measurement that asks.
pub(crate) fn of(name: &str) -> Budget {
    let found = TABLE.iter().find(|row| row.0 == name);
    let Fixed(name, what, peer, unit, judge, limit, aim) =
        found.unwrap_or_else(|| panic!("no budget is called {name}"));
    Budget {
        name: (*name).to_owned(),
        what: (*what).to_owned(),
        peer: (*peer).to_owned(),
        unit: (*unit).to_owned(),
        judge: *judge,
        limit: Some(*limit),
        aim: *aim,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::names;

    #[test]
    fn names_are_unique() {
        let unique: BTreeSet<_> = names().collect();
        assert_eq!(unique.len(), names().count());
    }
}
