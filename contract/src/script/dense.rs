//! Bytes as printable ASCII, four in five characters, for the scripts that are pasted: base64
//! takes five and a third. A bookmarklet has a coder of its own (`squeeze`).
//!
//! The digits are the 85 characters from `&` to `~` that need no escape in a quoted string or an
//! HTML script element: without `'`, `<`, `\` and the backtick, and
//! without `"`, `#` and `%`, which come before `&`. A group of n bytes at the end takes n + 1
//! digits, as in Ascii85.

/// JavaScript: `d` gives back the bytes. A short last group is filled up with the highest digit.
pub(super) const DECODE: &str = "const d=b=>{const n=b.length*.8|0,v=new DataView(new ArrayBuffer(n+4));b+=\"~~~~\";for(let i=0,j,w,c;i<n;i+=4){for(w=j=0;j<5;j++)c=b.charCodeAt(i*1.25+j),w=w*85+c-38-(c>39)-(c>60)-(c>92)-(c>96);v.setUint32(i,w)}return v.buffer.slice(0,n)}";

/// `bytes` as digits.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 5 / 4 + 1);
    for group in bytes.chunks(4) {
        let mut word = [0; 4];
        word[..group.len()].copy_from_slice(group);
        let mut rest = u32::from_be_bytes(word);
        let mut digits = [' '; 5];
        for digit in digits.iter_mut().rev() {
            *digit = character(rest % 85);
            rest /= 85;
        }
        out.extend(&digits[..=group.len()]);
    }
    out
}

/// The character of a digit: four of the characters from `&` on are left out.
fn character(digit: u32) -> char {
    let mut code = digit + 38;
    for left_out in ['\'', '<', '\\', '`'] {
        code += u32::from(code >= u32::from(left_out));
    }
    char::from_u32(code).unwrap_or('~')
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What [`DECODE`] does.
    pub(in super::super) fn decode(text: &str) -> Vec<u8> {
        let length = text.len() * 4 / 5;
        let mut filled = text.to_owned();
        filled.push_str("~~~~");
        let mut bytes = Vec::new();
        for group in filled.as_bytes().chunks_exact(5).take(length.div_ceil(4)) {
            let word = group.iter().fold(0_u64, |word, &code| {
                let above = |left_out| u64::from(code > left_out);
                word * 85 + u64::from(code) - 38 - above(39) - above(60) - above(92) - above(96)
            });
            bytes.extend(u32::try_from(word).expect("a word").to_be_bytes());
        }
        bytes.truncate(length);
        bytes
    }

    #[test]
    fn every_digit_has_a_character_of_its_own_that_is_safe_everywhere() {
        let all: String = (0..85).map(character).collect();
        assert!(all.is_ascii() && all.starts_with("&()") && all.ends_with('~'));
        assert!(!all.contains(['"', '#', '%', '\'', '<', '\\', '`', ' ']));
        let mut sorted: Vec<char> = all.chars().collect();
        sorted.dedup();
        assert_eq!(sorted.len(), 85);
    }

    proptest! {
        #[test]
        fn any_bytes_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let text = encode(&bytes);
            prop_assert_eq!(text.len(), (bytes.len() * 5).div_ceil(4));
            prop_assert_eq!(decode(&text), bytes);
        }

        #[test]
        fn extreme_bytes_come_back(length in 0_usize..9, byte in prop::sample::select(vec![0_u8, 255])) {
            let bytes = vec![byte; length];
            prop_assert_eq!(decode(&encode(&bytes)), bytes);
        }
    }
}
