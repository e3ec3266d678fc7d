//! No change of a single bit, no cut, no byte more or less gets through: all
//! are refused under `canonical`; under `format` each is refused or means
//! the very same documents.

mod common;

use common::capture::{Capture, capture_of, pack, small};
use eval752_contract::capture::{Manifest, Record, Session};
use eval752_validator::{Consumer, Options, Profile, Report, Validator};
use proptest::prelude::*;

/// Keeps the documents it is handed.
#[derive(Debug, Default, PartialEq)]
struct Keep {
    manifest: Option<Manifest>,
    session: Option<Session>,
    records: Vec<Record>,
}

impl Consumer for Keep {
    fn manifest(&mut self, manifest: &Manifest) {
        self.manifest = Some(*manifest);
    }
    fn session(&mut self, session: &Session) {
        self.session = Some(session.clone());
    }
    fn record(&mut self, _: u64, record: Record) {
        self.records.push(record);
    }
}

fn check(bytes: &[u8], profile: Profile) -> (Report, Keep) {
    let options = Options {
        profile,
        ..Options::default()
    };
    let mut validator = Validator::with_consumer(options, Keep::default());
    validator.feed(bytes);
    let (report, keep) = validator.finish_with();
    (report, keep.unwrap_or_default())
}

/// Refused under both profiles, or the same documents under `format`.
fn holds(original: &Keep, changed: &[u8], what: &str) {
    let (report, _) = check(changed, Profile::Canonical);
    assert!(!report.is_good(), "canonical accepts {what}");
    let (report, keep) = check(changed, Profile::Format);
    if report.is_good() {
        assert_eq!(&keep, original, "format reads {what} differently");
        assert!(report.counts.notes > 1, "{what} passes without a note");
    }
}

/// One record: short enough for every bit to be tried.
fn tiny() -> Capture {
    capture_of(&pack(1), 1).replace(pack(1).dataset_token.as_str(), "signed-token")
}

#[test]
fn every_flipped_bit_is_noticed() {
    let good = tiny().zip();
    let (report, original) = check(&good, Profile::Canonical);
    assert!(report.is_good(), "{:?}", report.findings);
    let mut same = 0;
    for at in 0..good.len() * 8 {
        let mut changed = good.clone();
        changed[at / 8] ^= 1 << (at % 8);
        holds(
            &original,
            &changed,
            &format!("bit {} of byte {}", at % 8, at / 8),
        );
        same += u32::from(check(&changed, Profile::Format).0.is_good());
    }
    // The harmless fields: some bits of versions, system and attributes.
    assert!((50..400).contains(&same), "{same} flips pass under format");
}

#[test]
fn every_cut_insertion_and_deletion_is_noticed() {
    let good = tiny().zip();
    let (_, original) = check(&good, Profile::Canonical);
    for at in 0..good.len() {
        holds(&original, &good[..at], &format!("a cut at {at}"));
        let mut less = good.clone();
        less.remove(at);
        holds(&original, &less, &format!("without byte {at}"));
    }
    for at in 0..=good.len() {
        for byte in [0, b'P', b'\n', b'{', 0xff] {
            let mut more = good.clone();
            more.insert(at, byte);
            holds(&original, &more, &format!("byte {byte:#x} at {at}"));
        }
    }
}

#[test]
fn payloads_are_noticed_when_cut_or_changed_in_their_frame() {
    let good = tiny().payload().into_bytes();
    let (report, _) = check(&good, Profile::Canonical);
    assert!(report.is_good(), "{:?}", report.findings);
    for at in 0..good.len() {
        let (report, _) = check(&good[..at], Profile::Format);
        assert!(!report.is_good(), "a payload cut at {at}");
    }
}

#[test]
fn entries_dropped_doubled_or_swapped_are_noticed() {
    use common::rawzip::RawZip;
    let (_, original) = check(&small().zip(), Profile::Canonical);
    let raw = RawZip::of(&small());
    assert_eq!(raw.bytes(), small().zip(), "the two writers agree");
    for a in 0..3 {
        let mut dropped = raw.clone();
        dropped.entries.remove(a);
        holds(&original, &dropped.bytes(), &format!("no entry {a}"));
        for b in 0..=3 {
            let mut doubled = raw.clone();
            doubled.entries.insert(b, raw.entries[a].clone());
            holds(
                &original,
                &doubled.bytes(),
                &format!("entry {a} again at {b}"),
            );
        }
        for b in a + 1..3 {
            let mut swapped = raw.clone();
            swapped.entries.swap(a, b);
            holds(
                &original,
                &swapped.bytes(),
                &format!("entries {a} and {b} swapped"),
            );
        }
    }
}

/// The report of bytes fed in pieces of the given lengths, cyclically.
fn in_pieces(bytes: &[u8], pieces: &[usize], threads: usize) -> Report {
    let options = Options {
        threads,
        ..Options::default()
    };
    let mut validator = Validator::new(options);
    let mut rest = bytes;
    for &len in pieces.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, more) = rest.split_at(len.clamp(1, rest.len()));
        validator.feed(piece);
        rest = more;
    }
    validator.finish()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_damage_is_read_alike_in_any_pieces(
        spots in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in proptest::option::of(any::<prop::sample::Index>()),
        pieces in proptest::collection::vec(1_usize..300, 1..6),
        payload in any::<bool>(),
    ) {
        let mut bytes = if payload { small().payload().into_bytes() } else { small().zip() };
        for (spot, byte) in spots {
            let at = spot.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let whole = in_pieces(&bytes, &[usize::MAX], 1);
        prop_assert_eq!(&in_pieces(&bytes, &pieces, 1), &whole);
        prop_assert_eq!(&in_pieces(&bytes, &[1], 1), &whole);
    }

    #[test]
    fn any_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..600), start in 0_usize..4) {
        let starts: [&[u8]; 4] = [b"", b"PK\x03\x04", b"{\"manifest\":", b"{\"results\":["];
        let bytes = [starts[start], &bytes].concat();
        let whole = in_pieces(&bytes, &[usize::MAX], 1);
        prop_assert!(!whole.is_good());
        prop_assert_eq!(in_pieces(&bytes, &[3, 1, 7], 1), whole);
    }
}

#[test]
fn two_threads_find_what_one_finds() {
    let mut capture = capture_of(&pack(1500), 1500);
    let whole = |capture: &Capture, threads| in_pieces(&capture.zip(), &[1 << 20], threads);
    assert!(whole(&capture, 2).is_good());
    assert_eq!(whole(&capture, 2), whole(&capture, 1));
    let mut lines: Vec<String> = capture.results.lines().map(str::to_owned).collect();
    for at in (0..lines.len()).step_by(7) {
        lines[at] = lines[at].replace("\"latency_ms\":3120", "\"latency_ms\":31200");
    }
    lines[700].clear();
    lines[701] = lines[702].clone();
    capture.results = lines.join("\n") + "\n";
    for threads in [2, 3, 8] {
        assert_eq!(
            whole(&capture, threads),
            whole(&capture, 1),
            "{threads} threads"
        );
    }
    assert!(!whole(&capture, 2).is_good());
}
