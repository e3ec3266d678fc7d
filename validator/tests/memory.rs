//! How much memory a check takes, counted by the allocator: the same for any
//! length of file, apart from 64 bytes an item, whatever a hostile file holds.
//! In a debug build the files are a fortieth as long.

mod common;

use std::io::{self, Read};

use common::capture::{Capture, small};
use eval752_contract::archive::{Crc32, Layout};
use eval752_contract::time::Timestamp;
use eval752_validator::{Options, Report, validate_reader};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const SCALE: u64 = if cfg!(debug_assertions) { 40 } else { 1 };
const MIB: u64 = 1 << 20;

/// An archive whose results are what `line` makes of each number, made as it
/// is read.
struct Endless<F> {
    line: F,
    lines: std::ops::Range<u64>,
    pending: Vec<u8>,
    read: usize,
    tail: Option<Vec<u8>>,
}

impl<F: Fn(u64) -> Vec<u8>> Read for Endless<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.pending.len() {
            self.read = 0;
            self.pending = match self.lines.next() {
                Some(number) => (self.line)(number),
                None => self.tail.take().unwrap_or_default(),
            };
        }
        let length = (self.pending.len() - self.read).min(buffer.len());
        buffer[..length].copy_from_slice(&self.pending[self.read..self.read + length]);
        self.read += length;
        Ok(length)
    }
}

/// Checks such an archive; gives the report and the most bytes in use at once.
fn peak(count: u64, threads: usize, line: impl Fn(u64) -> Vec<u8> + Copy + Send) -> (Report, u64) {
    let capture: Capture = small().replace("\"item_count\":3", &format!("\"item_count\":{count}"));
    let mut crc = Crc32::new();
    (0..count).for_each(|number| crc.update(&line(number)));
    let exported = Timestamp::parse(common::capture::EXPORTED).expect("a time");
    let [manifest, session, _] = capture.entries();
    let entries = [Crc32::of(manifest), Crc32::of(session), crc];
    let layout = Layout::new(exported, entries).expect("below 4 GiB");
    let mut start = Vec::new();
    for (index, text) in [manifest, session, b""].iter().enumerate() {
        start.extend(layout.local_header(index));
        start.extend(*text);
    }
    let reader = Endless {
        line,
        lines: 0..count,
        pending: start,
        read: 0,
        tail: Some(layout.tail()),
    };
    let options = Options {
        threads,
        ..Options::default()
    };
    let before = ALLOCATOR.current_usage() as u64;
    ALLOCATOR.reset_peak_usage();
    let report = validate_reader(reader, &options).expect("readable");
    let most = ALLOCATOR.peak_usage() as u64;
    (report, most.saturating_sub(before))
}

fn codes(report: &Report) -> Vec<&str> {
    let findings = report.findings.iter();
    findings.map(|finding| finding.code.as_str()).collect()
}

fn record(id: u64, answer: usize) -> Vec<u8> {
    let good = small().results;
    let line = good.lines().next().unwrap_or_default();
    let line = line
        .replace("\"item-1\"", &format!("\"item-{id}\""))
        .replace("Answer 0", &"an answer, ".repeat(answer / 11));
    (line + "\n").into_bytes()
}

/// One test: others at the same time would be counted too.
#[test]
fn memory_is_bounded_whatever_the_file_holds() {
    let allowed = |items: u64| 32 * MIB + 64 * items;
    for threads in [1, 2] {
        let sound = |megabytes: u64| {
            let count = megabytes * 1_000_000 / 5_000 / SCALE;
            let (report, most) = peak(count, threads, |at| record(at, 4_600));
            assert!(report.is_good(), "{:?}", report.findings);
            assert_eq!(report.summary.records, count);
            assert!(most < allowed(count), "{megabytes} MB take {most} bytes");
            (count, most)
        };
        let (few, small) = sound(100);
        let (many, large) = sound(1000);
        // Which thread is ahead at the moment of measuring is a matter of luck.
        let luck = 4 * MIB;
        assert!(
            large < small + 64 * (many - few) + luck,
            "100 MB take {small} bytes, 1 GB {large}"
        );

        let length = 500 * 1_000_000 / SCALE;
        let (report, most) = peak(length / 1_000_000, threads, |_| vec![b'x'; 1_000_000]);
        assert!(codes(&report).contains(&"limit.line_length"));
        assert!(most < allowed(1), "one line of {length} bytes takes {most}");

        let (report, most) = peak(LONGEST_PIECES, threads, longest);
        assert_eq!(report.summary.records, 1);
        assert!(!codes(&report).contains(&"limit.line_length"));
        assert!(most < allowed(1), "the longest line takes {most} bytes");

        let bad = 1_000_000 / SCALE;
        let (report, most) = peak(bad, threads, |_| b"{\"a\":[1,2,}\n".to_vec());
        assert!(report.counts.errors >= bad, "{}", report.counts.errors);
        assert!(most < allowed(bad), "{bad} bad lines take {most} bytes");

        let (report, most) = peak(bad, threads, |_| record(1, 0));
        assert!(report.counts.errors >= bad - 1, "{}", report.counts.errors);
        assert!(most < allowed(bad), "{bad} equal ids take {most} bytes");
    }
}

/// Pieces that the longest line is made of, so that the test itself holds little of it.
const LONGEST_PIECES: u64 = 9;

/// A piece of the longest line that is read; its answer is full of escapes.
fn longest(piece: u64) -> Vec<u8> {
    let line = record(1, 0);
    let at = line.iter().position(|&byte| byte == b'*').expect("bold");
    let (head, tail) = line.split_at(at);
    let escapes = eval752_validator::MAX_LINE - line.len();
    let share = escapes / 7 / 2 * 2;
    match piece {
        0 => head.to_vec(),
        8 => tail.to_vec(),
        _ => b"\\n".repeat(share / 2),
    }
}
