//! One line of `allowed_domains`: a host, or all hosts under a name, with an
//! optional port.

use std::fmt;

use url::Host;

use super::special::{is_or_is_under, why_shared, why_special};
use super::target::Target;

/// Ports that need not be written.
const USUAL_PORTS: [u16; 2] = [80, 443];

/// A checked, normalised rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    name: String,
    /// `*.name`: hosts under the name, not the name itself.
    under: bool,
    port: Option<u16>,
}

impl Rule {
    /// Reads a rule as the operator wrote it, or says why it is refused.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let refuse = |why: &str| Err(why.to_owned());
        if text.contains("://") || text.contains('/') {
            return refuse("it is a URL; write the host name only");
        }
        if text.contains(['%', '@', '\\'])
            || text.chars().any(|c| c.is_whitespace() || c.is_control())
        {
            return refuse("it has a character no host name has");
        }
        if text.starts_with('.') {
            return refuse("it begins with a dot; write *.NAME for all hosts under a name");
        }
        if text.starts_with('[') || text.matches(':').count() > 1 {
            return refuse("it is an IP address; only names are allowed");
        }
        let (under, text) = match text.strip_prefix("*.") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if text.contains('*') {
            return refuse("a star stands only at the beginning, as in *.example.org");
        }
        let (host, port) = match text.split_once(':') {
            None => (text, None),
            Some((host, port)) => match port.parse() {
                Ok(port) if port > 0 => (host, Some(port)),
                _ => return refuse("its port is not a number from 1 to 65535"),
            },
        };
        let name = match Host::parse(host) {
            Ok(Host::Domain(name)) => name,
            Ok(_) => return refuse("it is an IP address; only names are allowed"),
            Err(error) => return Err(format!("it is not a host name ({error})")),
        };
        let name = name.strip_suffix('.').unwrap_or(&name).to_owned();
        if name.len() > 253
            || name
                .split('.')
                .any(|label| label.is_empty() || label.len() > 63)
        {
            return refuse("it has an empty or too long label");
        }
        match why_special(&name).or_else(|| why_shared(&name)) {
            Some(why) => refuse(why),
            None => Ok(Self { name, under, port }),
        }
    }

    /// Whether a request to this target is within the rule.
    pub(crate) fn allows(&self, target: &Target) -> bool {
        let Some(name) = target.name() else {
            return false;
        };
        let host = if self.under {
            name != self.name && is_or_is_under(name, &self.name)
        } else {
            name == self.name
        };
        let port = match self.port {
            Some(port) => target.port() == port,
            None => USUAL_PORTS.contains(&target.port()),
        };
        host && port
    }

    /// The name to resolve when the rule is checked; a star has none.
    pub(crate) fn single_host(&self) -> Option<&str> {
        (!self.under).then_some(self.name.as_str())
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.under {
            f.write_str("*.")?;
        }
        f.write_str(&self.name)?;
        match self.port {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Rule, Target};

    fn allows(rule: &str, target: &str) -> bool {
        Rule::parse(rule)
            .unwrap()
            .allows(&Target::parse(target).unwrap())
    }

    #[test]
    fn one_spelling_for_all() {
        for (written, normal) in [
            ("Example.ORG", "example.org"),
            ("example.org.", "example.org"),
            ("bücher.example.org", "xn--bcher-kva.example.org"),
            ("*.example.org", "*.example.org"),
            ("example.org:8443", "example.org:8443"),
            ("ｅｘａｍｐｌｅ.org", "example.org"),
            ("foo.github.io", "foo.github.io"),
        ] {
            assert_eq!(Rule::parse(written).unwrap().to_string(), normal);
        }
    }

    #[test]
    fn refused_with_a_reason() {
        for (bad, word) in [
            ("https://example.org", "URL"),
            ("example.org/path", "URL"),
            ("a b.org", "character"),
            ("user@example.org", "character"),
            ("ex%61mple.org", "character"),
            (".example.org", "dot"),
            ("*", "star"),
            ("*example.org", "star"),
            ("a.*.org", "star"),
            ("example.org:0", "port"),
            ("example.org:99999", "port"),
            ("example.org:https", "port"),
            ("127.0.0.1", "IP address"),
            ("127.1", "IP address"),
            ("0x7f.1", "IP address"),
            ("2130706433", "IP address"),
            ("017700000001", "IP address"),
            ("127.0.0.1.", "IP address"),
            ("１２７.0.0.1", "IP address"),
            ("[::1]", "IP address"),
            ("::1", "IP address"),
            ("1.2.3.4.5", "host name"),
            ("localhost", "local"),
            ("app.localhost", "local"),
            ("LOCALHOST.", "local"),
            ("printer.local", "local"),
            ("db.internal", "local"),
            ("x.home.arpa", "local"),
            ("x.test", "local"),
            ("x.invalid", "local"),
            ("intra", "one label"),
            ("127.0.0.1.nip.io", "any address"),
            ("*.sslip.io", "any address"),
            ("localtest.me", "any address"),
            ("com", "one label"),
            ("co.uk", "public suffix"),
            ("*.github.io", "public suffix"),
            ("a..org", "label"),
            ("", "host name"),
        ] {
            let why = Rule::parse(bad).expect_err(bad);
            assert!(why.contains(word), "{bad}: {why}");
        }
    }

    #[test]
    fn matching_is_by_whole_labels_and_port() {
        assert!(allows("example.org", "EXAMPLE.org.:443"));
        assert!(allows("example.org", "example.org:80"));
        assert!(!allows("example.org", "example.org:22"));
        assert!(!allows("example.org", "a.example.org:443"));
        assert!(!allows("example.org", "notexample.org:443"));
        assert!(!allows("example.org", "example.org.evil.net:443"));
        assert!(allows("*.example.org", "a.b.example.org:443"));
        assert!(!allows("*.example.org", "example.org:443"));
        assert!(!allows("*.example.org", "badexample.org:443"));
        assert!(allows("example.org:8443", "example.org:8443"));
        assert!(!allows("example.org:8443", "example.org:443"));
        assert!(allows(
            "bücher.example.org",
            "xn--bcher-kva.example.org:443"
        ));
        assert!(!allows("example.org", "93.184.216.34:443"));
    }
}
