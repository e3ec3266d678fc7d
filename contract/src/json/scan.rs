//! The inner loops: where does a string's plain run end, and is there anything in a text that
//! makes looking for control characters worth while?

/// The number of leading bytes of `text` that are ordinary string content: neither a quote,
/// nor a backslash, nor (unless the caller knows that there is none) a control character.
pub(super) fn plain_run(text: &[u8], has_control: bool) -> usize {
    let end = run_to_delimiter(text);
    if !has_control {
        return end;
    }
    let run = text.get(..end).unwrap_or_default();
    run.iter().position(|&byte| byte < 0x20).unwrap_or(end)
}

#[cfg(feature = "fast")]
fn run_to_delimiter(text: &[u8]) -> usize {
    memchr::memchr2(b'"', b'\\', text).unwrap_or(text.len())
}

#[cfg(not(feature = "fast"))]
fn run_to_delimiter(text: &[u8]) -> usize {
    let is_delimiter = |byte: &u8| matches!(byte, b'"' | b'\\');
    text.iter().position(is_delimiter).unwrap_or(text.len())
}

/// The text as UTF-8, or the offset of the first byte that is none.
pub(super) fn utf8(text: &[u8]) -> Result<&str, usize> {
    #[cfg(feature = "fast")]
    return simdutf8::compat::from_utf8(text).map_err(|error| error.valid_up_to());
    #[cfg(not(feature = "fast"))]
    return core::str::from_utf8(text).map_err(|error| error.valid_up_to());
}

/// Makes room for `run` more bytes of a string, of which at most `rest` are to come: doubling a
/// long one could take twice its length.
#[inline]
pub(super) fn make_room(text: &mut String, run: usize, rest: usize) {
    #[cfg(feature = "fast")]
    if text.capacity() - text.len() < run {
        text.reserve_exact(text.capacity().clamp(run, rest));
    }
    #[cfg(not(feature = "fast"))]
    let _ = (text, run, rest);
}

/// Whether a control character stands anywhere in `text`; a compact text holds none.
/// Without an early end, so that it compiles to vector instructions.
pub(super) fn has_control(text: &[u8]) -> bool {
    text.iter()
        .fold(0, |found, &byte| found | u8::from(byte < 0x20))
        != 0
}

#[cfg(test)]
mod tests {
    use super::{has_control, plain_run};

    #[test]
    fn stops_at_the_first_special_byte_wherever_it_stands() {
        for length in 0..100 {
            for at in 0..length {
                for special in [b'"', b'\\', 0, 0x1F] {
                    let mut text = vec![b'x'; length];
                    text[at] = special;
                    let control = has_control(&text);
                    assert_eq!(control, special < 0x20);
                    assert_eq!(plain_run(&text, control), at);
                    assert_eq!(plain_run(&text, true), at);
                }
            }
            assert_eq!(plain_run(&vec![0x20; length], false), length);
            assert_eq!(plain_run(&vec![0xFF; length], false), length);
        }
    }
}
