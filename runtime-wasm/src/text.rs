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

/// A number in digits.
#[inline(never)]
#[must_use]
pub fn number(number: usize) -> String {
    let mut out = eval752_contract::json::Writer::new();
    out.integer(number as u64);
    out.finish()
}
