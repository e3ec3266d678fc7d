//! The parser: one pass, no recursion deeper than [`MAX_DEPTH`], nothing allocated ahead of
//! the bytes that justify it.

use std::borrow::Cow;

use super::node::{Member, Node, Value};
use super::scan::{has_control, make_room, plain_run, utf8};
use super::syntax::{SyntaxError, SyntaxKind};

/// How deep brackets may be nested. Our deepest document needs five levels.
pub const MAX_DEPTH: usize = 64;

/// Room made for a string with escapes, so that it rarely has to grow.
const UNESCAPED: usize = 4096;

/// Parses one JSON text.
///
/// White space (space, tab, CR, LF) is allowed around tokens; a caller that frames JSON Lines
/// checks line ends itself.
///
/// # Errors
/// The first [`SyntaxError`], with its byte offset.
pub fn parse(text: &[u8]) -> Result<Node<'_>, SyntaxError> {
    if text.starts_with(b"\xEF\xBB\xBF") {
        return Err(SyntaxError {
            at: 0,
            kind: SyntaxKind::ByteOrderMark,
        });
    }
    let text = utf8(text).map_err(|at| SyntaxError {
        at,
        kind: SyntaxKind::InvalidUtf8,
    })?;
    let mut parser = Parser {
        text,
        bytes: text.as_bytes(),
        has_control: has_control(text.as_bytes()),
        at: 0,
    };
    parser.skip_space();
    let node = parser.value(0)?;
    parser.skip_space();
    if parser.at < text.len() {
        return Err(parser.error(SyntaxKind::TrailingData));
    }
    Ok(node)
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// A control character stands somewhere in the text, if only between the tokens.
    has_control: bool,
    at: usize,
}

impl<'a> Parser<'a> {
    fn error(&self, kind: SyntaxKind) -> SyntaxError {
        let kind = if self.at >= self.bytes.len() && kind != SyntaxKind::TrailingData {
            SyntaxKind::UnexpectedEnd
        } else {
            kind
        };
        SyntaxError { at: self.at, kind }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    fn value(&mut self, depth: usize) -> Result<Node<'a>, SyntaxError> {
        let at = self.at;
        let value = match self.peek() {
            Some(b'"') => Value::String(self.string()?),
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.array(depth)?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word("true", Value::Bool(true))?,
            Some(b'f') => self.word("false", Value::Bool(false))?,
            Some(b'n') => self.word("null", Value::Null)?,
            Some(b'N' | b'I' | b'+' | b'.') => return Err(self.error(SyntaxKind::BadNumber)),
            _ => return Err(self.error(SyntaxKind::ExpectedValue)),
        };
        Ok(Node { at, value })
    }

    fn word(&mut self, word: &str, value: Value<'a>) -> Result<Value<'a>, SyntaxError> {
        if self.slice(self.at, self.at + word.len()) != word {
            return Err(self.error(SyntaxKind::ExpectedValue));
        }
        self.at += word.len();
        Ok(value)
    }

    fn enter(&mut self, depth: usize) -> Result<usize, SyntaxError> {
        if depth >= MAX_DEPTH {
            return Err(self.error(SyntaxKind::TooDeep));
        }
        self.at += 1;
        self.skip_space();
        Ok(depth + 1)
    }

    fn array(&mut self, depth: usize) -> Result<Value<'a>, SyntaxError> {
        let depth = self.enter(depth)?;
        let mut nodes = Vec::new();
        if self.eat(b']') {
            return Ok(Value::Array(nodes));
        }
        loop {
            nodes.push(self.value(depth)?);
            self.skip_space();
            if self.eat(b']') {
                return Ok(Value::Array(nodes));
            }
            if !self.eat(b',') {
                return Err(self.error(SyntaxKind::ExpectedCommaOrEnd));
            }
            self.skip_space();
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value<'a>, SyntaxError> {
        let depth = self.enter(depth)?;
        let mut members: Vec<Member<'a>> = Vec::new();
        if self.eat(b'}') {
            return Ok(Value::Object(members));
        }
        members.reserve(8);
        loop {
            let at = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.error(SyntaxKind::ExpectedKey));
            }
            let name = self.string()?;
            self.skip_space();
            if !self.eat(b':') {
                return Err(self.error(SyntaxKind::ExpectedColon));
            }
            self.skip_space();
            let node = self.value(depth)?;
            members.push(Member { at, name, node });
            self.skip_space();
            if self.eat(b'}') {
                break;
            }
            if !self.eat(b',') {
                return Err(self.error(SyntaxKind::ExpectedCommaOrEnd));
            }
            self.skip_space();
        }
        match repeated_name(&members) {
            Some(at) => Err(SyntaxError {
                at,
                kind: SyntaxKind::DuplicateKey,
            }),
            None => Ok(Value::Object(members)),
        }
    }

    fn number(&mut self) -> Result<Value<'a>, SyntaxError> {
        let start = self.at;
        self.eat(b'-');
        if self.eat(b'0') {
            if matches!(self.peek(), Some(b'0'..=b'9' | b'x' | b'X')) {
                return Err(self.error(SyntaxKind::BadNumber));
            }
        } else {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(Value::Number(self.slice(start, self.at)))
    }

    fn digits(&mut self) -> Result<(), SyntaxError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.error(SyntaxKind::BadNumber));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    /// Reads a string; the cursor stands on its opening quote.
    fn string(&mut self) -> Result<Cow<'a, str>, SyntaxError> {
        self.at += 1;
        let start = self.at;
        self.at += self.plain_run();
        if self.peek() == Some(b'"') {
            let text = self.slice(start, self.at);
            self.at += 1;
            return Ok(Cow::Borrowed(text));
        }
        let rest = self.bytes.len() - self.at;
        let mut text = String::with_capacity((self.at - start) + rest.min(UNESCAPED));
        text.push_str(self.slice(start, self.at));
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    // Many short strings must not each keep the room of a long one.
                    text.shrink_to_fit();
                    return Ok(Cow::Owned(text));
                }
                Some(b'\\') => text.push(self.escape()?),
                Some(0..=0x1F) => return Err(self.error(SyntaxKind::ControlCharacter)),
                None => return Err(self.error(SyntaxKind::UnexpectedEnd)),
                Some(_) => {
                    let run = self.plain_run();
                    make_room(&mut text, run, self.bytes.len() - self.at);
                    text.push_str(self.slice(self.at, self.at + run));
                    self.at += run;
                }
            }
        }
    }

    fn plain_run(&self) -> usize {
        plain_run(
            self.bytes.get(self.at..).unwrap_or_default(),
            self.has_control,
        )
    }

    fn escape(&mut self) -> Result<char, SyntaxError> {
        let at = self.at;
        self.at += 1;
        let character = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(at),
            None => return Err(self.error(SyntaxKind::UnexpectedEnd)),
            Some(_) => {
                return Err(SyntaxError {
                    at,
                    kind: SyntaxKind::BadEscape,
                });
            }
        };
        self.at += 1;
        Ok(character)
    }

    fn unicode_escape(&mut self, at: usize) -> Result<char, SyntaxError> {
        let lone = SyntaxError {
            at,
            kind: SyntaxKind::LoneSurrogate,
        };
        let first = self.hex4(at)?;
        if (0xDC00..0xE000).contains(&first) {
            return Err(lone);
        }
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first).ok_or(lone);
        }
        if self.peek() != Some(b'\\') || self.bytes.get(self.at + 1) != Some(&b'u') {
            return Err(lone);
        }
        self.at += 1;
        let second = self.hex4(at)?;
        if !(0xDC00..0xE000).contains(&second) {
            return Err(lone);
        }
        char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)).ok_or(lone)
    }

    /// Reads `uXXXX`; the cursor stands on the `u`.
    fn hex4(&mut self, at: usize) -> Result<u32, SyntaxError> {
        let mut number = 0;
        for _ in 0..4 {
            self.at += 1;
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                let short = self.at >= self.bytes.len();
                let kind = if short {
                    SyntaxKind::UnexpectedEnd
                } else {
                    SyntaxKind::BadEscape
                };
                return Err(SyntaxError { at, kind });
            };
            number = number * 16 + digit;
        }
        self.at += 1;
        Ok(number)
    }
}

/// The offset of the first name that stands a second time.
fn repeated_name(members: &[Member<'_>]) -> Option<usize> {
    // Our documents have at most a dozen members: comparing pairs beats sorting there.
    if members.len() <= 16 {
        return (1..members.len())
            .find(|&i| {
                members[..i]
                    .iter()
                    .any(|earlier| earlier.name == members[i].name)
            })
            .map(|i| members[i].at);
    }
    let mut names: Vec<(&str, usize)> = members.iter().map(|m| (&*m.name, m.at)).collect();
    names.sort_unstable();
    names
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .map(|pair| pair[1].1)
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<SyntaxKind> {
        parse(text.as_bytes()).err().map(|error| error.kind)
    }

    #[test]
    fn refuses_what_two_readers_could_understand_differently() {
        for (text, expected) in [
            (r#"{"a":1,"a":2}"#, SyntaxKind::DuplicateKey),
            (r#"{"ab":1,"\u0061b":2}"#, SyntaxKind::DuplicateKey),
            (r#""\ud800""#, SyntaxKind::LoneSurrogate),
            (r#""\udc00\ud800""#, SyntaxKind::LoneSurrogate),
            (r#""\ud800\n""#, SyntaxKind::LoneSurrogate),
            ("\u{FEFF}{}", SyntaxKind::ByteOrderMark),
            ("NaN", SyntaxKind::BadNumber),
            ("-", SyntaxKind::UnexpectedEnd),
            ("01", SyntaxKind::BadNumber),
            ("0x1", SyntaxKind::BadNumber),
            ("1.", SyntaxKind::UnexpectedEnd),
            ("{} {}", SyntaxKind::TrailingData),
            ("\"a\tb\"", SyntaxKind::ControlCharacter),
            (r#""\x""#, SyntaxKind::BadEscape),
            ("[1,]", SyntaxKind::ExpectedValue),
            ("{\"a\":1,}", SyntaxKind::ExpectedKey),
            ("", SyntaxKind::UnexpectedEnd),
        ] {
            assert_eq!(kind(text), Some(expected), "{text}");
        }
        assert_eq!(
            parse(b"\"\xFF\"").map_err(|e| (e.at, e.kind)),
            Err((1, SyntaxKind::InvalidUtf8))
        );
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = |n: usize| "[".repeat(n) + &"]".repeat(n);
        assert_eq!(kind(&deep(MAX_DEPTH)), None);
        assert_eq!(kind(&deep(MAX_DEPTH + 1)), Some(SyntaxKind::TooDeep));
        assert_eq!(kind(&"[".repeat(100_000)), Some(SyntaxKind::TooDeep));
    }

    #[test]
    fn many_members_are_compared_too() {
        let mut text: Vec<String> = (0..100).map(|i| format!("\"k{i}\":{i}")).collect();
        assert_eq!(kind(&format!("{{{}}}", text.join(","))), None);
        text.push("\"k7\":0".into());
        assert_eq!(
            kind(&format!("{{{}}}", text.join(","))),
            Some(SyntaxKind::DuplicateKey)
        );
    }

    #[test]
    fn integers_are_plain_digits() {
        let integer = |text: &'static str| parse(text.as_bytes()).ok().and_then(|n| n.as_integer());
        assert_eq!(integer("0"), Some(0));
        assert_eq!(integer("9007199254740991"), Some(9_007_199_254_740_991));
        for text in [
            "9007199254740992",
            "-0",
            "-1",
            "1.0",
            "1e3",
            "18446744073709551616",
        ] {
            assert_eq!(integer(text), None, "{text}");
        }
    }
}
