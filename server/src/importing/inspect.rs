//! The first reading: is it a good capture, and which one?

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use eval752_contract::capture::{Record, Session};
use eval752_contract::digest::{Digest, Digester};
use eval752_contract::json::Writer;
use eval752_contract::token::KeySet;
use eval752_validator::{Consumer, Options, READ_SIZE, Report, Validator};

use super::issues;
use crate::error::Error;

/// A good capture, without its records.
#[derive(Debug, Clone)]
pub(super) struct Capture {
    pub(super) session: Session,
    pub(super) digest: Digest,
    pub(super) session_digest: Digest,
    pub(super) records: u64,
    pub(super) errors: u64,
}

/// Reads the file once.
pub(super) fn inspect(
    path: &Path,
    keys: KeySet,
    watch: Option<fn(u64, u64)>,
) -> Result<Capture, Error> {
    let options = Options {
        keys: Some(keys),
        ..Options::default()
    };
    let told = |done, all: u64| watch.iter().for_each(|watch| watch(done, all * 2));
    let (report, identity) = read(path, options, Identity::default(), told)?;
    let refuse = |message: &str| Error::Refused {
        code: "import.invalid",
        message: message.to_owned(),
        issues: issues(&report),
    };
    if !report.is_good() {
        return Err(refuse("the file is no good capture"));
    }
    let Some(session) = identity.session.clone() else {
        return Err(refuse("the file has no session document"));
    };
    Ok(Capture {
        session_digest: identity.session_digest(),
        records: identity.records,
        errors: identity.errors,
        digest: identity.finish(),
        session,
    })
}

/// Feeds the whole file to a validator with `consumer`; `told` hears of bytes done and in all.
pub(super) fn read<C: Consumer>(
    path: &Path,
    options: Options,
    consumer: C,
    told: impl Fn(u64, u64),
) -> Result<(Report, C), Error> {
    let mut file = File::open(path).map_err(Error::read(path))?;
    let length = file.metadata().map_or(0, |meta| meta.len());
    let mut done = 0;
    let mut validator = Validator::with_consumer(options, consumer);
    let mut buffer = vec![0; READ_SIZE];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(n) => {
                validator.feed(&buffer[..n]);
                done += n as u64;
                told(done, length);
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Error::read(path)(error)),
        }
    }
    let (report, consumer) = validator.finish_with();
    // A file in which nothing was recognised never reached the consumer.
    consumer
        .map(|consumer| (report.clone(), consumer))
        .ok_or_else(|| Error::Refused {
            code: "import.invalid",
            message: "the file is no capture".to_owned(),
            issues: issues(&report),
        })
}

/// Names a capture by its token, target, session start and records: not by its file, so that
/// the same capture as ZIP, as JSON or saved again is one.
#[derive(Debug, Clone, Default)]
pub(super) struct Identity {
    session: Option<Session>,
    digester: Digester,
    records: u64,
    errors: u64,
}

impl Identity {
    fn session_digest(&self) -> Digest {
        let mut digester = Digester::new();
        if let Some(session) = &self.session {
            name_session(&mut digester, session);
        }
        digester.finish()
    }

    /// The capture's digest.
    pub(super) fn finish(self) -> Digest {
        let session = self.session_digest();
        let mut digester = Digester::new();
        digester.field(session.as_str().as_bytes());
        digester.field(self.digester.finish().as_str().as_bytes());
        digester.finish()
    }
}

fn name_session(digester: &mut Digester, session: &Session) {
    digester.field(session.dataset_token.as_str().as_bytes());
    let mut target = Writer::new();
    session.target.write(&mut target);
    digester.field(target.finish().as_bytes());
    digester.field(session.session.started_at.canonical().as_bytes());
}

impl Consumer for Identity {
    fn session(&mut self, session: &Session) {
        self.session = Some(session.clone());
    }

    fn record(&mut self, _number: u64, record: Record) {
        self.digester.field(record.to_line().as_bytes());
        self.records += 1;
        self.errors += u64::from(record.error().is_some());
    }
}
