//! Where a request wants to go, as its authority says: a name or an address,
//! and a port, in one spelling.

use std::fmt;

use url::Host;

/// A host and a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    host: Host<String>,
    port: u16,
}

impl Target {
    /// Reads `host:port`; IPv6 addresses stand in brackets, without a zone.
    pub(crate) fn parse(authority: &str) -> Option<Self> {
        let (host, port) = authority.rsplit_once(':')?;
        Self::from_parts(host, port.parse().ok()?)
    }

    /// A host as a URL has it (IPv6 in brackets) and a port.
    pub(crate) fn from_parts(host: &str, port: u16) -> Option<Self> {
        if port == 0 || host.contains(['%', '@', '/', '\\']) {
            return None;
        }
        let host = match Host::parse(host).ok()? {
            Host::Domain(name) => {
                let name = name.strip_suffix('.').unwrap_or(&name);
                (!name.is_empty()).then(|| Host::Domain(name.to_owned()))?
            }
            address => address,
        };
        Some(Self { host, port })
    }

    /// The name, unless it is an address.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.host {
            Host::Domain(name) => Some(name),
            _ => None,
        }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }
}

/// `host:port`, with brackets around IPv6.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn one_spelling_and_nothing_odd() {
        for (given, normal) in [
            ("Example.org.:443", "example.org:443"),
            ("[2001:DB8:0::1]:80", "[2001:db8::1]:80"),
            ("0x7f.1:80", "127.0.0.1:80"),
            ("localhost:3000", "localhost:3000"),
        ] {
            assert_eq!(Target::parse(given).unwrap().to_string(), normal);
        }
        for bad in [
            "",
            "example.org",
            ":443",
            "example.org:",
            "example.org:0",
            "example.org:70000",
            "a@b.org:443",
            "[fe80::1%eth0]:80",
            "fe80::1:80:zz",
            "exa mple.org:443",
            "%61.org:80",
            ".:80",
        ] {
            assert!(Target::parse(bad).is_none(), "{bad}");
        }
    }
}
