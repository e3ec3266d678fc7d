//! Extra fields (APPNOTE 4.5): which ones may be there at all.
//! Times and owners change nothing; anything that can replace a name, a
//! size or the data makes readers disagree and is refused.

use super::fields::u16_at;

/// What the extra field of a header amounts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extra {
    /// There is none.
    Empty,
    /// Only times and owners; the first id.
    Harmless(u16),
    /// A ZIP64 field.
    Zip64,
    /// A field of this id is there twice.
    Duplicate(u16),
    /// A field of an id that is not allowed.
    Forbidden(u16),
    /// Does not divide into whole fields.
    Malformed,
}

const ZIP64: u16 = 0x0001;
/// NTFS times, extended timestamp, Info-ZIP Unix (old, old 2, new).
const HARMLESS: [u16; 5] = [0x000a, 0x5455, 0x5855, 0x7855, 0x7875];

/// Judges a whole extra field; the worst thing in it decides.
pub(super) fn judge(extra: &[u8]) -> Extra {
    let mut ids = Vec::new();
    let mut rest = extra;
    while !rest.is_empty() {
        if rest.len() < 4 {
            return Extra::Malformed;
        }
        let len = 4 + usize::from(u16_at(rest, 2));
        let Some(next) = rest.get(len..) else {
            return Extra::Malformed;
        };
        ids.push(u16_at(rest, 0));
        rest = next;
    }
    let Some(&first) = ids.first() else {
        return Extra::Empty;
    };
    ids.sort_unstable();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        return Extra::Duplicate(pair[0]);
    }
    if ids.first() == Some(&ZIP64) {
        return Extra::Zip64;
    }
    match ids.iter().find(|id| !HARMLESS.contains(id)) {
        Some(&id) => Extra::Forbidden(id),
        None => Extra::Harmless(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judges_the_worst_field() {
        assert_eq!(judge(b""), Extra::Empty);
        assert_eq!(judge(b"UT\x01\x00\x03"), Extra::Harmless(0x5455));
        assert_eq!(judge(b"UT\x02\x00\x03"), Extra::Malformed);
        assert_eq!(judge(b"UT\x00\x00\x00"), Extra::Malformed);
        assert_eq!(judge(b"UT\x00\x00UT\x00\x00"), Extra::Duplicate(0x5455));
        assert_eq!(judge(b"UT\x00\x00\x01\x00\x00\x00"), Extra::Zip64);
        assert_eq!(judge(b"up\x00\x00"), Extra::Forbidden(0x7075));
    }
}
