//! Writing JSON the way `JSON.stringify` does: compact, members in the order given.

use std::string::String;

/// Appends `text` as a JSON string, escaped exactly as ECMAScript's `JSON.stringify` escapes
/// a well-formed string (ECMA-262, `QuoteJSONString`).
pub fn write_string(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let short = match byte {
            b'"' => '"',
            b'\\' => '\\',
            0x08 => 'b',
            0x0C => 'f',
            b'\n' => 'n',
            b'\r' => 'r',
            b'\t' => 't',
            0..0x20 => 'u',
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        plain = at + 1;
        out.push('\\');
        out.push(short);
        if short == 'u' {
            out.push_str("00");
            for digit in [byte >> 4, byte & 15] {
                out.push(char::from(if digit < 10 {
                    b'0' + digit
                } else {
                    b'a' + digit - 10
                }));
            }
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}

/// Writes objects and arrays member by member, minding the commas.
#[derive(Debug, Default)]
pub struct Writer {
    out: String,
}

impl Writer {
    /// An empty writer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The text written so far.
    #[must_use]
    pub fn finish(self) -> String {
        self.out
    }

    fn comma(&mut self) {
        if !matches!(
            self.out.as_bytes().last(),
            None | Some(b'{' | b'[' | b':' | b'\n')
        ) {
            self.out.push(',');
        }
    }

    /// `{ … }` as the next value.
    pub fn object(&mut self, fill: impl FnOnce(&mut Self)) {
        self.comma();
        self.out.push('{');
        fill(self);
        self.out.push('}');
    }

    /// `[ … ]` as the next value.
    pub fn array(&mut self, fill: impl FnOnce(&mut Self)) {
        self.comma();
        self.out.push('[');
        fill(self);
        self.out.push(']');
    }

    /// The name of the next member.
    pub fn key(&mut self, name: &str) -> &mut Self {
        self.comma();
        write_string(&mut self.out, name);
        self.out.push(':');
        self
    }

    /// A string as the next value.
    pub fn string(&mut self, text: &str) {
        self.comma();
        write_string(&mut self.out, text);
    }

    /// A string or `null` as the next value.
    pub fn optional(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.string(text),
            None => self.raw("null"),
        }
    }

    /// An integer as the next value.
    pub fn integer(&mut self, number: u64) {
        self.comma();
        let mut digits = [0; 20];
        let mut at = digits.len();
        let mut rest = number;
        loop {
            at -= 1;
            digits[at] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.out
            .extend(digits[at..].iter().map(|&digit| char::from(digit)));
    }

    /// A boolean as the next value.
    pub fn bool(&mut self, value: bool) {
        self.raw(if value { "true" } else { "false" });
    }

    /// A value that is JSON text already.
    pub fn raw(&mut self, json: &str) {
        self.comma();
        self.out.push_str(json);
    }
}
