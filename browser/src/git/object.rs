//! Object ids and what they stand for. An id is trusted only after its digest
//! was recomputed over the bytes that came with it: pack indexes, commit graphs
//! and loose files are writable by whoever can write the repository.

use std::fmt;

use sha1::{Digest, Sha1};
use sha2::Sha256;

/// A full SHA-1 or SHA-256 object id, lower-case hex.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ObjectId(String);

impl ObjectId {
    /// A full id, or nothing when it is not 40 or 64 lower-case hex digits.
    pub(crate) fn from_hex(hex: &str) -> Option<Self> {
        let digits = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (matches!(hex.len(), 40 | 64) && hex.bytes().all(digits)).then(|| Self(hex.to_owned()))
    }

    /// The id that a tree stores as raw bytes.
    pub(crate) fn from_raw(raw: &[u8]) -> Self {
        Self(hex(raw))
    }

    /// Digits of an id in this object format: 40 or 64.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The id as hex digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether these bytes, as an object of this kind, have this id.
    pub(crate) fn names(&self, kind: Kind, data: &[u8]) -> bool {
        let header = format!("{} {}\0", kind.word(), data.len());
        let digest = if self.len() == 40 {
            hex(&Sha1::new()
                .chain_update(header.as_bytes())
                .chain_update(data)
                .finalize())
        } else {
            hex(&Sha256::new()
                .chain_update(header.as_bytes())
                .chain_update(data)
                .finalize())
        };
        digest == self.0
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

/// The four kinds of objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Commit,
    Tree,
    Blob,
    Tag,
}

impl Kind {
    pub(crate) fn parse(word: &str) -> Option<Self> {
        match word {
            "commit" => Some(Self::Commit),
            "tree" => Some(Self::Tree),
            "blob" => Some(Self::Blob),
            "tag" => Some(Self::Tag),
            _ => None,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Commit => "commit",
            Self::Tree => "tree",
            Self::Blob => "blob",
            Self::Tag => "tag",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, ObjectId};

    #[test]
    fn the_empty_blob_has_its_well_known_ids() {
        for id in [
            "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
            "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
        ] {
            let id = ObjectId::from_hex(id).unwrap();
            assert!(id.names(Kind::Blob, b""));
            assert!(!id.names(Kind::Blob, b"x"));
            assert!(!id.names(Kind::Tree, b""));
        }
    }
}
