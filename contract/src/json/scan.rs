//! The inner loop: how far does a string run before something needs attention?

/// Bytes looked at together; the loop over a block compiles to vector instructions.
const BLOCK: usize = 32;

/// The number of leading bytes of `text` that are ordinary string content: neither a quote,
/// nor a backslash, nor a control character.
pub(super) fn plain_run(text: &[u8]) -> usize {
    let mut done = 0;
    for block in text.chunks_exact(BLOCK) {
        let special = block
            .iter()
            .fold(0, |found, &byte| found | special_bit(byte));
        if special != 0 {
            break;
        }
        done += BLOCK;
    }
    let rest = text.get(done..).unwrap_or_default();
    done + rest
        .iter()
        .position(|&byte| special_bit(byte) != 0)
        .unwrap_or(rest.len())
}

/// 1 for a special byte; without branches, so that a block is folded at once.
#[inline]
fn special_bit(byte: u8) -> u8 {
    u8::from(byte == b'"') | u8::from(byte == b'\\') | u8::from(byte < 0x20)
}

#[cfg(test)]
mod tests {
    use super::plain_run;

    #[test]
    fn stops_at_the_first_special_byte_wherever_it_stands() {
        for length in 0..100 {
            for at in 0..length {
                for special in [b'"', b'\\', 0, 0x1F] {
                    let mut text = vec![b'x'; length];
                    text[at] = special;
                    assert_eq!(plain_run(&text), at);
                }
            }
            assert_eq!(plain_run(&vec![0x20; length]), length);
            assert_eq!(plain_run(&vec![0xFF; length]), length);
        }
    }
}
