//! However many threads check a file, and in whatever pieces it comes, the
//! report is the same: findings, their order, counts, summary.

mod common;

use common::corpus::files;
use eval752_validator::{Options, Profile, Report, validate_bytes, validate_reader};

fn with(threads: usize, profile: Profile) -> Options {
    Options {
        threads,
        profile,
        max_findings: 40,
        ..Options::default()
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let mut refused = 0;
    for (name, bytes) in files() {
        for profile in [Profile::Format, Profile::Canonical] {
            let alone = validate_bytes(&bytes, &with(1, profile));
            refused += usize::from(!alone.is_good());
            // Only a large piece is dealt out at all.
            let counts: &[usize] = if bytes.len() > 128 << 10 {
                &[2, 3, 8]
            } else {
                &[2]
            };
            for &threads in counts {
                let options = with(threads, profile);
                assert_eq!(
                    validate_bytes(&bytes, &options),
                    alone,
                    "{name}, {threads} threads"
                );
            }
            let read: Report =
                validate_reader(bytes.as_slice(), &with(2, profile)).expect("memory is readable");
            assert_eq!(read, alone, "{name}, read ahead");
        }
    }
    assert!(refused > 500, "only {refused} refused");
}
