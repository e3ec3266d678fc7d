//! Each hand-made fault must be noticed by some history.

use super::play::play;
use crate::fault::{Fault, with};

const FAULTS: [Fault; 17] = [
    Fault::IgnoreBusy,
    Fault::IgnoreEndMarker,
    Fault::MarkedEndAtOnce,
    Fault::BusyGoneAtOnce,
    Fault::ShortQuiet,
    Fault::NoHold,
    Fault::TrustAlways,
    Fault::NoReopen,
    Fault::InterimIsAnswer,
    Fault::IgnoreRetry,
    Fault::IgnoreOtherPrompt,
    Fault::SkipNewChat,
    Fault::NoReadBack,
    Fault::SendAgain,
    Fault::SendBeforeIntent,
    Fault::ResendInterrupted,
    Fault::PartialIsWhole,
];

#[test]
fn every_fault_is_noticed() {
    let unnoticed: Vec<Fault> = FAULTS
        .into_iter()
        .filter(|fault| !(0..super::CASES).any(|seed| with(Some(*fault), || play(seed)).is_err()))
        .collect();
    assert_eq!(unnoticed, []);
}
