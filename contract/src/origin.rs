//! Web origins in the one spelling that `window.location.origin` gives.

use core::net::{Ipv4Addr, Ipv6Addr};

/// `http://host[:port]` or `https://host[:port]`, spelt as a browser serialises it: lower
/// case, ASCII, no default port, no path, no trailing slash.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin(String);

/// Why a text is no canonical origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OriginError {
    /// It does not begin with `http://` or `https://`.
    Scheme,
    /// The host is missing or no browser writes it this way (upper case, not ASCII, a bad
    /// character, an IP address in an unusual spelling).
    Host,
    /// The port is no number from 1 to 65535, has leading zeros, or is the scheme's own.
    Port,
    /// A path, query, fragment or user name is attached.
    Extra,
}

impl OriginError {
    /// What is wrong, in words that fit after "the origin".
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Self::Scheme => "must begin with http:// or https://",
            Self::Host => "has no host as a browser writes it (lower case, ASCII)",
            Self::Port => {
                "has a port that is no number from 1 to 65535, or is the scheme's default"
            }
            Self::Extra => "must end after host and port: no path, no trailing slash, no user",
        }
    }
}

impl core::fmt::Display for OriginError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the origin ")?;
        f.write_str(self.message())
    }
}

impl core::error::Error for OriginError {}

impl Origin {
    /// Checks that `text` is a canonical origin.
    ///
    /// # Errors
    /// The first rule it breaks.
    pub fn new(text: &str) -> Result<Self, OriginError> {
        let (default_port, rest) = if let Some(rest) = text.strip_prefix("https://") {
            ("443", rest)
        } else if let Some(rest) = text.strip_prefix("http://") {
            ("80", rest)
        } else {
            return Err(OriginError::Scheme);
        };
        if rest.contains(['/', '?', '#', '@', '\\']) {
            return Err(OriginError::Extra);
        }
        let bracket = rest.rfind(']').map_or(0, |at| at + 1);
        let (host, port) = match rest[bracket..].find(':') {
            Some(at) => (&rest[..bracket + at], Some(&rest[bracket + at + 1..])),
            None => (rest, None),
        };
        if let Some(port) = port {
            let plain = port.bytes().all(|b| b.is_ascii_digit()) && !port.starts_with('0');
            if !plain || port == default_port || port.parse::<u16>().is_err() {
                return Err(OriginError::Port);
            }
        }
        if is_canonical_host(host) {
            Ok(Self(text.to_owned()))
        } else {
            Err(OriginError::Host)
        }
    }

    /// The origin from text that was made from an [`Origin`]. The in-page runtime reads its plan
    /// so: the packager checked it, and the check would cost the script 4 KB.
    #[must_use]
    pub fn from_checked(text: String) -> Self {
        Self(text)
    }

    /// The origin as `window.location.origin` gives it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl core::fmt::Display for Origin {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_canonical_host(host: &str) -> bool {
    if let Some(inner) = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')) {
        return inner
            .parse::<Ipv6Addr>()
            .is_ok_and(|ip| canonical_ipv6(ip) == inner);
    }
    let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-._~".contains(&b);
    if host.is_empty() || host.len() > 253 || !host.bytes().all(allowed) {
        return false;
    }
    let name = host.strip_suffix('.').unwrap_or(host);
    if name
        .split('.')
        .any(|label| label.is_empty() || label.len() > 63)
    {
        return false;
    }
    // The URL standard reads a host whose last label is a number as an IPv4 address.
    let last = name.rsplit('.').next().unwrap_or_default();
    let number = last.bytes().all(|b| b.is_ascii_digit())
        || last
            .strip_prefix("0x")
            .is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
    !number || host.parse::<Ipv4Addr>().is_ok()
}

/// RFC 5952 without its dotted form for mapped addresses: browsers write two hexadecimal groups.
fn canonical_ipv6(ip: Ipv6Addr) -> String {
    let groups = ip.segments();
    let (mut best, mut best_len) = (0, 0);
    let mut at = 0;
    while at < 8 {
        let len = groups[at..].iter().take_while(|&&group| group == 0).count();
        if len > best_len {
            (best, best_len) = (at, len);
        }
        at += len.max(1);
    }
    let hex = |part: &[u16]| {
        part.iter()
            .map(|group| format!("{group:x}"))
            .collect::<Vec<_>>()
            .join(":")
    };
    if best_len < 2 {
        return hex(&groups);
    }
    format!(
        "{}::{}",
        hex(&groups[..best]),
        hex(&groups[best + best_len..])
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_spelling_of_a_browser_is_an_origin() {
        for good in [
            "https://chatgpt.com",
            "http://127.0.0.1:7752",
            "http://localhost",
            "https://xn--bcher-kva.example",
            "http://[::1]:3000",
            "https://a.b-c.example:8443",
            "http://[::ffff:7f00:1]",
            "http://example.com.",
            "https://my_host",
        ] {
            assert!(Origin::new(good).is_ok(), "{good}");
        }
        for (bad, why) in [
            ("chatgpt.com", OriginError::Scheme),
            ("HTTPS://chatgpt.com", OriginError::Scheme),
            ("ftp://chatgpt.com", OriginError::Scheme),
            ("null", OriginError::Scheme),
            ("https://", OriginError::Host),
            ("https://ChatGPT.com", OriginError::Host),
            ("https://bücher.example", OriginError::Host),
            ("https://a..b", OriginError::Host),
            ("https://a b", OriginError::Host),
            ("http://127.1", OriginError::Host),
            ("http://0x7f.1", OriginError::Host),
            ("http://256.1.1.1", OriginError::Host),
            ("http://[::0:1]", OriginError::Host),
            ("https://chatgpt.com/", OriginError::Extra),
            ("https://chatgpt.com?x", OriginError::Extra),
            ("https://me@chatgpt.com", OriginError::Extra),
            ("https://chatgpt.com:443", OriginError::Port),
            ("http://chatgpt.com:80", OriginError::Port),
            ("https://chatgpt.com:", OriginError::Port),
            ("https://chatgpt.com:08", OriginError::Port),
            ("https://chatgpt.com:99999", OriginError::Port),
        ] {
            assert_eq!(Origin::new(bad), Err(why), "{bad}");
        }
    }
}
