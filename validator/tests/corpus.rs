//! The fuzz corpus on stable: no panic, and the same report in any pieces.

mod common;

use std::path::Path;

use eval752_contract::token::{KeySet, SigningKey};
use eval752_validator::zip::Rules;
use eval752_validator::{Options, Profile, Validator, validate_bytes};

#[test]
fn the_corpus_is_read_alike_in_any_pieces() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let files = common::files_below(&root);
    assert!(files.len() > 10, "the corpus is gone");
    for name in files {
        let bytes = std::fs::read(root.join(&name)).expect("readable");
        for text in [bytes.clone(), [b"{".as_slice(), &bytes].concat()] {
            for profile in [Profile::Format, Profile::Canonical] {
                let options = Options {
                    profile,
                    max_line: 1 << 16,
                    ..Options::default()
                };
                let whole = validate_bytes(&text, &options);
                let mut parts = Validator::new(options);
                text.chunks(1).for_each(|part| parts.feed(part));
                assert_eq!(parts.finish(), whole, "{name}");
            }
        }
        let whole = common::walk(&bytes, usize::MAX, Rules::any_names());
        assert_eq!(common::walk(&bytes, 1, Rules::any_names()), whole, "{name}");
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let keys = KeySet::new(vec![SigningKey::from_seed(&[7; 32]).public()]);
            assert!(keys.verify(text).is_err(), "{name}");
            let _ = KeySet::parse(text);
        }
    }
}
