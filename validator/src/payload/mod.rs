//! The JSON fallback payload: one object with the three documents. It is cut
//! into its parts as it passes, so that a payload of any size is checked in
//! bounded memory; each part goes through the same checks as in an archive.

mod scan;
mod split;

use eval752_contract::capture::Record;
use eval752_contract::json::{self, Value};

use crate::doc::{Consumer, Ledger, Manner, Numbering, Spot, check};
use crate::finding::codes::{archive, json as codes, limit, schema};
use crate::finding::{Code, Finding, Place, Profile, excerpt};
use crate::report::{Kind, Report, Summary};

use split::{Event, Piece, Splitter};

/// The payload's members, in their order.
const MEMBERS: [&str; 3] = ["manifest", "browser_harness", "results"];
/// Unknown members reported by name.
const MAX_UNKNOWN: usize = 20;

#[derive(Debug)]
pub(crate) struct Payload<C> {
    splitter: Splitter,
    state: Parts<C>,
    bytes: u64,
}

#[derive(Debug)]
struct Parts<C> {
    ledger: Ledger,
    consumer: C,
    /// Which of the three were there, and in which order they came.
    seen: [bool; 3],
    in_order: bool,
    unknown: Vec<(String, Place)>,
    /// What a top-level `format` says: then this is another document.
    format: Option<String>,
    /// Has the members of a single record.
    record_alone: bool,
}

impl<C: Consumer> Payload<C> {
    pub(crate) fn new(ledger: Ledger, consumer: C) -> Self {
        Self {
            splitter: Splitter::new(ledger.options.max_line),
            state: Parts {
                ledger,
                consumer,
                seen: [false; 3],
                in_order: true,
                unknown: Vec::new(),
                format: None,
                record_alone: false,
            },
            bytes: 0,
        }
    }

    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        let state = &mut self.state;
        self.splitter.feed(bytes, &mut |event| state.event(event));
    }

    pub(crate) fn finish(mut self) -> (Report, C) {
        let state = &mut self.state;
        self.splitter.finish(&mut |event| state.event(event));
        let mut summary = Summary {
            kind: Kind::Payload,
            bytes: self.bytes,
            ..Summary::default()
        };
        let Parts {
            mut ledger,
            consumer,
            ..
        } = {
            self.state.close(self.splitter.first_space());
            self.state
        };
        if !ledger.keep_only(archive::FORMAT_UNKNOWN) && !ledger.keep_only(archive::NOT_A_CAPTURE) {
            ledger.finish(&mut summary);
            summary.content_judged = true;
        }
        (ledger.report(summary), consumer)
    }
}

impl<C: Consumer> Parts<C> {
    fn find(&mut self, code: Code, spot: &Spot, message: String) {
        self.ledger.find(code, spot.start(), message);
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Fault {
                spot,
                code,
                message,
                hint,
            } => {
                self.ledger.broken = true;
                let mut finding =
                    Finding::new(code, self.ledger.options.profile, spot.start(), message);
                finding.hint = hint.map(str::to_owned);
                self.ledger.findings.push(finding);
            }
            Event::Member(name, spot) => self.name(name, &spot),
            Event::Value(name, piece) => self.value(name, &piece),
            Event::Element(number, piece) => self.element(number, &piece),
        }
    }

    fn name(&mut self, name: &str, spot: &Spot) {
        let Some(at) = MEMBERS.iter().position(|known| *known == name) else {
            self.record_alone |= name == "dataset_item_id";
            if self.unknown.len() < MAX_UNKNOWN {
                self.unknown.push((excerpt(name), spot.start()));
            }
            return;
        };
        if self.seen[at] {
            self.find(
                codes::DUPLICATE_KEY,
                spot,
                format!("\"{name}\" stands twice"),
            );
        }
        self.in_order &= self.seen[at..].iter().all(|seen| !seen);
        self.seen[at] = true;
    }

    fn value(&mut self, name: &str, piece: &Piece<'_>) {
        let prefix = format!("/{name}");
        let known = MEMBERS.contains(&name);
        if let Some(length) = piece.too_long {
            if known {
                let message = format!("{name} is longer than is read ({length} bytes and more)");
                self.find(limit::DOCUMENT_SIZE, &piece.spot, message);
            }
            return;
        }
        let (ledger, consumer) = (&mut self.ledger, &mut self.consumer);
        match name {
            "manifest" => ledger.read_manifest(piece.text, &piece.spot, &prefix, consumer),
            "browser_harness" => ledger.read_session(piece.text, &piece.spot, &prefix, consumer),
            "results" => {
                let mut place = piece.spot.start();
                place.pointer = Some(prefix);
                ledger.find(schema::TYPE, place, "results must be an array");
                ledger.broken = true;
            }
            "format" => {
                if let Ok(node) = json::parse(piece.text)
                    && let Value::String(format) = node.value
                {
                    self.format = Some(format.into_owned());
                }
            }
            _ => {}
        }
    }

    fn element(&mut self, number: u64, piece: &Piece<'_>) {
        let prefix = Numbering::Elements.pointer(number);
        let manner = Manner {
            profile: self.ledger.options.profile,
            detail: !self.ledger.findings.is_full(),
            excerpts: true,
            line_framed: false,
        };
        let checked = if let Some(length) = piece.too_long {
            let message = format!("the record is {length} bytes long or longer");
            let mut finding = manner.finding(limit::LINE_LENGTH, &piece.spot, &[], 0, message);
            finding.place.pointer = Some(prefix);
            crate::doc::Checked {
                value: None,
                findings: vec![finding],
                more: 0,
            }
        } else {
            check(
                piece.text,
                &piece.spot,
                &prefix,
                manner,
                Record::read,
                |record| record.to_line().trim_end().to_owned(),
            )
        };
        self.ledger
            .record(number, &piece.spot, checked, &mut self.consumer);
    }

    /// Once everything was seen: is it a payload at all, and is it whole?
    fn close(&mut self, first_space: Option<Spot>) {
        let none = self.seen == [false; 3];
        if none && (self.record_alone || !self.ledger.broken) {
            self.not_a_payload();
            return;
        }
        for (name, place) in std::mem::take(&mut self.unknown) {
            let message =
                format!("the payload has the member \"{name}\", which the format does not know");
            self.ledger.find(schema::UNKNOWN_MEMBER, place, message);
        }
        if self.ledger.broken {
            return;
        }
        for (name, seen) in MEMBERS.iter().zip(self.seen) {
            if !seen {
                let message = format!("the payload lacks the member \"{name}\"");
                self.ledger
                    .find(schema::MISSING_MEMBER, Place::file(), message);
            }
        }
        self.ledger.broken |= !self.seen[2];
        if self.ledger.options.profile == Profile::Canonical {
            let place = first_space.map(|spot| spot.start());
            let spaced = place.is_some();
            if spaced || !self.in_order {
                let message = if spaced {
                    "there is white space between the parts"
                } else {
                    "the parts are not in the order manifest, browser_harness, results"
                };
                self.ledger
                    .find(codes::NOT_CANONICAL, place.unwrap_or_default(), message);
            }
        }
    }

    fn not_a_payload(&mut self) {
        let profile = self.ledger.options.profile;
        let finding = match self.format.as_deref() {
            Some(eval752_contract::capture::CAPTURE_FORMAT) => Finding::new(
                archive::NOT_A_CAPTURE,
                profile,
                Place::file(),
                "this is the manifest of a capture by itself",
            ),
            Some(eval752_contract::pack::PACK_FORMAT) => Finding::new(
                archive::FORMAT_UNKNOWN,
                profile,
                Place::at(0).pointer("/format"),
                "this is a pack (prompts to be asked), not a capture",
            )
            .with_hint(
                "give a pack with `--pack FILE`, and check the capture that was made with it",
            ),
            Some(format) => Finding::new(
                archive::FORMAT_UNKNOWN,
                profile,
                Place::at(0).pointer("/format"),
                format!("the format is \"{}\"", excerpt(format)),
            ),
            None if self.record_alone => Finding::new(
                archive::NOT_A_CAPTURE,
                profile,
                Place::file(),
                "this is a record by itself: results.jsonl taken out of its archive",
            ),
            None => Finding::new(
                archive::NOT_A_CAPTURE,
                profile,
                Place::file(),
                "the object has none of the members manifest, browser_harness and results",
            ),
        };
        self.ledger.replace(finding);
    }
}
