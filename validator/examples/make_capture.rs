//! Writes a large, valid capture archive with realistic records, for
//! measuring: `cargo run --release -p eval752-validator --example make_capture -- MEGABYTES OUT.zip`.
//! The same arguments give the same bytes.
#![expect(clippy::print_stderr, reason = "a tool for developers")]

use std::fmt::Write as _;
use std::io::Write as _;

use eval752_contract::archive::{Crc32, Layout};
use eval752_contract::capture::{Manifest, Outcome, Record, Timing};
use eval752_contract::error_code::{CaptureError, ErrorCode};
use eval752_contract::ids::ItemId;
use eval752_contract::time::Timestamp;

const SESSION: &str = "{\"dataset_token\":\"signed-token\",\"target\":{\"preset\":\"gemini\",\"origin\":\"https://gemini.google.com\",\"display_name\":\"Gemini Web\"},\"judge\":null,\"session\":{\"started_at\":\"2026-03-12T18:00:00.000Z\",\"finished_at\":\"2026-04-14T18:00:00.000Z\"},\"label\":null}";

/// Text of an answer: prose, code, another script, escapes.
const PIECES: [&str; 6] = [
    "The capital of France is Paris, which has been the seat of government for most of the last thousand years. ",
    "量子力学は、原子や素粒子の振る舞いを記述する理論である。",
    "\n\n```rust\nfn main() {\n    println!(\"{}\", 1 + 1);\n}\n```\n\n",
    "Il s'agit d'une réponse générée à titre d'exemple, assez longue pour être réaliste. ",
    "- first point: see **section 2**\n- second point: $a^2 + b^2 = c^2$\n",
    "In other words, the result follows from the definition and from the assumption made above. ",
];

struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }

    fn text(&mut self, length: u64) -> String {
        let mut out = String::new();
        while (out.len() as u64) < length {
            let at = usize::try_from(self.next(6)).unwrap_or(0);
            out.push_str(PIECES[at]);
        }
        out
    }
}

fn record(number: u64, random: &mut Random) -> Option<Record> {
    let start = 1_773_338_400_000 + i64::try_from(number).ok()? * 3000;
    let latency = 500 + random.next(2000);
    let prompt_length = 100 + random.next(600);
    let response_length = 500 + random.next(7000);
    let answer = random.text(response_length);
    let mut id = String::from("item-");
    let _ = write!(id, "{number}");
    Some(Record {
        dataset_item_id: ItemId::new(id)?,
        prompt_text: random.text(prompt_length),
        outcome: if random.next(50) == 0 {
            Outcome::Failed {
                error: CaptureError::new(ErrorCode::Timeout, "600 s"),
                partial: None,
            }
        } else {
            Outcome::Answer(answer)
        },
        timing: Timing {
            started_at: Timestamp::from_millis(start),
            finished_at: Timestamp::from_millis(start + i64::try_from(latency).ok()?),
            latency_ms: latency,
        },
        model_label: Some("Gemini 2.5 Flash".to_owned()),
        evidence: None,
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(megabytes), Some(path)) = (args.next(), args.next()) else {
        eprintln!("usage: make_capture MEGABYTES OUT.zip");
        return Err("two arguments are needed".into());
    };
    let size = megabytes.parse::<usize>()? * 1_000_000;
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut results = String::with_capacity(size + 100_000);
    let (mut items, mut errors) = (0, 0);
    while results.len() < size {
        let record = record(items, &mut random).ok_or("a record cannot be made")?;
        errors += u64::from(record.error().is_some());
        items += 1;
        results.push_str(&record.to_line());
    }
    let exported_at = Timestamp::parse("2026-04-14T18:00:00.000Z").ok_or("a time")?;
    let manifest = Manifest {
        exported_at,
        item_count: items,
        error_count: errors,
    }
    .to_json();
    let entries = [manifest.as_bytes(), SESSION.as_bytes(), results.as_bytes()];
    let layout = Layout::new(exported_at, entries.map(Crc32::of))?;
    let mut out = std::io::BufWriter::new(std::fs::File::create(path)?);
    for (index, entry) in entries.iter().enumerate() {
        out.write_all(&layout.local_header(index))?;
        out.write_all(entry)?;
    }
    out.write_all(&layout.tail())?;
    out.flush()?;
    eprintln!("{items} records, {errors} errors");
    Ok(())
}
