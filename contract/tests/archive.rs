//! The canonical writer against an independent reader, over generated captures.

use std::io::{Cursor, Read as _};

use eval752_contract::archive::{Crc32, Layout, write_archive};
use eval752_contract::capture::{
    ENTRY_NAMES, Fill, Manifest, Outcome, Payload, Record, RecordEvidence, Session, SessionTimes,
    Timing,
};
use eval752_contract::error_code::{CaptureError, ErrorCode};
use eval752_contract::ids::{DatasetToken, ItemId, PresetId};
use eval752_contract::json;
use eval752_contract::origin::Origin;
use eval752_contract::problem::Problems;
use eval752_contract::role::Role;
use eval752_contract::target::Target;
use eval752_contract::time::Timestamp;
use proptest::prelude::*;

fn record(id: usize, prompt: String, answer: Option<String>, start: i64, latency: u64) -> Record {
    let started_at = Timestamp::from_millis(start);
    let finished_at = Timestamp::from_millis(start + i64::try_from(latency).expect("small"));
    Record {
        dataset_item_id: ItemId::new(format!("item-{id}")).expect("an id"),
        prompt_text: prompt,
        outcome: match answer.filter(|text| !text.is_empty()) {
            Some(text) => Outcome::Answer(text),
            None => Outcome::Failed {
                error: CaptureError::new(ErrorCode::EmptyResponse, "nothing"),
                partial: None,
            },
        },
        timing: Timing {
            started_at,
            finished_at,
            latency_ms: latency,
        },
        model_label: None,
        evidence: id.is_multiple_of(2).then(|| RecordEvidence {
            matched: vec![(Role::Composer, "#c\"\\".into())],
            completion: "end-marker".into(),
            fill: Fill {
                technique: "insert-text".into(),
                normalisation: vec![],
            },
            hidden_ms: 0,
            attempt: 1,
            notes: vec!["a note".into()],
        }),
    }
}

fn payload(results: Vec<Record>) -> Payload {
    let time = Timestamp::from_millis(1_773_338_940_000);
    let errors = results
        .iter()
        .filter(|record| record.error().is_some())
        .count();
    Payload {
        manifest: Manifest {
            exported_at: time,
            item_count: results.len() as u64,
            error_count: errors as u64,
        },
        browser_harness: Session {
            dataset_token: DatasetToken::new("t").expect("a token"),
            target: Target {
                preset: PresetId::new("gemini").expect("a slug"),
                origin: Origin::new("https://gemini.google.com").expect("an origin"),
                display_name: "Gemini Web".into(),
            },
            judge: None,
            session: SessionTimes {
                started_at: time,
                finished_at: time,
            },
            label: None,
            evidence: None,
        },
        results,
    }
}

prop_compose! {
    fn any_record()(
        id in 0_usize..1000,
        prompt in any::<String>(),
        answer in any::<Option<String>>(),
        start in 1_000_000_000_000_i64..2_000_000_000_000,
        latency in 0_u64..10_000_000,
    ) -> Record {
        record(id, prompt, answer, start, latency)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_capture_is_read_back_by_us_and_by_the_zip_crate(
        results in proptest::collection::vec(any_record(), 1..6),
    ) {
        let payload = payload(results);

        let text = payload.to_json();
        let mut problems = Problems::new();
        let node = json::parse(text.as_bytes()).expect("JSON");
        prop_assert_eq!(Payload::read(&node, &mut problems), Some(payload.clone()));
        prop_assert_eq!(problems.into_vec(), vec![]);

        let lines: String = payload.results.iter().map(Record::to_line).collect();
        let entries = [payload.manifest.to_json(), payload.browser_harness.to_json(), lines];
        let bytes = write_archive(payload.manifest.exported_at, entries.each_ref().map(String::as_bytes))
            .expect("small");
        let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).expect("a ZIP");
        prop_assert_eq!(archive.len(), 3);
        for (index, name) in ENTRY_NAMES.into_iter().enumerate() {
            let mut entry = archive.by_index(index).expect("an entry");
            prop_assert_eq!(entry.name().expect("a name"), name);
            prop_assert_eq!(entry.compression(), zip::CompressionMethod::Stored);
            let mut content = String::new();
            entry.read_to_string(&mut content).expect("UTF-8 and a right checksum");
            prop_assert_eq!(&content, &entries[index]);
        }
    }

    #[test]
    fn strings_are_written_as_serde_json_reads_and_writes_them(text in any::<String>()) {
        let mut ours = String::new();
        json::write_string(&mut ours, &text);
        prop_assert_eq!(serde_json::from_str::<String>(&ours).expect("JSON"), text.clone());
        prop_assert_eq!(&ours, &serde_json::to_string(&text).expect("JSON"));
    }
}

#[test]
fn headers_have_the_canonical_bytes() {
    let bytes = write_archive(
        Timestamp::parse("2026-03-12T18:10:01Z").expect("a time"),
        [b"{}", b"{}", b"{}\n"],
    )
    .expect("small");
    let local = [
        &b"PK\x03\x04\x14\x00\x00\x00\x00\x00\x40\x91\x6c\x5c"[..],
        &Crc32::of(b"{}").value().to_le_bytes(),
        b"\x02\x00\x00\x00\x02\x00\x00\x00\x0d\x00\x00\x00manifest.json{}",
    ]
    .concat();
    assert_eq!(&bytes[..local.len()], local);
    let central = bytes
        .windows(4)
        .position(|w| w == b"PK\x01\x02")
        .expect("a central header");
    assert_eq!(&bytes[central + 4..central + 8], b"\x14\x03\x14\x00");
    assert_eq!(
        &bytes[central + 36..central + 46],
        b"\x00\x00\x00\x00\xa4\x81\x00\x00\x00\x00"
    );
    assert_eq!(bytes[bytes.len() - 22..][..4], *b"PK\x05\x06");
}

#[test]
fn an_archive_that_would_need_zip64_is_refused() {
    // 4 GiB of checksum without 4 GiB of bytes: double the extent by joining it with itself.
    let mut extent = Crc32::of(&vec![0; 1 << 16]);
    for _ in 0..16 {
        extent = extent.then(extent);
    }
    let small = Crc32::of(b"{}");
    let error =
        Layout::new(Timestamp::from_millis(0), [small, small, extent]).expect_err("too large");
    assert!(
        error.to_string().contains("save the capture in parts"),
        "{error}"
    );
}
