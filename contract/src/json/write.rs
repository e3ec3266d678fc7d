//! Writing JSON the way `JSON.stringify` does: compact, members in the order given.

use std::string::String;

/// Appends `text` as a JSON string, escaped exactly as ECMAScript's `JSON.stringify` escapes
/// a well-formed string (ECMA-262, `QuoteJSONString`).
#[inline(never)]
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
        out.push_str(text.get(plain..at).unwrap_or_default());
        plain = at + 1;
        out.push('\\');
        out.push(short);
        if short == 'u' {
            out.push_str("00");
            for digit in [byte >> 4, byte & 15] {
                let letter = if digit < 10 { b'0' } else { b'a' - 10 };
                out.push(char::from(letter + digit));
            }
        }
    }
    out.push_str(text.get(plain..).unwrap_or_default());
    out.push('"');
}

fn write_integer(out: &mut String, number: u64) {
    if number > 9 {
        write_integer(out, number / 10);
    }
    out.push(char::from(b'0' + u8::try_from(number % 10).unwrap_or(0)));
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

    #[inline(never)]
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
        self.raw("{");
        fill(self);
        self.out.push('}');
    }

    /// `[ … ]` as the next value.
    pub fn array(&mut self, fill: impl FnOnce(&mut Self)) {
        self.raw("[");
        fill(self);
        self.out.push(']');
    }

    /// The name of the next member.
    #[inline(never)]
    pub fn key(&mut self, name: &str) -> &mut Self {
        self.string(name);
        self.out.push(':');
        self
    }

    /// A string as the next value.
    #[inline(never)]
    pub fn string(&mut self, text: &str) {
        self.comma();
        write_string(&mut self.out, text);
    }

    /// A string or `null` as the next value.
    #[inline(never)]
    pub fn optional(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.string(text),
            None => self.raw("null"),
        }
    }

    /// An integer as the next value.
    #[inline(never)]
    pub fn integer(&mut self, number: u64) {
        self.comma();
        write_integer(&mut self.out, number);
    }

    /// A boolean as the next value.
    pub fn bool(&mut self, value: bool) {
        self.raw(if value { "true" } else { "false" });
    }

    /// A value that is JSON text already.
    #[inline(never)]
    pub fn raw(&mut self, json: &str) {
        self.comma();
        self.out.push_str(json);
    }
}
