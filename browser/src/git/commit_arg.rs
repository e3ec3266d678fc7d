//! The commit argument: hex digits and nothing else. Whatever else git accepts
//! as a revision (options, `HEAD@{0}`, `:path`, branch names) never reaches it.

use crate::Error;

/// 7 to 64 lower-case hex digits: a full hash or the beginning of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommitArg(String);

impl CommitArg {
    /// Checks the form only; whether it names one commit is the repository's answer.
    pub fn parse(given: &str) -> Result<Self, Error> {
        let refuse = |reason: &str| {
            Err(Error::Commit {
                given: given.chars().take(80).collect(),
                reason: reason.to_owned(),
            })
        };
        if given.starts_with('-') {
            return refuse("it looks like an option");
        }
        if given.is_empty() || !given.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return refuse("it is not a hash of hex digits");
        }
        if given.len() < 7 {
            return refuse("fewer than 7 digits name too many objects");
        }
        if given.len() > 64 {
            return refuse("a hash has 40 or 64 digits");
        }
        Ok(Self(given.to_ascii_lowercase()))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::CommitArg;

    #[test]
    fn only_hex_digits_pass() {
        for bad in [
            "",
            "HEAD",
            "HEAD@{0}",
            "main",
            "-p",
            "--output=x",
            "abc123",
            "abcdef1^",
            "abcdef1~1",
            "abcdef1:page.html",
            ":page.html",
            "abcdef1 ",
            "abcdef1\0",
            "abcdef1\n",
            "abcdefg1",
            "@",
            "a..b1234567",
            "ａｂｃｄｅｆ１",
        ] {
            assert!(CommitArg::parse(bad).is_err(), "{bad:?} was accepted");
        }
        assert!(CommitArg::parse(&"a".repeat(65)).is_err());
        assert_eq!(CommitArg::parse("ABCDEF1").unwrap().as_str(), "abcdef1");
        assert!(CommitArg::parse(&"0".repeat(40)).is_ok());
    }
}
