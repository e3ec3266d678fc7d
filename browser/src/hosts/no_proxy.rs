//! `NO_PROXY` in the browser's own terms. The variable has many dialects; these
//! are the rules here:
//!
//! - entries are separated by commas or spaces; `*` alone means every host;
//! - `name` means that host and all hosts under it, `.name` and `*.name` only
//!   those under it; `name:port` only at that port;
//! - an IPv4 or IPv6 address (brackets or not) means itself, in any spelling;
//! - `address/length` means a block of addresses;
//! - anything else is left out with a warning, as are rules in `<…>`: the
//!   browser's rule that takes loopback away from the direct way stays unused.

use std::net::{IpAddr, Ipv6Addr};

use ipnet::IpNet;
use url::Host;

/// Rules for `--proxy-bypass-list`, and what was left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bypass {
    pub(crate) rules: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

impl Bypass {
    /// Translates the variable's value.
    pub(crate) fn parse(text: &str) -> Self {
        let mut bypass = Self::default();
        for entry in text
            .split([',', ' ', '\t'])
            .filter(|entry| !entry.is_empty())
        {
            match rules(entry) {
                Some(rules) => bypass.rules.extend(rules),
                None => bypass.warnings.push(format!(
                    "NO_PROXY entry {entry:?} is not understood and has no effect"
                )),
            }
        }
        bypass
    }

    /// The switch's value.
    pub(crate) fn list(&self) -> String {
        self.rules.join(";")
    }
}

fn rules(entry: &str) -> Option<Vec<String>> {
    if entry == "*" {
        return Some(vec!["*".to_owned()]);
    }
    if let Ok(block) = entry.parse::<IpNet>() {
        return Some(vec![block.trunc().to_string()]);
    }
    if let Ok(address) = entry.parse::<Ipv6Addr>() {
        return Some(vec![format!("[{address}]")]);
    }
    let (host, port) = match entry.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port.parse::<u16>().ok()?)),
        _ => (entry, None),
    };
    let with_port = |host: String| match port {
        Some(port) => format!("{host}:{port}"),
        None => host,
    };
    let (only_under, host) = match host.strip_prefix("*.").or_else(|| host.strip_prefix('.')) {
        Some(rest) => (true, rest),
        None => (false, host),
    };
    if host.contains(['*', '%', '<', '@', '/']) {
        return None;
    }
    match Host::parse(host).ok()? {
        Host::Domain(name) => {
            let name = name.strip_suffix('.').unwrap_or(&name);
            let under = with_port(format!("*.{name}"));
            Some(if only_under {
                vec![under]
            } else {
                vec![with_port(name.to_owned()), under]
            })
        }
        _ if only_under => None,
        Host::Ipv4(address) => Some(vec![with_port(IpAddr::V4(address).to_string())]),
        Host::Ipv6(address) => Some(vec![with_port(format!("[{address}]"))]),
    }
}

#[cfg(test)]
mod tests {
    use super::Bypass;

    #[test]
    fn dialects() {
        for (given, rules) in [
            ("", ""),
            ("*", "*"),
            ("localhost,127.0.0.1", "localhost;*.localhost;127.0.0.1"),
            ("Example.ORG.", "example.org;*.example.org"),
            (".example.org", "*.example.org"),
            ("*.example.org", "*.example.org"),
            ("a.org:8080", "a.org:8080;*.a.org:8080"),
            ("10.0.0.0/8 fd00::/8", "10.0.0.0/8;fd00::/8"),
            ("10.1.2.3/8", "10.0.0.0/8"),
            ("::1,[::1],0:0:0:0:0:0:0:1", "[::1];[::1];[::1]"),
            ("[::1]:80", "[::1]:80"),
            ("0x7f.1", "127.0.0.1"),
            ("bücher.org", "xn--bcher-kva.org;*.xn--bcher-kva.org"),
        ] {
            let bypass = Bypass::parse(given);
            assert_eq!(bypass.list(), rules, "{given}");
            assert!(bypass.warnings.is_empty(), "{given}");
        }
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for odd in [
            "<-loopback>",
            "<local>",
            "fe80::1%eth0",
            "a*b.org",
            "a.org:x",
            "1.2.3.4/99",
            "http://a.org",
        ] {
            let bypass = Bypass::parse(odd);
            assert!(bypass.rules.is_empty(), "{odd}: {:?}", bypass.rules);
            assert_eq!(bypass.warnings.len(), 1, "{odd}");
        }
    }
}
