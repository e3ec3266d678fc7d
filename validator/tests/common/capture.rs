//! Captures to check: the three documents as text, so that a test can spoil
//! any byte of them before they are packed.

use std::fmt::Write as _;
use std::sync::LazyLock;

use eval752_contract::archive::{Crc32, Layout};
use eval752_contract::capture::write_payload;
use eval752_contract::digest::Digester;
use eval752_contract::ids::{DatasetId, ItemId, SectionId};
use eval752_contract::pack::{Pack, PackDataset, PackItem, PackSection, Scoring, pack_digest};
use eval752_contract::time::Timestamp;
use eval752_contract::token::{Claims, KeySet, SigningKey};

pub(crate) const EXPORTED: &str = "2026-03-12T18:10:00.000Z";

/// The documents of a capture.
#[derive(Debug, Clone)]
pub(crate) struct Capture {
    pub(crate) manifest: String,
    pub(crate) session: String,
    pub(crate) results: String,
}

/// The key that signs the test packs.
pub(crate) fn key() -> SigningKey {
    SigningKey::from_seed(&[7; 32])
}

pub(crate) fn keys() -> KeySet {
    KeySet::new(vec![key().public()])
}

/// A signed pack of `n` items with prompts that are hard to carry.
pub(crate) fn pack(n: usize) -> Pack {
    let hard = [
        "plain",
        "\u{2028}PK\u{3}\u{4}PK\u{5}\u{6}",
        "</script> \" \\ %41",
        "😀\u{fffd}\r\n\tü",
    ];
    let items: Vec<PackItem> = (0..n)
        .map(|i| PackItem {
            dataset_item_id: ItemId::new(format!("item-{}", i + 1)).expect("an id"),
            section_id: SectionId::new("default").expect("an id"),
            prompt_text: format!("{} {i}?", hard[i % hard.len()]),
            scoring: Scoring::None,
            scoring_note: None,
        })
        .collect();
    let mut salted = Digester::new();
    salted.field(b"a state");
    let mut pack = Pack {
        dataset: PackDataset {
            id: DatasetId::new("ds").expect("an id"),
            name: "Demo".into(),
            version_hash: salted.finish(),
        },
        sections: vec![PackSection {
            id: SectionId::new("default").expect("an id"),
            title: "All".into(),
            item_count: n as u64,
        }],
        pack_digest: pack_digest(&items),
        items,
        dataset_token: eval752_contract::ids::DatasetToken::new("x").expect("a token"),
        created_at: Timestamp::parse("2026-03-12T18:00:00Z").expect("a time"),
    };
    pack.dataset_token = key().sign(&Claims {
        dataset_id: pack.dataset.id.clone(),
        version_hash: pack.dataset.version_hash.clone(),
        pack_digest: pack.pack_digest.clone(),
        item_count: n as u64,
        iat: 1_773_338_400,
    });
    pack
}

/// A canonical capture of the first `have` items of `pack`; every fifth failed.
pub(crate) fn capture_of(pack: &Pack, have: usize) -> Capture {
    let mut results = String::new();
    let mut errors = 0;
    for (i, item) in pack.items.iter().take(have).enumerate() {
        let failed = i % 5 == 4;
        errors += usize::from(failed);
        let (response, error) = if failed {
            ("null".to_owned(), "\"timeout: 600 s\"".to_owned())
        } else {
            (
                quote(&format!("Answer {i} — **bold**\nnext")),
                "null".to_owned(),
            )
        };
        let _ = writeln!(
            results,
            "{{\"dataset_item_id\":{},\"prompt_text\":{},\"response\":{response},\"error\":{error},\"timing\":{{\"started_at\":\"2026-03-12T18:09:02.000Z\",\"finished_at\":\"2026-03-12T18:09:05.000Z\",\"latency_ms\":3120}},\"model_label\":\"Gemini 2.5 Flash\"}}",
            quote(item.dataset_item_id.as_str()),
            quote(&item.prompt_text),
        );
    }
    Capture {
        manifest: format!(
            "{{\"format\":\"eval752.browser_harness.v1\",\"exported_at\":\"{EXPORTED}\",\"item_count\":{have},\"error_count\":{errors}}}"
        ),
        session: format!(
            "{{\"dataset_token\":{},\"target\":{{\"preset\":\"gemini\",\"origin\":\"https://gemini.google.com\",\"display_name\":\"Gemini Web\"}},\"judge\":{{\"provider_id\":\"prov_judge\",\"model\":\"gpt-4o-mini\",\"prompt\":\"Return 0 or 1.\"}},\"session\":{{\"started_at\":\"2026-03-12T18:09:00.000Z\",\"finished_at\":\"2026-03-12T18:10:00.000Z\"}},\"label\":\"Gemini Web Browser Harness import\"}}",
            quote(pack.dataset_token.as_str())
        ),
        results,
    }
}

/// A small complete capture.
pub(crate) fn small() -> Capture {
    static SMALL: LazyLock<Capture> = LazyLock::new(|| capture_of(&pack(3), 3));
    SMALL.clone()
}

fn quote(text: &str) -> String {
    let mut out = String::new();
    eval752_contract::json::write_string(&mut out, text);
    out
}

impl Capture {
    pub(crate) fn entries(&self) -> [&[u8]; 3] {
        [
            self.manifest.as_bytes(),
            self.session.as_bytes(),
            self.results.as_bytes(),
        ]
    }

    /// The canonical archive of these texts.
    pub(crate) fn zip(&self) -> Vec<u8> {
        zip(self.entries())
    }

    /// The JSON payload of these texts.
    pub(crate) fn payload(&self) -> String {
        let lines: Vec<&str> = self.results.lines().collect();
        write_payload(&self.manifest, &self.session, &lines)
    }

    /// The same with one replacement in each document that holds `from`.
    pub(crate) fn replace(&self, from: &str, to: &str) -> Self {
        let mut done = false;
        let mut swap = |text: &str| {
            done |= text.contains(from);
            text.replacen(from, to, 1)
        };
        let out = Self {
            manifest: swap(&self.manifest),
            session: swap(&self.session),
            results: swap(&self.results),
        };
        assert!(done, "nothing to replace: {from}");
        out
    }
}

/// A canonical archive of any three contents.
pub(crate) fn zip(entries: [&[u8]; 3]) -> Vec<u8> {
    let exported = Timestamp::parse(EXPORTED).expect("a time");
    let layout = Layout::new(exported, entries.map(Crc32::of)).expect("small enough");
    let mut out = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        out.extend(layout.local_header(index));
        out.extend(*entry);
    }
    out.extend(layout.tail());
    out
}
