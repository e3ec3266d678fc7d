//! SHA-256 digests as the documents write them: `sha256:` and 64 hexadecimal digits.

use sha2::{Digest as _, Sha256};

use crate::ids::text_newtype;

text_newtype!(
    /// `sha256:` and 64 lower-case hexadecimal digits.
    Digest,
    |text| text.strip_prefix("sha256:").is_some_and(|hex| {
        hex.len() == 64 && hex.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    })
);

/// Takes length-prefixed fields in, gives a [`Digest`] out.
///
/// Each field is preceded by its length in bytes as a 64-bit big-endian number, so that no two
/// sequences of fields give the same input.
#[derive(Debug, Clone, Default)]
pub struct Digester(Sha256);

impl Digester {
    /// A digester that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in one field.
    pub fn field(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
    }

    /// The digest of all fields.
    #[must_use]
    pub fn finish(self) -> Digest {
        let mut text = String::from("sha256:");
        for byte in self.0.finalize() {
            for digit in [byte >> 4, byte & 15] {
                text.push(char::from(if digit < 10 {
                    b'0' + digit
                } else {
                    b'a' + digit - 10
                }));
            }
        }
        Digest::new(text).unwrap_or_else(|| unreachable!("a digest is written as digests are"))
    }
}
