//! Has the prompt arrived? Compared modulo what pages change in passing: line ends,
//! no-break spaces and one final newline.

/// What the comparison had to forgive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Forgiven {
    /// CRLF or CR became LF.
    pub line_ends: bool,
    /// Spaces became no-break spaces, or the reverse.
    pub spaces: bool,
    /// A final newline came or went.
    pub final_newline: bool,
}

impl Forgiven {
    /// As it is written into the evidence.
    #[must_use]
    pub fn names(self) -> Vec<String> {
        [
            (self.line_ends, "line-ends"),
            (self.spaces, "no-break-space"),
            (self.final_newline, "final-newline"),
        ]
        .into_iter()
        .filter(|(forgiven, _)| *forgiven)
        .map(|(_, name)| name.to_owned())
        .collect()
    }
}

/// Compares what stands in the composer with the prompt.
///
/// `None` where they differ by more than may be forgiven.
#[must_use]
pub fn compare(prompt: &str, found: &str) -> Option<Forgiven> {
    let mut forgiven = Forgiven::default();
    if prompt == found {
        return Some(forgiven);
    }
    let mut prompt = normal(prompt).peekable();
    let mut found = normal(found).peekable();
    loop {
        match (prompt.next(), found.next()) {
            (None, None) => return Some(forgiven),
            (Some(a), Some(b)) if a.character == b.character => {
                forgiven.line_ends |= a.line_end != b.line_end;
                forgiven.spaces |= a.no_break != b.no_break;
            }
            (Some(one), None) if one.character == '\n' && prompt.peek().is_none() => {
                forgiven.final_newline = true;
            }
            (None, Some(one)) if one.character == '\n' && found.peek().is_none() => {
                forgiven.final_newline = true;
            }
            _ => return None,
        }
    }
}

struct Normal {
    character: char,
    /// How a line end was spelt: 0 LF, 1 CR, 2 CRLF.
    line_end: u8,
    no_break: bool,
}

fn normal(text: &str) -> impl Iterator<Item = Normal> {
    let mut characters = text.chars().peekable();
    core::iter::from_fn(move || {
        let character = characters.next()?;
        Some(match character {
            '\r' if characters.next_if_eq(&'\n').is_some() => Normal {
                character: '\n',
                line_end: 2,
                no_break: false,
            },
            '\r' => Normal {
                character: '\n',
                line_end: 1,
                no_break: false,
            },
            '\u{A0}' => Normal {
                character: ' ',
                line_end: 0,
                no_break: true,
            },
            _ => Normal {
                character,
                line_end: 0,
                no_break: false,
            },
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgives_what_pages_change_in_passing_and_says_so() {
        let names = |a, b| compare(a, b).map(|f| f.names().join(","));
        assert_eq!(names("a b\n\nc", "a b\n\nc").as_deref(), Some(""));
        assert_eq!(names("a\r\nb\rc", "a\nb\nc").as_deref(), Some("line-ends"));
        assert_eq!(
            names("a  b", "a \u{A0}b").as_deref(),
            Some("no-break-space")
        );
        assert_eq!(names("a", "a\n").as_deref(), Some("final-newline"));
        assert_eq!(names("a\n", "a").as_deref(), Some("final-newline"));
        assert_eq!(names("a\r\n", "a").as_deref(), Some("final-newline"));
        for (prompt, found) in [
            ("a\n\n", "a"),
            ("a", "aa"),
            ("ab", "a"),
            (" a", "a"),
            ("a\n\nb", "a\nb"),
            ("e\u{301}", "\u{E9}"),
            ("a\u{2028}b", "a\nb"),
        ] {
            assert_eq!(compare(prompt, found), None, "{prompt:?} {found:?}");
        }
    }
}
