//! Any text as a token and as a key file.
#![no_main]

use eval752_contract::token::{KeySet, SigningKey};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let keys = KeySet::new(vec![SigningKey::from_seed(&[7; 32]).public()]);
    // Nobody forges a signature by chance.
    assert!(keys.verify(text).is_err());
    let _ = KeySet::parse(text);
});
