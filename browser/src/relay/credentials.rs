//! The one upstream proxy, from the environment. User and password are taken
//! apart before they are percent-decoded, each once, and live on only as the
//! value of one header, which no message, log or `Debug` shows.

use std::env;
use std::fmt;

use base64ct::{Base64, Encoding as _};
use url::Host;

use crate::shot::percent_decode;

/// Variables that can name the proxy, the one for https first.
const VARIABLES: [&str; 6] = [
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "all_proxy",
];

/// The proxy that everything goes to.
#[derive(Clone)]
pub(crate) struct Upstream {
    host: Host<String>,
    port: u16,
    authorization: Option<String>,
}

/// Why a variable's value is no usable proxy. No variant carries the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UpstreamError {
    #[error("only http:// proxies are supported, not https:// or socks")]
    Scheme,
    #[error("it names no host")]
    Host,
    #[error("its port is not a number from 1 to 65535")]
    Port,
    #[error("its user name has a colon, which Basic authentication cannot carry")]
    ColonInUser,
    #[error("its user name or password has a control character")]
    Control,
}

impl Upstream {
    /// The proxy the environment names, with the variable's name.
    pub(crate) fn from_environment() -> Result<Option<Self>, (&'static str, UpstreamError)> {
        for name in VARIABLES {
            match env::var(name) {
                Ok(text) if !text.trim().is_empty() => {
                    return Self::parse(text.trim())
                        .map(Some)
                        .map_err(|error| (name, error));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Reads `[http://][user[:password]@]host[:port][/]`. The user info ends at
    /// the last `@`, because passwords with a bare `@`, `#` or `/` are common.
    pub(crate) fn parse(text: &str) -> Result<Self, UpstreamError> {
        let rest = match text.split_once("://") {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => rest,
            Some(_) => return Err(UpstreamError::Scheme),
            None => text,
        };
        let (user_info, place) = match rest.rsplit_once('@') {
            Some((info, place)) => (Some(info), place),
            None => (None, rest),
        };
        let place = place.split(['/', '?', '#']).next().unwrap_or_default();
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => {
                let port: u16 = port.parse().map_err(|_| UpstreamError::Port)?;
                (host, port)
            }
            _ => (place, 80),
        };
        if port == 0 {
            return Err(UpstreamError::Port);
        }
        if host.contains('%') {
            return Err(UpstreamError::Host);
        }
        Ok(Self {
            host: Host::parse(host).map_err(|_| UpstreamError::Host)?,
            port,
            authorization: user_info.map(authorization).transpose()?.flatten(),
        })
    }

    /// What to dial: brackets belong to the wire, not to the resolver.
    pub(crate) fn dial(&self) -> (String, u16) {
        let host = match &self.host {
            Host::Domain(name) => name.clone(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        (host, self.port)
    }

    /// The value of `Proxy-Authorization`, if there are credentials.
    pub(super) fn authorization(&self) -> Option<&str> {
        self.authorization.as_deref()
    }

    /// Whether there are credentials.
    pub(crate) fn has_credentials(&self) -> bool {
        self.authorization.is_some()
    }
}

fn authorization(user_info: &str) -> Result<Option<String>, UpstreamError> {
    let (user, password) = user_info.split_once(':').unwrap_or((user_info, ""));
    let user = percent_decode(user.as_bytes());
    let password = percent_decode(password.as_bytes());
    if user.is_empty() && password.is_empty() {
        return Ok(None);
    }
    if user.contains(&b':') {
        return Err(UpstreamError::ColonInUser);
    }
    if user.iter().chain(&password).any(u8::is_ascii_control) {
        return Err(UpstreamError::Control);
    }
    let pair = [&user[..], b":", &password[..]].concat();
    Ok(Some(format!("Basic {}", Base64::encode_string(&pair))))
}

/// Host and port, for messages.
impl fmt::Display for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl fmt::Debug for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Upstream({self}, credentials: {})",
            self.has_credentials()
        )
    }
}

#[cfg(test)]
mod tests {
    use base64ct::{Base64, Encoding as _};

    use super::{Upstream, UpstreamError};

    fn pair(text: &str) -> String {
        let upstream = Upstream::parse(text).unwrap();
        let value = upstream.authorization().unwrap_or("Basic ").to_owned();
        String::from_utf8(Base64::decode_vec(&value["Basic ".len()..]).unwrap()).unwrap()
    }

    #[test]
    fn credentials_are_decoded_once_and_apart() {
        for (given, wanted) in [
            ("http://user:pass@proxy:3128", "user:pass"),
            ("user:pass@proxy:3128", "user:pass"),
            ("HTTP://u:p%40ss%3Aw%25rd@proxy", "u:p@ss:w%rd"),
            ("http://u:100%@proxy", "u:100%"),
            ("http://u:%zz%4@proxy", "u:%zz%4"),
            ("http://u:%2540@proxy", "u:%40"),
            ("http://u:a@b#c/d?e@proxy:1/", "u:a@b#c/d?e"),
            ("http://u:p:q@proxy", "u:p:q"),
            ("http://u@proxy", "u:"),
            ("http://%C3%BC:%E2%82%AC@proxy", "ü:€"),
            ("http://:@proxy", ""),
            ("http://proxy:8080", ""),
        ] {
            assert_eq!(pair(given), wanted, "{given}");
        }
    }

    #[test]
    fn hosts_and_ports() {
        for (given, host, port) in [
            ("proxy", "proxy", 80),
            ("http://PROXY:3128/", "proxy", 3128),
            ("http://u:p@[2001:DB8::1]:3128", "2001:db8::1", 3128),
            ("http://[::1]", "::1", 80),
            ("http://127.0.0.1:9/x?y#z", "127.0.0.1", 9),
        ] {
            assert_eq!(
                Upstream::parse(given).unwrap().dial(),
                (host.to_owned(), port)
            );
        }
    }

    #[test]
    fn errors_and_debug_tell_no_secret() {
        for (given, wanted) in [
            ("https://u:s3cret@proxy", UpstreamError::Scheme),
            ("socks5://u:s3cret@proxy", UpstreamError::Scheme),
            ("http://u:s3cret@", UpstreamError::Host),
            ("http://u:s3cret@[fe80::1%eth0]:1", UpstreamError::Host),
            ("http://u:s3cret@proxy:x", UpstreamError::Port),
            ("http://u:s3cret@proxy:0", UpstreamError::Port),
            ("http://a%3Ab:s3cret@proxy", UpstreamError::ColonInUser),
            ("http://u:s3cret%0d%0a@proxy", UpstreamError::Control),
        ] {
            let error = Upstream::parse(given).unwrap_err();
            assert_eq!(error, wanted, "{given}");
            assert!(!error.to_string().contains("s3cret"));
        }
        let upstream = Upstream::parse("http://user:s3cret@proxy:1").unwrap();
        let shown = format!("{upstream} {upstream:?}");
        assert!(
            !shown.contains("s3cret") && !shown.contains("user"),
            "{shown}"
        );
    }
}
