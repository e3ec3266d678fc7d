//! Checks a batch of lines on several threads and folds the outcomes in, in
//! order: the same findings as one thread gives.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use eval752_contract::capture::Record;

use super::check::Checked;
use super::consumer::Consumer;
use super::ledger::Ledger;
use super::lines::Line;
use super::record_line::{check_line, fold};

/// Bytes of lines that one thread takes at a time: small enough that no
/// thread waits long for another, large enough that taking costs nothing.
const SHARE: usize = 48 << 10;

type Outcome = Vec<Checked<Record>>;

/// Every thread takes the next share; this one folds whenever the outcome
/// that is next in order is there.
pub(super) fn fold_parallel(
    ledger: &mut Ledger,
    consumer: &mut impl Consumer,
    batch: &[Line<'_>],
    threads: usize,
) {
    let manner = ledger.manner();
    let shares = shares(batch);
    let taken = AtomicUsize::new(0);
    let take = || {
        let at = taken.fetch_add(1, Ordering::Relaxed);
        let share = shares.get(at)?;
        let outcome: Outcome = share.iter().map(|line| check_line(line, manner)).collect();
        Some((at, outcome))
    };
    let (sender, outcomes) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 1..threads.min(shares.len()) {
            let (sender, take) = (sender.clone(), &take);
            scope.spawn(move || {
                while let Some(outcome) = take() {
                    if sender.send(outcome).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut ready: Vec<Option<Outcome>> = shares.iter().map(|_| None).collect();
        for (next, share) in shares.iter().enumerate() {
            while ready[next].is_none() {
                let arrived = outcomes.try_recv().ok().or_else(take);
                let Some((at, outcome)) = arrived.or_else(|| outcomes.recv().ok()) else {
                    // A thread panicked; leaving the scope passes that on.
                    return;
                };
                ready[at] = Some(outcome);
            }
            for (line, checked) in share.iter().zip(ready[next].take().unwrap_or_default()) {
                fold(ledger, consumer, line, checked);
            }
        }
    });
}

/// The batch in runs of at least [`SHARE`] bytes; the last may be shorter.
fn shares<'b, 'a>(batch: &'b [Line<'a>]) -> Vec<&'b [Line<'a>]> {
    let mut shares = Vec::new();
    let (mut from, mut size) = (0, 0);
    for (at, line) in batch.iter().enumerate() {
        size += line.bytes.len();
        if size >= SHARE {
            shares.push(&batch[from..=at]);
            (from, size) = (at + 1, 0);
        }
    }
    if from < batch.len() {
        shares.push(&batch[from..]);
    }
    shares
}
