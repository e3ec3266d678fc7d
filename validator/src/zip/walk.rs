//! The state machine: collects records whole, passes data through, and
//! leaves the judging of each record to its own file.

use super::fields::{
    CENTRAL, CENTRAL_LEN, CentralHeader, END, END_LEN, LOCAL, LOCAL_LEN, LocalHeader, Shared,
};
use super::name::NameBook;
use super::tail::Tail;
use super::verdict::{Rank, Verdict};
use super::{DosTime, EntrySink, EntrySpan, Rules, ZipReport};
use crate::finding::codes::zip;
use crate::finding::{Place, show_bytes};

/// Bytes of the beginning that are kept to name other kinds of file.
const HEAD: usize = 512;

/// What is being collected into the record buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Signature,
    LocalFixed,
    LocalWhole,
    CentralFixed,
    CentralWhole,
    EndFixed,
    EndWhole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Waiting until the record buffer holds `need` bytes.
    Collect { part: Part, need: usize },
    /// Inside the data of the last local entry.
    Data { left: u64 },
    /// Behind the end record.
    AfterEnd,
    /// The frame is broken; only the tail is kept, for the diagnosis.
    Broken,
}

/// Which records may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Start,
    Entries,
    Directory,
}

/// Four bytes where a record should begin, and none that may.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stray {
    pub(super) offset: u64,
    pub(super) bytes: [u8; 4],
}

/// An entry as its local header and its data show it.
#[derive(Debug)]
pub(super) struct Local {
    pub(super) shared: Shared,
    pub(super) name: Vec<u8>,
    pub(super) header_offset: u64,
    pub(super) data_offset: u64,
    /// A central header pointed at it.
    pub(super) listed: bool,
}

/// Reads an archive forward, once. See the [module](super).
#[derive(Debug)]
pub struct Walker {
    pub(super) rules: Rules,
    pub(super) verdict: Verdict,
    pub(super) state: State,
    pub(super) phase: Phase,
    /// Bytes fed and dealt with so far.
    pub(super) offset: u64,
    /// The record being collected and where it began.
    pub(super) record: Vec<u8>,
    pub(super) record_start: u64,
    pub(super) locals: Vec<Local>,
    pub(super) names: NameBook,
    /// Central headers seen.
    pub(super) centrals: usize,
    pub(super) cd_start: Option<u64>,
    /// The last central header's variable part holds a record signature.
    pub(super) swallowed: bool,
    pub(super) end_at: u64,
    pub(super) stray: Option<Stray>,
    /// Whether the sink hears of the current entry.
    pub(super) deliver: bool,
    crc: crc32fast::Hasher,
    pub(super) head: Vec<u8>,
    pub(super) tail: Tail,
}

impl Walker {
    /// A walker at the beginning of a file.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            verdict: Verdict::new(rules.profile),
            state: State::Collect {
                part: Part::Signature,
                need: 4,
            },
            phase: Phase::Start,
            offset: 0,
            record: Vec::new(),
            record_start: 0,
            locals: Vec::new(),
            names: NameBook::default(),
            centrals: 0,
            cd_start: None,
            swallowed: false,
            end_at: 0,
            stray: None,
            deliver: false,
            crc: crc32fast::Hasher::new(),
            head: Vec::new(),
            tail: Tail::default(),
        }
    }

    /// Takes the next bytes of the file.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut impl EntrySink) {
        if self.head.len() < HEAD {
            let n = bytes.len().min(HEAD - self.head.len());
            self.head.extend_from_slice(&bytes[..n]);
        }
        self.tail.push(bytes);
        let mut rest = bytes;
        while !rest.is_empty() {
            let taken = match self.state {
                State::Collect { part, need } => {
                    let n = rest.len().min(need - self.record.len());
                    if self.record.is_empty() {
                        self.record_start = self.offset;
                    }
                    self.record.extend_from_slice(&rest[..n]);
                    self.offset += n as u64;
                    if self.record.len() == need {
                        self.collected(part, sink);
                    }
                    n
                }
                State::Data { left } => {
                    let n = usize::try_from(left).map_or(rest.len(), |left| left.min(rest.len()));
                    self.crc.update(&rest[..n]);
                    if self.deliver {
                        sink.data(self.offset, &rest[..n]);
                    }
                    self.offset += n as u64;
                    self.state = State::Data {
                        left: left - n as u64,
                    };
                    if left == n as u64 {
                        self.end_entry(sink);
                    }
                    n
                }
                State::AfterEnd | State::Broken => {
                    self.offset += rest.len() as u64;
                    rest.len()
                }
            };
            rest = &rest[taken..];
        }
    }

    /// Ends the file and says what was found.
    pub fn finish(mut self) -> ZipReport {
        self.settle();
        let (structural, forms) = self.verdict.finish();
        let entries = self.locals.into_iter().map(|local| local.span()).collect();
        ZipReport {
            structural,
            forms,
            entries,
            bytes: self.offset,
        }
    }

    /// Whether the frame is already known to be broken: more bytes can
    /// improve the message but not the verdict.
    pub fn is_broken(&self) -> bool {
        self.state == State::Broken
    }

    /// A part of a record is complete.
    fn collected(&mut self, part: Part, sink: &mut impl EntrySink) {
        let more = |part, need| State::Collect { part, need };
        match part {
            Part::Signature => self.signature(),
            Part::LocalFixed => {
                let need = LOCAL_LEN + LocalHeader::variable_len(&self.record);
                self.state = more(Part::LocalWhole, need);
                if need == self.record.len() {
                    self.collected(Part::LocalWhole, sink);
                }
            }
            Part::CentralFixed => {
                let need = CENTRAL_LEN + CentralHeader::variable_len(&self.record);
                self.state = more(Part::CentralWhole, need);
                if need == self.record.len() {
                    self.collected(Part::CentralWhole, sink);
                }
            }
            Part::LocalWhole => {
                self.local_header();
                self.begin_entry(sink);
            }
            Part::CentralWhole => self.central_header(),
            Part::EndFixed => self.end_record(),
            Part::EndWhole => self.end_comment(),
        }
    }

    fn signature(&mut self) {
        let Ok(bytes) = <[u8; 4]>::try_from(self.record.as_slice()) else {
            return;
        };
        let (part, need) = match (bytes, self.phase) {
            (LOCAL, Phase::Start | Phase::Entries) => (Part::LocalFixed, LOCAL_LEN),
            (CENTRAL, _) => (Part::CentralFixed, CENTRAL_LEN),
            (END, _) => (Part::EndFixed, END_LEN),
            _ => {
                self.stray = Some(Stray {
                    offset: self.record_start,
                    bytes,
                });
                self.state = State::Broken;
                return;
            }
        };
        if part != Part::LocalFixed && self.cd_start.is_none() {
            self.cd_start = Some(self.record_start);
        }
        self.state = State::Collect { part, need };
    }

    /// Starts over with the next record.
    pub(super) fn next_record(&mut self, phase: Phase) {
        self.phase = phase;
        self.record.clear();
        self.state = State::Collect {
            part: Part::Signature,
            need: 4,
        };
    }

    /// After a local header: its data follows.
    fn begin_entry(&mut self, sink: &mut impl EntrySink) {
        let (State::Data { left }, Some(local)) = (self.state, self.locals.last()) else {
            return;
        };
        self.crc = crc32fast::Hasher::new();
        if self.deliver {
            sink.begin(&local.span());
        }
        if left == 0 {
            self.end_entry(sink);
        }
    }

    fn end_entry(&mut self, sink: &mut impl EntrySink) {
        if self.deliver {
            sink.end();
        }
        let found = std::mem::take(&mut self.crc).finalize();
        // The checksum of a compressed entry is that of the unpacked data.
        if let Some(local) = self.locals.last()
            && local.shared.method == 0
            && found != local.shared.crc
        {
            self.verdict.fail(
                Rank::Data,
                zip::CRC_DATA_MISMATCH,
                Place::at(local.data_offset).entry(show_bytes(&local.name)),
                format!(
                    "expected checksum {:08x}, found {found:08x} over {} bytes",
                    local.shared.crc, local.shared.packed
                ),
            );
        }
        self.next_record(Phase::Entries);
    }
}

impl Local {
    pub(super) fn span(&self) -> EntrySpan {
        EntrySpan {
            name: self.name.clone(),
            header_offset: self.header_offset,
            data_offset: self.data_offset,
            size: u64::from(self.shared.packed),
            crc32: self.shared.crc,
            method: self.shared.method,
            time: DosTime {
                date: self.shared.date,
                time: self.shared.time,
            },
        }
    }
}
