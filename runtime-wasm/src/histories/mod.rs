//! Thousands of generated page histories, each with a truth that the machine does not know.
//!
//! [`history`] makes them, [`fake`] plays them to the machine with a fake clock, [`oracle`]
//! judges the records by the truth alone, [`teeth`] shows that wrong decisions are noticed.

mod fake;
mod history;
mod oracle;
mod play;
mod teeth;

use play::play;

/// Histories in an ordinary test run.
const CASES: u64 = 10_000;

#[test]
fn no_history_yields_a_truncated_duplicated_or_foreign_answer_without_an_error() {
    for seed in 0..CASES {
        if let Err(complaint) = play(seed) {
            panic!("history {seed}: {complaint}");
        }
    }
}

/// An oracle that is content with errors alone would never notice a machine that always fails.
#[test]
fn nearly_every_answer_that_can_be_proven_is_recorded_whole() {
    let mut whole = 0;
    let mut provable = 0;
    for seed in 0..1_000 {
        let (a, b) = play::count_whole(seed);
        whole += a;
        provable += b;
    }
    assert!(provable > 1_000, "{provable}");
    assert!(whole * 100 >= provable * 99, "{whole} of {provable}");
}
