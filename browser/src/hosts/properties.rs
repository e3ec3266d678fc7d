//! Whatever is written in a configuration or a variable, or sent by a client:
//! no panic, and a rule that was understood once is understood again.

use proptest::prelude::*;

use super::rule::Rule;
use super::{Bypass, Target};

/// Names, addresses and what tends to be between them.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-z0-9.*:\\[\\]%/@-]{0,40}",
        "[a-z]{1,8}\\.[a-z]{1,8}\\.(org|net|co\\.uk|io)(:[0-9]{1,5})?",
        "[0-9x]{1,10}(\\.[0-9x]{1,10}){0,4}",
    ]
}

proptest! {
    #[test]
    fn nothing_panics_and_rules_are_stable(text in text()) {
        let _ = Target::parse(&text);
        let bypass = Bypass::parse(&text);
        prop_assert!(!bypass.list().contains('<'));
        if let Ok(rule) = Rule::parse(&text) {
            prop_assert_eq!(Rule::parse(&rule.to_string()), Ok(rule));
        }
    }

    #[test]
    fn a_rule_never_allows_an_address(text in text(), address in any::<[u8; 4]>()) {
        if let Ok(rule) = Rule::parse(&text) {
            let target = Target::parse(&format!("{}:443", std::net::Ipv4Addr::from(address)));
            prop_assert!(!rule.allows(&target.unwrap()));
        }
    }
}
