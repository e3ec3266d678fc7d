//! Cuts the payload's outer object into its members, and `results` into its
//! elements. Only this frame is read here, strictly; the pieces are parsed
//! by the contract's parser.

use eval752_contract::json::{self, Value};

use super::scan::ValueScan;
use crate::append::append;
use crate::doc::Spot;
use crate::finding::Code;
use crate::finding::codes::json as codes;

/// Names and values of unknown members are kept up to this length.
const SHORT: usize = 4096;
/// A manifest has some 120 bytes.
const MANIFEST: usize = 64 << 10;

/// A value cut out of the text.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a [u8],
    pub(super) spot: Spot,
    /// It was longer than the limit; how much was read.
    pub(super) too_long: Option<u64>,
}

#[derive(Debug)]
pub(super) enum Event<'a> {
    Member(&'a str, Spot),
    Value(&'a str, Piece<'a>),
    /// An element of `results`, counted from 1.
    Element(u64, Piece<'a>),
    /// The frame is broken here; nothing behind it is read.
    Fault {
        spot: Spot,
        code: Code,
        message: String,
        hint: Option<&'static str>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    Start,
    NameOrEnd,
    Name,
    InName,
    Colon,
    Value,
    InValue,
    CommaOrEnd,
    ElementOrEnd,
    Element,
    InElement,
    CommaOrBracket,
    End,
    Broken,
}

#[derive(Debug)]
pub(super) struct Splitter {
    at: At,
    here: Spot,
    max_piece: usize,
    member: String,
    elements: u64,
    scan: ValueScan,
    piece: Vec<u8>,
    piece_spot: Spot,
    piece_len: u64,
    first_space: Option<Spot>,
}

impl Splitter {
    pub(super) fn new(max_piece: usize) -> Self {
        let here = Spot {
            entry: None,
            offset: 0,
            line: 1,
            column: 0,
        };
        Self {
            at: At::Start,
            here,
            max_piece,
            member: String::new(),
            elements: 0,
            scan: ValueScan::default(),
            piece: Vec::new(),
            piece_spot: here,
            piece_len: 0,
            first_space: None,
        }
    }

    /// Where white space first stands between the parts.
    pub(super) fn first_space(&self) -> Option<Spot> {
        self.first_space
    }

    pub(super) fn feed(&mut self, bytes: &[u8], on: &mut impl FnMut(Event<'_>)) {
        let mut rest = bytes;
        while !rest.is_empty() && self.at != At::Broken {
            let taken = match self.at {
                At::InName | At::InValue | At::InElement => self.inside(rest, on),
                _ => self.between(rest, on),
            };
            rest = &rest[taken..];
        }
    }

    pub(super) fn finish(&mut self, on: &mut impl FnMut(Event<'_>)) {
        if !matches!(self.at, At::End | At::Broken) {
            self.fault(
                on,
                codes::SYNTAX,
                "the file ends in the middle of the payload".into(),
                Some("the download was interrupted: download the file again, or press Save in the page once more"),
            );
        }
    }

    fn fault(
        &mut self,
        on: &mut impl FnMut(Event<'_>),
        code: Code,
        message: String,
        hint: Option<&'static str>,
    ) {
        on(Event::Fault {
            spot: self.here,
            code,
            message,
            hint,
        });
        self.at = At::Broken;
    }

    /// Moves on over bytes that were dealt with.
    fn advance(&mut self, bytes: &[u8]) {
        let place = self.here.place(bytes, bytes.len());
        self.here.offset += bytes.len() as u64;
        self.here.line = place.line.unwrap_or(self.here.line);
        self.here.column = place.column.map_or(0, |column| column - 1);
    }

    /// One byte of the frame, or the first of a piece.
    fn between(&mut self, rest: &[u8], on: &mut impl FnMut(Event<'_>)) -> usize {
        let byte = rest[0];
        if byte.is_ascii_whitespace() && byte != b'\x0c' {
            if self.first_space.is_none() {
                self.first_space = Some(self.here);
            }
            self.advance(&rest[..1]);
            return 1;
        }
        let next = match (self.at, byte) {
            (At::Start, b'{') => At::NameOrEnd,
            (At::Start, 0xef) => {
                self.fault(
                    on,
                    codes::BOM,
                    "the text begins with a byte order mark".into(),
                    None,
                );
                return 0;
            }
            (At::Start, b'[') => {
                let hint = "the payload is one object with manifest, browser_harness and results";
                self.fault(
                    on,
                    crate::finding::codes::schema::TYPE,
                    "must be an object, found an array".into(),
                    Some(hint),
                );
                return 0;
            }
            (At::NameOrEnd | At::Name, b'"') => return self.begin(At::InName),
            (At::NameOrEnd | At::CommaOrEnd, b'}') => At::End,
            (At::Colon, b':') => At::Value,
            (At::Value, b'[') if self.member == "results" => At::ElementOrEnd,
            (At::ElementOrEnd | At::CommaOrBracket, b']') => At::CommaOrEnd,
            (At::Value, b) if begins_value(b) => return self.begin(At::InValue),
            (At::ElementOrEnd | At::Element, b) if begins_value(b) => {
                return self.begin(At::InElement);
            }
            (At::CommaOrEnd, b',') => At::Name,
            (At::CommaOrBracket, b',') => At::Element,
            _ => {
                let message = format!("expected {}", self.expected());
                let hint = (self.at == At::End).then_some(
                    "one payload is one object; if this is results.jsonl by itself, check the archive it came from",
                );
                self.fault(on, codes::SYNTAX, message, hint);
                return 0;
            }
        };
        self.at = next;
        self.advance(&rest[..1]);
        1
    }

    fn begin(&mut self, at: At) -> usize {
        self.at = at;
        self.scan = ValueScan::default();
        self.piece.clear();
        self.piece_len = 0;
        self.piece_spot = self.here;
        0
    }

    /// The next bytes of a name, a value or an element.
    fn inside(&mut self, rest: &[u8], on: &mut impl FnMut(Event<'_>)) -> usize {
        let (taken, done) = self.scan.read(rest);
        let part = &rest[..taken];
        self.piece_len += taken as u64;
        let limit = self.limit();
        if self.piece_len > limit as u64 {
            self.piece = Vec::new();
        } else if !(done && self.piece.is_empty()) {
            append(&mut self.piece, part, limit);
        }
        self.advance(part);
        if done {
            let kept = std::mem::take(&mut self.piece);
            let too_long = (self.piece_len > limit as u64).then_some(self.piece_len);
            // A piece that lies whole in this feed is not copied.
            let text = match too_long {
                Some(_) => &[],
                None if kept.is_empty() => part,
                None => kept.as_slice(),
            };
            self.emit(text, too_long, on);
            if kept.capacity() <= 1 << 20 {
                self.piece = kept;
            }
        }
        taken
    }

    fn limit(&self) -> usize {
        match (self.at, self.member.as_str()) {
            (At::InElement, _) | (At::InValue, "browser_harness") => self.max_piece,
            (At::InValue, "manifest") => MANIFEST,
            _ => SHORT,
        }
    }

    fn emit(&mut self, text: &[u8], too_long: Option<u64>, on: &mut impl FnMut(Event<'_>)) {
        let piece = Piece {
            text,
            spot: self.piece_spot,
            too_long,
        };
        match self.at {
            At::InElement => {
                self.elements += 1;
                self.at = At::CommaOrBracket;
                on(Event::Element(self.elements, piece));
            }
            At::InValue => {
                self.at = At::CommaOrEnd;
                on(Event::Value(&self.member, piece));
            }
            _ => {
                self.at = At::Colon;
                match json::parse(text) {
                    Ok(node) if too_long.is_none() => {
                        if let Value::String(name) = node.value {
                            self.member = name.into_owned();
                        }
                        on(Event::Member(&self.member, self.piece_spot));
                    }
                    Ok(_) => {
                        self.member = String::new();
                        on(Event::Member("", self.piece_spot));
                    }
                    Err(_) if too_long.is_some() => {
                        self.member = String::new();
                        on(Event::Member("", self.piece_spot));
                    }
                    Err(error) => {
                        let code =
                            crate::finding::codes::find(error.kind.code()).unwrap_or(codes::SYNTAX);
                        self.here = self.piece_spot;
                        self.fault(on, code, error.kind.message().into(), None);
                    }
                }
            }
        }
    }

    fn expected(&self) -> &'static str {
        match self.at {
            At::Start => "an object",
            At::NameOrEnd => "a quoted name or the closing brace",
            At::Name => "a quoted name",
            At::Colon => "a colon",
            At::Value | At::Element => "a value",
            At::CommaOrEnd => "a comma or the closing brace",
            At::ElementOrEnd => "a record or the closing bracket",
            At::CommaOrBracket => "a comma or the closing bracket",
            At::End => "nothing behind the payload",
            At::InName | At::InValue | At::InElement | At::Broken => "something else",
        }
    }
}

/// Whether a byte can begin a value; what it is worth the parser says.
fn begins_value(byte: u8) -> bool {
    !matches!(byte, b',' | b':' | b'}' | b']')
}
