//! The last bytes of a stream. When the forward walk breaks, the end record
//! and the directory are usually in here, and they tell what was meant:
//! that makes the difference between "bad bytes" and a useful sentence.

use super::fields::{CENTRAL, CENTRAL_LEN, CentralHeader, END, END_LEN, EndRecord};

/// A longest comment, its end record, and some directory before it.
const KEEP: usize = 65_535 + END_LEN + 8_192;
/// The directory entries looked at for a diagnosis.
const MAX_ENTRIES: usize = 64;

/// Keeps the last [`KEEP`] bytes of whatever is pushed.
#[derive(Debug, Default)]
pub(super) struct Tail {
    bytes: Vec<u8>,
    total: u64,
}

impl Tail {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        if bytes.len() >= KEEP {
            self.bytes.clear();
            self.bytes.extend_from_slice(&bytes[bytes.len() - KEEP..]);
            return;
        }
        // Room for two: the front is dropped once for every KEEP bytes pushed.
        if self.bytes.len() + bytes.len() > 2 * KEEP {
            let surplus = self.bytes.len() + bytes.len() - KEEP;
            self.bytes.drain(..surplus.min(self.bytes.len()));
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The kept bytes, cut so that they depend on the stream alone and not
    /// on how it was cut into pieces.
    fn kept(&self) -> &[u8] {
        &self.bytes[self.bytes.len().saturating_sub(KEEP)..]
    }

    /// Offset in the stream of the first kept byte.
    fn start(&self) -> u64 {
        self.total - self.kept().len() as u64
    }

    /// The kept bytes from stream offset `from` on.
    pub(super) fn since(&self, from: u64) -> &[u8] {
        let skip = from.saturating_sub(self.start());
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        self.kept().get(skip..).unwrap_or_default()
    }

    /// Reads end record and directory from the end, the way most readers do.
    pub(super) fn directory(&self) -> Option<Directory<'_>> {
        let kept = self.kept();
        let last_start = kept.len().checked_sub(END_LEN)?;
        let mut any = None;
        let exact = (0..=last_start).rev().find(|&at| {
            if kept[at..at + 4] != END {
                return false;
            }
            any = any.or(Some(at));
            let end = EndRecord::read(&kept[at..]);
            at + END_LEN + usize::from(end.comment_len) == kept.len()
        });
        let at = exact.or(any)?;
        let end = EndRecord::read(&kept[at..]);
        let end_offset = self.start() + at as u64;
        let stated = usize::try_from(end.cd_size)
            .ok()
            .and_then(|size| at.checked_sub(size))
            .filter(|&from| kept[from..].starts_with(&CENTRAL));
        let from = stated.or_else(|| (0..at).find(|&i| kept[i..].starts_with(&CENTRAL)));
        let mut entries = Vec::new();
        let mut next = from.unwrap_or(at);
        while entries.len() < MAX_ENTRIES
            && next + CENTRAL_LEN <= at
            && kept[next..].starts_with(&CENTRAL)
        {
            let len = CENTRAL_LEN + CentralHeader::variable_len(&kept[next..]);
            let Some(record) = kept[..at].get(next..next + len) else {
                break;
            };
            entries.push(CentralHeader::read(record));
            next += len;
        }
        Some(Directory {
            end,
            end_offset,
            cd_offset: self.start() + from.unwrap_or(at) as u64,
            entries,
        })
    }
}

/// What the end of a file says about the whole of it.
#[derive(Debug)]
pub(super) struct Directory<'a> {
    pub(super) end: EndRecord,
    pub(super) end_offset: u64,
    /// Where the directory really begins.
    pub(super) cd_offset: u64,
    pub(super) entries: Vec<CentralHeader<'a>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_same_bytes_for_any_chunking() {
        let data: Vec<u8> = (0..200_000_u32).map(|i| (i % 251) as u8).collect();
        let mut whole = Tail::default();
        whole.push(&data);
        for step in [1, 7, 4096, 70_000, 190_000] {
            let mut parts = Tail::default();
            for part in data.chunks(step) {
                parts.push(part);
            }
            assert_eq!(parts.kept(), whole.kept(), "step {step}");
            assert_eq!(parts.start(), whole.start());
        }
        assert_eq!(whole.since(199_990), &data[199_990..]);
        assert_eq!(whole.since(0).len(), KEEP);
    }
}
