//! From an offset in a piece of text to a place in the file.

use crate::finding::Place;

/// Where a piece of text stands: the base that offsets in it are added to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    /// The archive entry, if the text is in one.
    pub(crate) entry: Option<&'static str>,
    /// Offset of its first byte in the file.
    pub(crate) offset: u64,
    /// Line of its first byte, from 1.
    pub(crate) line: u64,
    /// Characters before it on that line.
    pub(crate) column: u64,
}

impl Spot {
    /// The place of byte `at` of `text`, which begins at this spot.
    pub(crate) fn place(&self, text: &[u8], at: usize) -> Place {
        let before = &text[..at.min(text.len())];
        let (line, column) = match memchr::memrchr(b'\n', before) {
            None => (self.line, self.column + chars(before)),
            Some(last) => (
                self.line + memchr::memchr_iter(b'\n', before).count() as u64,
                chars(&before[last + 1..]),
            ),
        };
        Place {
            entry: self.entry.map(str::to_owned),
            line: Some(line),
            column: Some(column + 1),
            offset: Some(self.offset + at as u64),
            pointer: None,
        }
    }

    /// The place of the piece as a whole.
    pub(crate) fn start(&self) -> Place {
        self.place(&[], 0)
    }
}

/// Characters in UTF-8: bytes that do not continue one.
pub(crate) fn chars(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_count_line_feeds() {
        let spot = Spot {
            entry: None,
            offset: 100,
            line: 7,
            column: 3,
        };
        let text = "aü\nbc".as_bytes();
        let place = spot.place(text, 3);
        assert_eq!(
            (place.line, place.column, place.offset),
            (Some(7), Some(6), Some(103))
        );
        let place = spot.place(text, 5);
        assert_eq!(
            (place.line, place.column, place.offset),
            (Some(8), Some(2), Some(105))
        );
    }
}
