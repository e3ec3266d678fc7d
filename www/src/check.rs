//! Checking a capture piece by piece, and keeping what was read for looking at.

use std::sync::Arc;

use eval752_contract::capture::{Record, Session};
use eval752_contract::json::Writer;
use eval752_contract::token::KeySet;
use eval752_validator::report::note_name;
use eval752_validator::{Consumer, Options, PackIndex, Validator};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::out;
use crate::pack::key_id;

/// How much of the records is kept to be looked at. The check itself reads any size.
const KEPT_BYTES: usize = 96 << 20;

/// One check of one file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Check {
    options: Options,
    running: Option<Validator<Contents>>,
    contents: Contents,
}

#[wasm_bindgen]
impl Check {
    /// A check with the given public keys (JWKS or PEM) and the given pack, if any.
    ///
    /// # Errors
    /// A sentence for people when a key or pack file can't be used.
    #[wasm_bindgen(constructor)]
    pub fn new(keys: Option<String>, pack: Option<String>) -> Result<Check, String> {
        let keys = keys
            .map(|text| KeySet::parse(&text).map_err(|error| format!("the key file: {error}")))
            .transpose()?;
        let pack = pack
            .map(|text| PackIndex::parse(text.as_bytes()).map_err(|error| error.to_string()))
            .transpose()?;
        let options = Options {
            keys,
            pack: pack.map(Arc::new),
            ..Options::default()
        };
        Ok(Self {
            running: Some(Validator::with_consumer(
                options.clone(),
                Contents::default(),
            )),
            options,
            contents: Contents::default(),
        })
    }

    /// Takes the next bytes of the file.
    pub fn feed(&mut self, bytes: &[u8]) {
        if let Some(running) = &mut self.running {
            running.feed(bytes);
        }
    }

    /// Ends the file: `{ report, session, key_id, kept, left_out }`.
    pub fn finish(&mut self, name: &str) -> String {
        let Some(running) = self.running.take() else {
            return "null".to_owned();
        };
        let (mut report, contents) = running.finish_with();
        note_name(&mut report, name, &self.options);
        self.contents = contents.unwrap_or_default();
        let mut out = Writer::new();
        out.object(|out| {
            out.key("report").raw(&report.to_json(name));
            match &self.contents.session {
                Some(session) => session.write(out.key("session")),
                None => out.key("session").raw("null"),
            }
            let named = contents_key(&self.contents);
            out.key("key_id").optional(named.as_deref());
            out.key("kept")
                .integer(out::size(self.contents.lines.len()));
            out.key("left_out").integer(self.contents.left_out);
        });
        out.finish()
    }

    /// Records from position `from` on: `{ total, from, records: [ … ] }`, all of them or
    /// those with an error.
    pub fn records(&self, from: usize, count: usize, errors_only: bool) -> String {
        let contents = &self.contents;
        let mut out = Writer::new();
        out.object(|out| {
            let all = contents.lines.iter().enumerate();
            let wanted: Vec<_> = if errors_only {
                let failed = contents.failed.iter();
                failed
                    .filter_map(|&at| Some((at, contents.lines.get(at)?)))
                    .collect()
            } else {
                all.collect()
            };
            out.key("total").integer(out::size(wanted.len()));
            out.key("from").integer(out::size(from));
            out.key("records").array(|out| {
                for (at, line) in wanted.into_iter().skip(from).take(count) {
                    out.object(|out| {
                        out.key("at").integer(out::size(at));
                        out.key("record").raw(line);
                    });
                }
            });
        });
        out.finish()
    }
}

/// The key that the capture's token names.
fn contents_key(contents: &Contents) -> Option<String> {
    key_id(&contents.session.as_ref()?.dataset_token)
}

/// What was read, to be shown.
#[derive(Debug, Default)]
struct Contents {
    session: Option<Session>,
    lines: Vec<String>,
    failed: Vec<usize>,
    bytes: usize,
    left_out: u64,
}

impl Consumer for Contents {
    fn session(&mut self, session: &Session) {
        self.session = Some(session.clone());
    }

    fn record(&mut self, _number: u64, record: Record) {
        let mut out = Writer::new();
        record.write(&mut out);
        let line = out.finish();
        if self.left_out > 0 || self.bytes + line.len() > KEPT_BYTES {
            self.left_out += 1;
            return;
        }
        if record.error().is_some() {
            self.failed.push(self.lines.len());
        }
        self.bytes += line.len();
        self.lines.push(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{"format":"eval752.browser_harness.v1","exported_at":"2026-03-12T18:10:00.000Z","item_count":2,"error_count":1}"#;
    const SESSION: &str = r#"{"dataset_token":"signed-token","target":{"preset":"gemini","origin":"https://gemini.google.com","display_name":"Gemini Web"},"judge":null,"session":{"started_at":"2026-03-12T18:09:00.000Z","finished_at":"2026-03-12T18:10:00.000Z"},"label":null}"#;

    fn record(id: &str, response: &str, error: &str) -> String {
        format!(
            r#"{{"dataset_item_id":"{id}","prompt_text":"Q","response":{response},"error":{error},"timing":{{"started_at":"2026-03-12T18:09:02.000Z","finished_at":"2026-03-12T18:09:05.000Z","latency_ms":3000}},"model_label":null}}"#
        )
    }

    fn payload() -> String {
        format!(
            r#"{{"manifest":{MANIFEST},"browser_harness":{SESSION},"results":[{},{}]}}"#,
            record("a", r#""Paris""#, "null"),
            record("b", "null", r#""timeout: 600 s""#),
        )
    }

    #[test]
    fn a_capture_fed_in_pieces_is_judged_and_can_be_looked_at() {
        let mut check = Check::new(None, None).expect("a check");
        for piece in payload().as_bytes().chunks(7) {
            check.feed(piece);
        }
        let answer = check.finish("x.json");
        assert!(answer.contains(r#""verdict":"good""#), "{answer}");
        assert!(answer.contains(r#""kept":2,"left_out":0"#), "{answer}");
        let all = check.records(0, 10, false);
        assert!(
            all.starts_with(r#"{"total":2,"from":0,"records":[{"at":0,"#),
            "{all}"
        );
        let failed = check.records(0, 10, true);
        assert!(
            failed.starts_with(r#"{"total":1,"from":0,"records":[{"at":1,"#),
            "{failed}"
        );
        assert_eq!(
            check.records(5, 10, false),
            r#"{"total":2,"from":5,"records":[]}"#
        );
    }

    #[test]
    fn a_bad_key_or_pack_is_a_sentence() {
        let error = Check::new(Some("nonsense".into()), None).expect_err("no key");
        assert!(error.starts_with("the key file:"), "{error}");
        assert!(Check::new(None, Some("{}".into())).is_err());
    }
}
