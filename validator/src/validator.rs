//! The whole check: decides what kind of file it is from its first bytes,
//! and runs the layers over it.

use crate::doc::{Consumer, Docs, Ignore, Ledger, Numbering};
use crate::finding::codes::archive;
use crate::finding::show_bytes;
use crate::options::Options;
use crate::payload::Payload;
use crate::report::{Kind, Report, Summary};
use crate::zip::{Discard, Rules, Walker, ZipReport};

/// White space that may stand before a payload's opening brace.
const MAX_LEADING: usize = 4096;

/// Checks one file, fed in pieces of any size.
///
/// ```
/// use eval752_validator::{Options, Validator};
///
/// let mut validator = Validator::new(Options::default());
/// validator.feed(b"GIF89a, no archive at all");
/// let report = validator.finish();
/// assert!(!report.is_good());
/// assert_eq!(report.findings[0].code.as_str(), "zip.not_a_zip");
/// ```
#[derive(Debug)]
pub struct Validator<C: Consumer = Ignore> {
    options: Options,
    mode: Mode<C>,
}

#[derive(Debug)]
enum Mode<C: Consumer> {
    /// Nothing but white space so far.
    Open(Vec<u8>, C),
    Container(Box<Walker>),
    Archive(Box<(Walker, Docs<C>)>),
    Payload(Box<Payload<C>>),
    /// Only while one of the others is being made.
    Gone,
}

impl Validator<Ignore> {
    /// A check that only reports.
    pub fn new(options: Options) -> Self {
        Self::with_consumer(options, Ignore)
    }
}

impl<C: Consumer> Validator<C> {
    /// A check that hands the documents on as it reads them.
    pub fn with_consumer(options: Options, consumer: C) -> Self {
        Self {
            options,
            mode: Mode::Open(Vec::new(), consumer),
        }
    }

    /// Takes the next bytes of the file.
    pub fn feed(&mut self, bytes: &[u8]) {
        match &mut self.mode {
            Mode::Open(pending, _) => {
                pending.extend_from_slice(&bytes[..bytes.len().min(MAX_LEADING)]);
                let kept = bytes.len().min(MAX_LEADING);
                if let Some(kind) = decide(pending) {
                    self.open(kind);
                    self.feed(&bytes[kept..]);
                }
            }
            Mode::Container(walker) => walker.feed(bytes, &mut Discard),
            Mode::Archive(both) => {
                let (walker, docs) = &mut **both;
                walker.feed(bytes, docs);
            }
            Mode::Payload(payload) => payload.feed(bytes),
            Mode::Gone => {}
        }
    }

    /// Starts the layers for `kind` and feeds them what was held back.
    fn open(&mut self, kind: Kind) {
        let Mode::Open(pending, consumer) = std::mem::replace(&mut self.mode, Mode::Gone) else {
            return;
        };
        let rules = Rules {
            profile: self.options.profile,
            any_names: self.options.zip_only,
        };
        self.mode = if self.options.zip_only {
            Mode::Container(Box::new(Walker::new(rules)))
        } else {
            match kind {
                Kind::Archive => {
                    let ledger = Ledger::new(self.options.clone(), Numbering::Lines);
                    Mode::Archive(Box::new((Walker::new(rules), Docs::new(ledger, consumer))))
                }
                Kind::Payload => {
                    let ledger = Ledger::new(self.options.clone(), Numbering::Elements);
                    Mode::Payload(Box::new(Payload::new(ledger, consumer)))
                }
            }
        };
        self.feed(&pending);
    }

    /// Ends the file and says what was found.
    pub fn finish(self) -> Report {
        self.finish_with().0
    }

    /// The same, giving the consumer back.
    pub fn finish_with(mut self) -> (Report, Option<C>) {
        if matches!(self.mode, Mode::Open(..)) {
            self.open(Kind::Archive);
        }
        match self.mode {
            Mode::Container(walker) => (container_report(walker.finish(), &self.options), None),
            Mode::Archive(both) => {
                let (walker, docs) = *both;
                let (report, consumer) = archive_report(walker.finish(), docs);
                (report, Some(consumer))
            }
            Mode::Payload(payload) => {
                let (report, consumer) = payload.finish();
                (report, Some(consumer))
            }
            Mode::Open(..) | Mode::Gone => (
                container_report(Walker::new(Rules::default()).finish(), &self.options),
                None,
            ),
        }
    }
}

/// A payload begins with a brace or bracket, whatever stands before it.
fn decide(pending: &[u8]) -> Option<Kind> {
    if matches!(pending, [0xef] | [0xef, 0xbb]) {
        return None;
    }
    let text = pending.strip_prefix(b"\xef\xbb\xbf").unwrap_or(pending);
    match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{' | b'[') => Some(Kind::Payload),
        Some(_) => Some(Kind::Archive),
        None if pending.len() >= MAX_LEADING => Some(Kind::Archive),
        None => None,
    }
}

fn container_report(zip: ZipReport, options: &Options) -> Report {
    let mut findings = crate::collect::Findings::new(options.max_findings);
    let judged = zip.structural.is_none();
    match zip.structural {
        Some(finding) => findings.push(finding),
        None => zip
            .forms
            .into_iter()
            .for_each(|finding| findings.push(finding)),
    }
    let summary = Summary {
        kind: Kind::Archive,
        bytes: zip.bytes,
        entries: zip
            .entries
            .iter()
            .map(|e| (show_bytes(&e.name), e.size))
            .collect(),
        zip_only: true,
        content_judged: judged,
        ..Summary::default()
    };
    Report {
        counts: findings.counts(),
        findings: findings.into_sorted(),
        summary,
    }
}

fn archive_report<C: Consumer>(zip: ZipReport, docs: Docs<C>) -> (Report, C) {
    let Docs {
        mut ledger,
        consumer,
        ..
    } = docs;
    let mut summary = Summary {
        kind: Kind::Archive,
        bytes: zip.bytes,
        ..Summary::default()
    };
    // Another format explains every other finding: a dataset package has
    // other entries, other documents, and nothing wrong with it.
    if ledger.keep_only(archive::FORMAT_UNKNOWN) {
        return (ledger.report(summary), consumer);
    }
    if let Some(structural) = zip.structural {
        ledger.replace(structural);
        return (ledger.report(summary), consumer);
    }
    for form in zip.forms {
        ledger.findings.push(form);
    }
    ledger.check_entry_times(&zip.entries);
    ledger.finish(&mut summary);
    summary.content_judged = true;
    (ledger.report(summary), consumer)
}
