//! Any bytes inside a payload's frame, whole and in pieces.
#![no_main]

use eval752_validator::{Options, Validator, validate_bytes};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = [b"{".as_slice(), data].concat();
    let options = Options { max_line: 1 << 12, ..Options::default() };
    let whole = validate_bytes(&text, &options);
    let mut parts = Validator::new(options);
    text.chunks(1 + data.len() % 5).for_each(|part| parts.feed(part));
    assert_eq!(parts.finish(), whole);
});
