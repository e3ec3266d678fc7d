//! Any bytes as an archive with any entries, whole and in pieces.
#![no_main]

use eval752_validator::zip::{Discard, Rules, Walker};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let run = |step: usize| {
        let mut walker = Walker::new(Rules::any_names());
        data.chunks(step).for_each(|part| walker.feed(part, &mut Discard));
        walker.finish()
    };
    let whole = run(usize::MAX);
    assert_eq!(run(1 + data.len() % 11), whole);
    if whole.structural.is_none() {
        let size: u64 = whole.entries.iter().map(|entry| entry.size).sum();
        assert!(size <= data.len() as u64);
    }
});
