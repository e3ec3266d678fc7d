//! The demo pack is made here and checked in, so that the page and the tests share one.
//! `EVAL752_UPDATE=1 cargo test -p eval752-contract --test demo` writes it anew.

use std::fs;
use std::path::Path;

use eval752_contract::digest::Digester;
use eval752_contract::ids::{DatasetId, ItemId, SectionId};
use eval752_contract::json;
use eval752_contract::pack::{Pack, PackDataset, PackItem, PackSection, Scoring, pack_digest};
use eval752_contract::problem::Problems;
use eval752_contract::time::Timestamp;
use eval752_contract::token::{Claims, KeySet, SigningKey};

/// Not a secret: the demo proves how verifying works, not where the demo comes from.
const DEMO_SEED: [u8; 32] = *b"browser harness demo signing key";

const PROMPTS: [(&str, &str, Scoring); 5] = [
    (
        "capital",
        "What is the capital of France? Answer with one word.",
        Scoring::Programmatic,
    ),
    (
        "arithmetic",
        "What is 17 * 23? Answer with the number only.",
        Scoring::Programmatic,
    ),
    (
        "choice",
        "Which planet is the largest?\nA) Earth\nB) Jupiter\nC) Mars\nD) Venus\n\nAnswer with the letter.",
        Scoring::Programmatic,
    ),
    (
        "code",
        "Write a Python function `is_even(n)` and show one call.\nUse a code block.",
        Scoring::Judge,
    ),
    (
        "unicode",
        "Translate into German: \u{201C}The tea is hot \u{2615} \u{2014} 100% <b>hot</b>.\u{201D}",
        Scoring::Judge,
    ),
];

fn demo() -> (String, String) {
    let key = SigningKey::from_seed(&DEMO_SEED);
    let created_at = Timestamp::parse("2026-11-30T12:00:00.000Z").expect("a time");
    let section = SectionId::new("default").expect("an id");
    let items: Vec<PackItem> = PROMPTS
        .iter()
        .map(|(id, prompt, scoring)| PackItem {
            dataset_item_id: ItemId::new(*id).expect("an id"),
            section_id: section.clone(),
            prompt_text: (*prompt).to_owned(),
            scoring: *scoring,
            scoring_note: None,
        })
        .collect();
    let mut version = Digester::new();
    version.field(b"demo salt");
    let version_hash = version.finish();
    let id = DatasetId::new("demo").expect("an id");
    let digest = pack_digest(&items);
    let dataset_token = key.sign(&Claims {
        dataset_id: id.clone(),
        version_hash: version_hash.clone(),
        pack_digest: digest.clone(),
        item_count: items.len() as u64,
        iat: created_at.millis().unsigned_abs() / 1000,
    });
    let pack = Pack {
        dataset: PackDataset {
            id,
            name: "Demo: five small questions".into(),
            version_hash,
        },
        sections: vec![PackSection {
            id: section,
            title: "All questions".into(),
            item_count: items.len() as u64,
        }],
        items,
        pack_digest: digest,
        dataset_token,
        created_at,
    };
    (
        pack.to_json() + "\n",
        KeySet::new(vec![key.public()]).to_jwks() + "\n",
    )
}

#[test]
fn the_demo_files_are_what_this_makes() {
    let (pack, keys) = demo();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo");
    for (name, text) in [("pack.json", &pack), ("keys.json", &keys)] {
        let path = folder.join(name);
        if std::env::var_os("EVAL752_UPDATE").is_some() {
            fs::write(&path, text).expect("the demo folder can be written");
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(&found, text, "{name} is stale: run with EVAL752_UPDATE=1");
    }
}

#[test]
fn the_demo_pack_reads_back_and_its_token_holds() {
    let (text, keys) = demo();
    let node = json::parse(text.as_bytes()).expect("JSON");
    let mut problems = Problems::new();
    let pack = Pack::read(&node, &mut problems).expect("a pack");
    assert_eq!(problems.into_vec(), []);
    assert!(pack.digest_matches());
    let keys = KeySet::parse(&keys).expect("keys");
    let verified = keys
        .verify(pack.dataset_token.as_str())
        .expect("a good token");
    assert_eq!(verified.claims.pack_digest, pack.pack_digest);
    assert_eq!(pack.to_json() + "\n", text);
}
