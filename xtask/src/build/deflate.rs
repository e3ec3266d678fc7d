//! Raw deflate, as small as it gets: the script is unpacked in every page it
//! runs on and packed once here, so zopfli's slowness is well spent.

use std::io::Write as _;
use std::num::NonZeroU64;

use anyhow::{Context, Result};

/// Tries that still paid off on our wasm; more change nothing.
const ITERATIONS: u64 = 60;

/// Packs bytes for `DecompressionStream('deflate-raw')`.
pub(crate) fn deflate(bytes: &[u8], quick: bool) -> Result<Vec<u8>> {
    let iterations = if quick { 1 } else { ITERATIONS };
    let options = zopfli::Options {
        iteration_count: NonZeroU64::new(iterations).context("no iterations")?,
        ..zopfli::Options::default()
    };
    let mut encoder = zopfli::DeflateEncoder::new(options, zopfli::BlockType::Dynamic, Vec::new());
    encoder.write_all(bytes).context("deflating the wasm")?;
    encoder.finish().context("deflating the wasm")
}
