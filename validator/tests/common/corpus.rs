//! Every file that the tests make, by name: what library, command and page
//! must judge alike, on any number of threads.

use super::capture::{Capture, capture_of, pack, small};
use super::classes::{CLASSES, FORMS};
use super::rawzip::RawZip;
use super::spoilt::SPOILT;

/// Ids and prompts of this many items make one piece worth several threads.
pub(crate) const MANY: usize = 1200;

pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    let mut out = Vec::new();
    let mut add = |what: &str, ending: &str, bytes: Vec<u8>| {
        let name: String = what
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        out.push((format!("{:04}-{name}.eval752.{ending}", out.len()), bytes));
    };
    add("good", "zip", small().zip());
    add("good", "json", small().payload().into_bytes());
    add("partial", "zip", capture_of(&pack(7), 5).zip());
    // JSON under an archive's name, which only the name can show.
    add("renamed", "zip", small().payload().into_bytes());
    for (class, _, defect) in CLASSES.iter().chain(FORMS) {
        let mut raw = RawZip::of(&small());
        defect(&mut raw);
        add(class, "zip", raw.bytes());
    }
    for (from, to, code) in SPOILT {
        let spoilt = small().replace(from, to);
        add(code, "zip", spoilt.zip());
        add(code, "json", spoilt.payload().into_bytes());
    }
    let good = small().zip();
    for at in (0..good.len()).step_by(97) {
        add("cut", "zip", good[..at].to_vec());
        let mut flipped = good.clone();
        flipped[at] ^= 1 << (at % 8);
        add("flipped", "zip", flipped);
    }
    let payload = small().payload().into_bytes();
    for at in (1..payload.len()).step_by(131) {
        add("cut", "json", payload[..at].to_vec());
    }
    for (what, results) in many() {
        let capture = Capture {
            results,
            ..capture_of(&pack(MANY), MANY)
        };
        add(what, "zip", capture.zip());
    }
    out
}

/// Results long enough for several threads, each with another kind of harm.
fn many() -> Vec<(&'static str, String)> {
    let good = capture_of(&pack(MANY), MANY).results;
    let each = |every: usize, change: &dyn Fn(&str) -> String| {
        let lines = good.lines().enumerate().map(|(at, line)| {
            if at % every == every / 2 {
                change(line)
            } else {
                line.to_owned()
            }
        });
        lines.collect::<Vec<_>>().join("\n") + "\n"
    };
    vec![
        ("many", good.clone()),
        ("many-late", each(7, &|line| line.replace("3120", "31200"))),
        ("many-blank", each(500, &|_| String::new())),
        (
            "many-equal",
            each(3, &|_| good.lines().next().unwrap_or_default().to_owned()),
        ),
        (
            "many-cut",
            each(11, &|line| line.chars().take(40).collect()),
        ),
        ("many-bad", each(1, &|_| "{}".repeat(40))),
        (
            "many-labels",
            each(2, &|line| line.replace("2.5 Flash", "2.5 Pro")),
        ),
        ("many-crlf", good.replace('\n', "\r\n")),
        ("many-unended", good.trim_end().to_owned()),
    ]
}
