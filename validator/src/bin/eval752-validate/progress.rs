//! A progress bar for long files, on a terminal only.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Files below this are done before a bar could be seen.
const LONG: u64 = 64 << 20;

/// A bar for a file of `length` bytes, or nothing visible.
pub(crate) fn bar(name: &str, length: Option<u64>) -> ProgressBar {
    let Some(length) = length.filter(|&length| length >= LONG && std::io::stderr().is_terminal())
    else {
        return ProgressBar::hidden();
    };
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {bar:30} {bytes}/{total_bytes} {bytes_per_sec}")
    {
        bar.set_style(style);
    }
    bar.set_message(name.to_owned());
    bar
}
