//! Finds where one JSON value ends, without judging it: brackets, strings
//! and escapes are followed, everything else is left to the parser.

/// Follows one value through pieces of text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ValueScan {
    depth: u64,
    in_string: bool,
    escaped: bool,
}

impl ValueScan {
    /// Reads on; gives how many bytes belong to the value, and whether it is
    /// complete. The first byte of a value must not be white space.
    pub(super) fn read(&mut self, bytes: &[u8]) -> (usize, bool) {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if self.escaped {
                self.escaped = false;
                at += 1;
                continue;
            }
            if self.in_string {
                let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at..]) else {
                    return (bytes.len(), false);
                };
                at += found;
                self.escaped = bytes[at] == b'\\';
                self.in_string = self.escaped;
                at += 1;
                if !self.in_string && self.depth == 0 {
                    return (at, true);
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' if self.depth > 0 => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return (at + 1, true);
                    }
                }
                b'}' | b']' | b',' | b' ' | b'\t' | b'\r' | b'\n' if self.depth == 0 => {
                    return (at, true);
                }
                _ => {}
            }
            at += 1;
        }
        (at, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_end_of_every_kind_of_value() {
        for (text, end) in [
            ("12,", 2),
            ("null}", 4),
            ("\"a\\\"]\",", 6),
            ("{\"a\":[1,\"}\"]} ", 13),
            ("[[],[]],", 7),
        ] {
            assert_eq!(
                ValueScan::default().read(text.as_bytes()),
                (end, true),
                "{text}"
            );
            let mut scan = ValueScan::default();
            let mut total = 0;
            for byte in text.as_bytes().chunks(1) {
                let (n, done) = scan.read(byte);
                total += n;
                if done {
                    break;
                }
            }
            assert_eq!(total, end, "{text} byte by byte");
        }
    }
}
