//! Text from parts, in one function: the generic `concat` of slices is compiled anew for each
//! number of parts, and `format!` brings machinery of 10 KB.

/// The parts one after the other.
#[inline(never)]
#[must_use]
pub fn text(parts: &[&str]) -> String {
    let mut text = String::new();
    for part in parts {
        text.push_str(part);
    }
    text
}

/// The pieces of `text` between the bytes `by`, which must be ASCII. Not `str::split`, whose
/// search by machine words is 1 KB.
#[inline(never)]
#[must_use]
pub fn split(text: &str, by: u8) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for (at, byte) in text.bytes().chain([by]).enumerate() {
        if byte == by {
            pieces.push(text.get(from..at).unwrap_or_default());
            from = at + 1;
        }
    }
    pieces
}

/// Where `part` begins in `text`. Not `str::find`, whose search in linear time is 3 KB.
#[inline(never)]
#[must_use]
pub fn find(text: &str, part: &str) -> Option<usize> {
    if part.is_empty() {
        return Some(0);
    }
    let mut windows = text.as_bytes().windows(part.len());
    windows.position(|window| window == part.as_bytes())
}

/// `text` with `to` in place of every `from`.
#[inline(never)]
#[must_use]
pub fn replaced(text: &str, from: char, to: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        if character == from {
            out.push_str(to);
        } else {
            out.push(character);
        }
    }
    out
}

/// `character`, `count` times.
#[inline(never)]
#[must_use]
pub fn repeated(character: char, count: usize) -> String {
    let mut out = String::new();
    for _ in 0..count {
        out.push(character);
    }
    out
}

/// Whether `word` is one of the words of `list`, which stand apart by white space.
#[inline(never)]
#[must_use]
pub fn listed(word: &str, list: &str) -> bool {
    list.as_bytes()
        .split(u8::is_ascii_whitespace)
        .any(|one| one == word.as_bytes() && !one.is_empty())
}

/// The number that `text` begins with, as far as it is digits; 0 where it begins with none.
#[inline(never)]
#[must_use]
pub fn leading_number(text: &str) -> u64 {
    let mut number = 0_u64;
    for byte in text.bytes() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
    }
    number
}

/// Appends a byte as two hexadecimal digits.
#[inline(never)]
pub fn push_hex(text: &mut String, byte: u8) {
    for digit in [byte >> 4, byte & 15] {
        text.push(char::from(
            digit + if digit < 10 { b'0' } else { b'a' - 10 },
        ));
    }
}

/// A number in digits.
#[inline(never)]
#[must_use]
pub fn number(number: u64) -> String {
    let mut out = eval752_contract::json::Writer::new();
    out.integer(number);
    out.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_parts_are_found_whole() {
        assert!(listed("li", "ul li"));
        assert!(!listed("l", "ul li") && !listed("", "ul  li") && !listed("", ""));
        assert_eq!(find("abcabd", "abd"), Some(3));
        assert_eq!((find("ab", "abc"), find("ab", "")), (None, Some(0)));
        assert_eq!(replaced("a|b|", '|', "\\|"), "a\\|b\\|");
        assert_eq!(repeated('#', 3), "###");
        assert_eq!((leading_number("700px"), leading_number("x")), (700, 0));
        assert_eq!(text(&["a", "", "b"]) + &number(10), "ab10");
        let mut hex = String::new();
        for byte in [0, 9, 0x1a, 0xff] {
            push_hex(&mut hex, byte);
        }
        assert_eq!(hex, "00091aff");
    }
}
