//! The path argument: a plain repo-relative `.html` path, as a tree spells it.

use crate::Error;

/// A checked path: parts without `.`, `..`, backslashes or control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagePath(String);

impl PagePath {
    /// Checks the form; whether the commit has such a file is the tree's answer.
    pub fn parse(given: &str) -> Result<Self, Error> {
        let refuse = |reason: &str| {
            Err(Error::Path {
                given: given.chars().take(200).collect(),
                reason: reason.to_owned(),
            })
        };
        if given.starts_with('-') {
            return refuse("it looks like an option");
        }
        if given.starts_with(':') {
            return refuse("a leading ':' is git's index and pathspec form");
        }
        if given.starts_with('/') {
            return refuse("it is absolute");
        }
        if given.contains('\\') {
            return refuse("it has a backslash");
        }
        if given.chars().any(char::is_control) {
            return refuse("it has a control character");
        }
        if given.len() > 4096 {
            return refuse("it is longer than 4096 bytes");
        }
        if given
            .split('/')
            .any(|part| part.is_empty() || part == "." || part == "..")
        {
            return refuse("it has an empty, '.' or '..' part");
        }
        let name = given.rsplit('/').next().unwrap_or_default();
        // The ending is the contract's, in lower case, as the files have it.
        if name.strip_suffix(".html").is_none_or(str::is_empty) {
            return refuse("it does not end in NAME.html");
        }
        Ok(Self(given.to_owned()))
    }

    /// The path as given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its parts, outermost folder first.
    pub fn parts(&self) -> impl Iterator<Item = &[u8]> {
        self.0.split('/').map(str::as_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::PagePath;

    #[test]
    fn only_plain_html_paths_pass() {
        for bad in [
            "",
            ".html",
            "sub/.html",
            "page.htm",
            "page.html/",
            "page.HTML",
            "/page.html",
            "./page.html",
            "../page.html",
            "sub/../page.html",
            "sub//page.html",
            "sub/./page.html",
            "-page.html",
            "--output=page.html",
            ":page.html",
            ":(top)page.html",
            "sub\\page.html",
            "page.html\0.html",
            "page\n.html",
            "page.html\u{7f}.html",
        ] {
            assert!(PagePath::parse(bad).is_err(), "{bad:?} was accepted");
        }
        for good in [
            "page.html",
            "sub/page.html",
            "a b/ü#?%.html",
            "..a/b...html",
        ] {
            assert!(PagePath::parse(good).is_ok(), "{good:?} was refused");
        }
    }
}
