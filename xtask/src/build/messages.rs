//! Blanks out the texts that only a panic of the standard library would have
//! shown. Once panics are traps nobody reads them, but they lie among the data,
//! where nothing can be dropped. Zeros deflate to nothing.

use walrus::Module;

/// Texts of the standard library that stand in its panics and nowhere else,
/// each as it lies in the data.
const TEXTS: &[&[u8]] = &[
    b"assertion failed: self.is_char_boundary(new_len)",
    b"assertion failed: self.peeked.is_none()",
    b" when slicing `",
    b"start byte index ",
    b"end byte index ",
    b" is out of bounds of `",
    b"& is not a char boundary; it is inside ",
    b"slice index starts at ",
    b" but ends at ",
    b" index out of bounds: the len is ",
    b" but the index is ",
    b"range start index ",
    b"range end index ",
    b"\" out of range for slice of length ",
    b"&copy_from_slice: source slice length (",
    b"+) does not match destination slice length (",
    b"removal index (is ",
    b") should be < len (is ",
    b"capacity overflow",
    b"attempt to join into collection with len > usize::MAX",
    b"destination and source slices have different lengths",
    b"Tried to shrink to a larger capacity",
    b"Once instance has previously been poisoned",
    b"one-time initialization may not be performed recursively",
    b"called `Option::unwrap()` on a `None` value",
    b"LazyCell instance has previously been poisoned",
    b"internal error: entered unreachable code",
];

/// Blanks them; answers how many bytes.
pub(crate) fn forget_messages(module: &mut Module) -> usize {
    let ids: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
    ids.into_iter()
        .map(|id| blank(&mut module.data.get_mut(id).value))
        .sum()
}

fn blank(bytes: &mut [u8]) -> usize {
    let mut count = 0;
    for text in TEXTS {
        while let Some(at) = find(bytes, text) {
            bytes[at..at + text.len()].fill(0);
            count += text.len();
        }
    }
    count
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_goes_and_nothing_else() {
        let mut bytes =
            b"Save\0range end index \x03capacity overflow\0capacity overflowStop".to_vec();
        assert_eq!(blank(&mut bytes), 16 + 17 + 17);
        assert!(bytes.starts_with(b"Save\0\0") && bytes.ends_with(b"\0Stop"));
        assert!(bytes.contains(&3));
    }
}
