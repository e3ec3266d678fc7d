//! Any bytes as a file, under both profiles, whole and in pieces.
#![no_main]

use eval752_validator::{Options, Profile, Validator, validate_bytes};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    for profile in [Profile::Format, Profile::Canonical] {
        let options = Options { profile, max_line: 1 << 16, ..Options::default() };
        let whole = validate_bytes(data, &options);
        let step = 1 + data.len() % 13;
        let mut parts = Validator::new(options);
        data.chunks(step).for_each(|part| parts.feed(part));
        assert_eq!(parts.finish(), whole);
        let _ = (whole.to_json("x"), whole.lines("x"), whole.summary_lines());
    }
});
