//! One line of `results.jsonl`: its framing, its check, and folding the
//! outcome into the ledger.

use eval752_contract::capture::Record;

use super::check::{Checked, Manner, check};
use super::consumer::Consumer;
use super::ledger::Ledger;
use super::lines::Line;
use super::locate::Spot;
use crate::finding::codes::{json as codes, limit};
use crate::zip::CAPTURE_NAMES;

fn spot_of(line: &Line<'_>) -> Spot {
    Spot {
        entry: Some(CAPTURE_NAMES[2]),
        offset: line.offset,
        line: line.number,
        column: 0,
    }
}

fn is_blank(line: &Line<'_>) -> bool {
    line.too_long.is_none() && line.bytes.iter().all(u8::is_ascii_whitespace)
}

/// Checks one line by itself.
pub(super) fn check_line(line: &Line<'_>, manner: Manner) -> Checked<Record> {
    let spot = spot_of(line);
    let failed = |code, at, message: String| Checked {
        value: None,
        findings: vec![manner.finding(code, &spot, line.bytes, at, message)],
        more: 0,
    };
    if let Some(length) = line.too_long {
        return failed(
            limit::LINE_LENGTH,
            0,
            format!("the line is {length} bytes long"),
        );
    }
    if is_blank(line) {
        return failed(codes::FRAMING, 0, "the line is blank".into());
    }
    if let Some(at) = memchr::memchr(b'\r', line.bytes) {
        let message = if at + 1 == line.bytes.len() {
            "the line ends with CR LF"
        } else {
            "there is a carriage return in the line"
        };
        return failed(codes::LINE_ENDING, at, message.into());
    }
    if line.bytes.first() == Some(&b'[') {
        let message = "expected one object a line, found an array".into();
        return failed(codes::FRAMING, 0, message);
    }
    check(line.bytes, &spot, "", manner, Record::read, |record| {
        let mut text = record.to_line();
        text.pop();
        text
    })
}

pub(super) fn fold(
    ledger: &mut Ledger,
    consumer: &mut impl Consumer,
    line: &Line<'_>,
    checked: Checked<Record>,
) {
    if is_blank(line) {
        // No record: it is a finding, but it does not change the count.
        let _: Option<Record> = ledger.absorb(checked);
    } else {
        ledger.record(line.number, &spot_of(line), checked, consumer);
    }
}
