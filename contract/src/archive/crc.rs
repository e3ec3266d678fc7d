//! CRC-32 as ZIP uses it (ISO-HDLC), eight bytes a step, with tables made at first use: as
//! constants they would be 8 KB of the bookmarklet that do not compress.

use std::sync::OnceLock;

const POLYNOMIAL: u32 = 0xEDB8_8320;

type Tables = [[u32; 256]; 8];

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Box<Tables>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = Box::new([[0_u32; 256]; 8]);
        for byte in 0..256 {
            let mut crc = u32::try_from(byte).unwrap_or(0);
            for _ in 0..8 {
                crc = (crc >> 1) ^ (POLYNOMIAL & (crc & 1).wrapping_neg());
            }
            tables[0][byte] = crc;
        }
        for byte in 0..256 {
            for slice in 1..8 {
                let before = tables[slice - 1][byte];
                tables[slice][byte] = (before >> 8) ^ tables[0][(before & 0xFF) as usize];
            }
        }
        tables
    })
}

/// The checksum and length of bytes that came in pieces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Crc32 {
    value: u32,
    len: u64,
}

impl Crc32 {
    /// The checksum of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The checksum of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut crc = Self::new();
        crc.update(bytes);
        crc
    }

    /// Takes in the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        let tables = tables();
        let mut crc = !self.value;
        let (blocks, rest) = bytes.as_chunks::<8>();
        for block in blocks {
            let [low, high] = [0, 4].map(|at| {
                u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]])
            });
            let low = low ^ crc;
            crc = tables[7][(low & 0xFF) as usize]
                ^ tables[6][((low >> 8) & 0xFF) as usize]
                ^ tables[5][((low >> 16) & 0xFF) as usize]
                ^ tables[4][(low >> 24) as usize]
                ^ tables[3][(high & 0xFF) as usize]
                ^ tables[2][((high >> 8) & 0xFF) as usize]
                ^ tables[1][((high >> 16) & 0xFF) as usize]
                ^ tables[0][(high >> 24) as usize];
        }
        for &byte in rest {
            crc = (crc >> 8) ^ tables[0][((crc ^ u32::from(byte)) & 0xFF) as usize];
        }
        self.value = !crc;
        self.len += bytes.len() as u64;
    }

    /// The checksum of these bytes followed by `next`'s, without looking at either again.
    ///
    /// Appending n bytes multiplies the first checksum by x^(8n) modulo the polynomial.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        let mut shift = 1 << 23; // x^8, bits reflected
        let mut power = 1 << 31; // x^0
        let mut bytes = next.len;
        while bytes > 0 {
            if bytes & 1 == 1 {
                power = multiply(power, shift);
            }
            shift = multiply(shift, shift);
            bytes >>= 1;
        }
        Self {
            value: multiply(self.value, power) ^ next.value,
            len: self.len + next.len,
        }
    }

    /// The checksum.
    #[must_use]
    pub fn value(self) -> u32 {
        self.value
    }

    /// How many bytes it covers.
    #[must_use]
    pub fn len(self) -> u64 {
        self.len
    }

    /// Whether it covers nothing.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// The product of two polynomials modulo the CRC's, bits reflected: bit 31 is x^0.
fn multiply(a: u32, mut b: u32) -> u32 {
    let mut product = 0;
    for bit in (0..32).rev() {
        if (a >> bit) & 1 == 1 {
            product ^= b;
        }
        b = (b >> 1) ^ (POLYNOMIAL & (b & 1).wrapping_neg());
    }
    product
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn agrees_with_the_check_value_of_the_standard() {
        assert_eq!(Crc32::of(b"123456789").value(), 0xCBF4_3926);
    }

    proptest! {
        #[test]
        fn agrees_with_another_implementation_in_any_pieces(
            bytes in proptest::collection::vec(any::<u8>(), 0..400),
            cut in 0_usize..400,
        ) {
            let (head, tail) = bytes.split_at(cut.min(bytes.len()));
            let mut pieces = Crc32::of(head);
            pieces.update(tail);
            prop_assert_eq!(pieces.value(), crc32fast::hash(&bytes));
            prop_assert_eq!(Crc32::of(head).then(Crc32::of(tail)), pieces);
        }
    }
}
