//! Bounds how many values a text may make the parser keep. A text of 8 MiB
//! can hold millions of values; a real record has some dozens.

/// Texts up to this length cannot hold enough values to matter.
const SMALL: usize = 128 << 10;
/// Values that a document or record may have.
pub(crate) const MAX_VALUES: usize = 50_000;

/// Whether `text` has more values than are read.
pub(crate) fn is_excessive(text: &[u8]) -> bool {
    text.len() > SMALL && count(text) > MAX_VALUES
}

/// Commas and opening brackets outside strings, up to just over the limit.
fn count(text: &[u8]) -> usize {
    let mut found = 0;
    let mut rest = text;
    loop {
        let end = memchr::memchr(b'"', rest).unwrap_or(rest.len());
        found += rest[..end]
            .iter()
            .filter(|&&b| matches!(b, b',' | b'[' | b'{'))
            .count();
        if found > MAX_VALUES || end == rest.len() {
            return found;
        }
        rest = &rest[end + 1..];
        // Skip the string.
        loop {
            let Some(at) = memchr::memchr2(b'"', b'\\', rest) else {
                return found;
            };
            let escaped = rest[at] == b'\\';
            rest = rest
                .get(at + 1 + usize::from(escaped)..)
                .unwrap_or_default();
            if !escaped {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_outside_strings_only() {
        assert_eq!(count(br#"{"a":"1,2,3","b":[1,2]}"#), 4);
        assert_eq!(count(br#"{"a\"":"\\","b":0}"#), 2);
        let commas = format!("{{\"a\":\"{}\"}}", ",".repeat(1 << 20));
        assert!(!is_excessive(commas.as_bytes()));
        assert!(is_excessive("[0,".repeat(1 << 18).as_bytes()));
    }
}
