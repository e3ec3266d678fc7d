//! Splits `results.jsonl` into lines as its bytes pass. Lines that lie whole
//! in a piece are not copied; a line across pieces is, up to a limit.

use crate::append::append;

/// Lines handed on together; bounds what many short lines can take up.
const BATCH: usize = 4096;

/// One line, without its line feed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: u64,
    /// Offset of its first byte in the file.
    pub(crate) offset: u64,
    pub(crate) bytes: &'a [u8],
    /// Longer than the limit: `bytes` is empty and `length` says how long.
    pub(crate) too_long: Option<u64>,
}

#[derive(Debug)]
pub(crate) struct Lines {
    limit: usize,
    /// Lines handed out so far.
    count: u64,
    /// The beginning of the current line, from earlier pieces.
    carry: Vec<u8>,
    /// Its length, also where it is no longer kept.
    carried: u64,
    carry_offset: u64,
}

impl Lines {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            count: 0,
            carry: Vec::new(),
            carried: 0,
            carry_offset: 0,
        }
    }

    /// Takes the next piece. `first` gets the line that began in earlier
    /// pieces, if it ends here; then `rest` gets those that lie whole in this one.
    pub(crate) fn push<'a>(
        &mut self,
        offset: u64,
        bytes: &'a [u8],
        mut first: impl FnMut(Line<'_>),
        mut rest: impl FnMut(&[Line<'a>]),
    ) {
        let mut start = 0;
        if self.carried > 0 {
            let Some(end) = memchr::memchr(b'\n', bytes) else {
                self.keep(offset, bytes);
                return;
            };
            self.keep(offset, &bytes[..end]);
            self.count += 1;
            first(self.carried_line());
            self.forget();
            start = end + 1;
        }
        let mut batch = Vec::new();
        let from = start;
        for end in memchr::memchr_iter(b'\n', &bytes[from..]) {
            let end = from + end;
            self.count += 1;
            let line = &bytes[start..end];
            let too_long = (line.len() > self.limit).then_some(line.len() as u64);
            batch.push(Line {
                number: self.count,
                offset: offset + start as u64,
                bytes: if too_long.is_some() { &[] } else { line },
                too_long,
            });
            start = end + 1;
            if batch.len() == BATCH {
                rest(&batch);
                batch.clear();
            }
        }
        rest(&batch);
        if start < bytes.len() {
            self.keep(offset + start as u64, &bytes[start..]);
        }
    }

    /// What is left behind the last line feed, if anything.
    pub(crate) fn finish(&mut self, mut last: impl FnMut(Line<'_>)) {
        if self.carried > 0 {
            self.count += 1;
            last(self.carried_line());
            self.forget();
        }
    }

    fn carried_line(&self) -> Line<'_> {
        let too_long = (self.carried > self.limit as u64).then_some(self.carried);
        Line {
            number: self.count,
            offset: self.carry_offset,
            bytes: if too_long.is_some() { &[] } else { &self.carry },
            too_long,
        }
    }

    fn keep(&mut self, offset: u64, bytes: &[u8]) {
        if self.carried == 0 {
            self.carry_offset = offset;
        }
        self.carried += bytes.len() as u64;
        if self.carried > self.limit as u64 {
            self.carry = Vec::new();
        } else {
            append(&mut self.carry, bytes, self.limit);
        }
    }

    fn forget(&mut self) {
        self.carried = 0;
        // A long line's memory is given back; that of usual ones is used again.
        if self.carry.capacity() > 1 << 20 {
            self.carry = Vec::new();
        } else {
            self.carry.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Seen = Vec<(u64, u64, Vec<u8>, Option<u64>)>;

    fn run(text: &[u8], step: usize, limit: usize) -> Seen {
        let mut lines = Lines::new(limit);
        let out = std::cell::RefCell::new(Seen::new());
        let note = |line: Line<'_>| {
            let row = (line.number, line.offset, line.bytes.to_vec(), line.too_long);
            out.borrow_mut().push(row);
        };
        for (at, piece) in text.chunks(step).enumerate() {
            lines.push((at * step) as u64, piece, note, |batch| {
                batch.iter().copied().for_each(note);
            });
        }
        lines.finish(note);
        out.into_inner()
    }

    #[test]
    fn any_cut_gives_the_same_lines() {
        let text = b"one\n\nthree three three\nfour";
        let whole = run(text, 1000, 10);
        assert_eq!(whole.len(), 4);
        assert_eq!(whole[1], (2, 4, vec![], None));
        assert_eq!(whole[2], (3, 5, vec![], Some(17)));
        assert_eq!(whole[3], (4, 23, b"four".to_vec(), None));
        for step in 1..text.len() {
            assert_eq!(run(text, step, 10), whole, "step {step}");
        }
    }
}
