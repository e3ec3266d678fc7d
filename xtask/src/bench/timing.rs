//! Clocks. Ours and the peer's turns alternate, so that other work on the
//! machine weighs on both alike, and the ratio is the median of the pairs'.

use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Result;

use super::row::Measured;
use crate::command;

/// Seconds that a command takes; it must succeed. What it prints is lost.
pub(crate) fn seconds(command: &mut Command) -> Result<f64> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let began = Instant::now();
    command::run(command)?;
    Ok(began.elapsed().as_secs_f64())
}

/// Times two things in turns, after one turn of each to warm up.
pub(crate) fn pairs(
    count: usize,
    mut ours: impl FnMut() -> Result<f64>,
    mut peer: impl FnMut() -> Result<f64>,
) -> Result<Vec<(f64, f64)>> {
    ours()?;
    peer()?;
    (0..count).map(|_| Ok((ours()?, peer()?))).collect()
}

/// The medians of pairs, and the median of their ratios.
pub(crate) fn measured(pairs: &[(f64, f64)]) -> Measured {
    Measured {
        ours: median(pairs.iter().map(|pair| pair.0)),
        peer: Some(median(pairs.iter().map(|pair| pair.1))),
        ratio: Some(median(pairs.iter().map(|pair| pair.0 / pair.1))),
        note: String::new(),
    }
}

/// The middle value; of none, 0.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_that_of_a_pair() {
        // One disturbed pair changes neither the medians nor the ratio.
        let found = measured(&[(2.0, 1.0), (90.0, 1.0), (2.0, 1.0)]);
        assert!((found.ours - 2.0).abs() < 1e-9);
        assert!(found.ratio.is_some_and(|ratio| (ratio - 2.0).abs() < 1e-9));
        assert!(median([]).abs() < 1e-9);
    }
}
