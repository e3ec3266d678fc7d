//! Captures as the runtime makes them, without a browser.

use eval752_contract::archive::write_archive;
use eval752_contract::capture::{
    Judge, Manifest, Outcome, Payload, Record, Session, SessionTimes, Timing,
};
use eval752_contract::error_code::{CaptureError, ErrorCode};
use eval752_contract::ids::PresetId;
use eval752_contract::origin::Origin;
use eval752_contract::pack::Pack;
use eval752_contract::target::Target;
use eval752_contract::time::Timestamp;

const START: i64 = 1_773_338_942_000;

/// A capture of the whole pack in which `answer` says what came back; `Err` is an error.
pub fn capture(pack: &Pack, answer: impl Fn(usize) -> Result<String, ErrorCode>) -> Payload {
    let time = |ms| Timestamp::from_millis(START + ms);
    let results: Vec<Record> = pack
        .items
        .iter()
        .zip(0_i64..)
        .map(|(item, n)| Record {
            dataset_item_id: item.dataset_item_id.clone(),
            prompt_text: item.prompt_text.clone(),
            outcome: match answer(usize::try_from(n).expect("small")) {
                Ok(text) => Outcome::Answer(text),
                Err(code) => Outcome::Failed {
                    error: CaptureError::new(code, "in a test"),
                    partial: None,
                },
            },
            timing: Timing {
                started_at: time(n * 10),
                finished_at: time(n * 10 + 1500),
                latency_ms: 1500,
            },
            model_label: Some("Model 1".to_owned()),
            evidence: None,
        })
        .collect();
    let mut payload = Payload {
        manifest: Manifest {
            exported_at: time(1_000_000),
            item_count: 0,
            error_count: 0,
        },
        browser_harness: Session {
            dataset_token: pack.dataset_token.clone(),
            target: Target {
                preset: PresetId::new("custom").expect("an id"),
                origin: Origin::new("http://127.0.0.1:7752").expect("an origin"),
                display_name: "A page".to_owned(),
            },
            judge: None,
            session: SessionTimes {
                started_at: time(0),
                finished_at: time(900_000),
            },
            label: Some("a run".to_owned()),
            evidence: None,
        },
        results,
    };
    recount(&mut payload);
    payload
}

/// Makes the manifest's counts those of the records.
pub fn recount(payload: &mut Payload) {
    payload.manifest.item_count = payload.results.len() as u64;
    payload.manifest.error_count = payload
        .results
        .iter()
        .filter(|r| r.error().is_some())
        .count() as u64;
}

pub fn with_judge(mut payload: Payload, provider_id: &str) -> Payload {
    payload.browser_harness.judge = Some(Judge {
        provider_id: provider_id.to_owned(),
        model: "judge-1".to_owned(),
        prompt: "Return 0 or 1.".to_owned(),
    });
    payload
}

pub fn zip(payload: &Payload) -> Vec<u8> {
    let lines: String = payload.results.iter().map(Record::to_line).collect();
    let entries = [
        payload.manifest.to_json(),
        payload.browser_harness.to_json(),
        lines,
    ];
    write_archive(
        payload.manifest.exported_at,
        [
            entries[0].as_bytes(),
            entries[1].as_bytes(),
            entries[2].as_bytes(),
        ],
    )
    .expect("small enough")
}
