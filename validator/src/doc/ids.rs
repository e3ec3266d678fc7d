//! The item ids seen, for finding duplicates: 32 bytes an item, whatever the
//! ids are.

use std::hash::{DefaultHasher, Hasher as _};

/// More records than this are refused: their ids alone would take 128 MiB.
pub(crate) const MAX_ITEMS: usize = 4_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    hash: [u64; 2],
    offset: u64,
    number: u32,
}

/// Two records for the same item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Duplicate {
    pub(crate) first: u64,
    pub(crate) second: u64,
    pub(crate) offset: u64,
}

#[derive(Debug, Default)]
pub(crate) struct IdBook {
    seen: Vec<Seen>,
}

impl IdBook {
    /// Notes an id; false when the book is full.
    pub(crate) fn add(&mut self, id: &str, number: u64, offset: u64) -> bool {
        if self.seen.len() >= MAX_ITEMS {
            return false;
        }
        // Two differently begun hashes: 128 bits, so that ids which differ
        // do not meet by chance. Equal ids always meet.
        let hash = [1, 2].map(|seed: u8| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u8(seed);
            hasher.write(id.as_bytes());
            hasher.finish()
        });
        self.seen.push(Seen {
            hash,
            offset,
            number: u32::try_from(number).unwrap_or(u32::MAX),
        });
        true
    }

    /// Every record whose id an earlier one has, each with the first of its kind, in the order
    /// of the file. Found in place: a million equal ids take no more room than others.
    pub(crate) fn duplicates(mut self) -> impl Iterator<Item = Duplicate> {
        self.seen.sort_unstable();
        let mut first: Option<Seen> = None;
        self.seen.retain_mut(|seen| match first {
            Some(first) if first.hash == seen.hash => {
                seen.hash[0] = u64::from(first.number);
                true
            }
            _ => {
                first = Some(*seen);
                false
            }
        });
        self.seen.sort_unstable_by_key(|seen| seen.offset);
        self.seen.into_iter().map(|seen| Duplicate {
            first: seen.hash[0],
            second: u64::from(seen.number),
            offset: seen.offset,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_repetition_with_its_first() {
        let mut book = IdBook::default();
        for (number, id) in ["a", "b", "a", "c", "a"].into_iter().enumerate() {
            assert!(book.add(id, number as u64 + 1, number as u64 * 10));
        }
        let found: Vec<(u64, u64)> = book.duplicates().map(|d| (d.first, d.second)).collect();
        assert_eq!(found, [(1, 3), (1, 5)]);
    }
}
