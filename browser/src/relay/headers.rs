//! Headers that are between two neighbours and must not be passed on (RFC 9110,
//! section 7.6.1), with those that older clients send to proxies.

use hyper::header::{CONNECTION, HeaderMap, HeaderName, UPGRADE};

const BETWEEN_NEIGHBOURS: [&str; 8] = [
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "upgrade",
];

/// The protocol that `Connection: upgrade` asks for.
pub(super) fn upgrade_of(headers: &HeaderMap) -> Option<hyper::header::HeaderValue> {
    let asked = named_by_connection(headers).contains(&UPGRADE);
    asked.then(|| headers.get(UPGRADE).cloned()).flatten()
}

/// Removes what is not to be passed on.
pub(super) fn strip(headers: &mut HeaderMap) {
    for name in named_by_connection(headers) {
        headers.remove(name);
    }
    for name in BETWEEN_NEIGHBOURS {
        headers.remove(name);
    }
}

fn named_by_connection(headers: &HeaderMap) -> Vec<HeaderName> {
    headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use hyper::header::{HeaderMap, HeaderValue};

    use super::{strip, upgrade_of};

    #[test]
    fn neighbours_headers_go_and_others_stay() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "keep-alive, X-Hop"),
            ("connection", "Upgrade"),
            ("x-hop", "1"),
            ("upgrade", "websocket"),
            ("proxy-authorization", "Basic eDp5"),
            ("proxy-connection", "keep-alive"),
            ("cookie", "kept"),
        ] {
            headers.append(name, HeaderValue::from_static(value));
        }
        assert_eq!(upgrade_of(&headers).unwrap(), "websocket");
        strip(&mut headers);
        assert_eq!(headers.len(), 1);
        assert!(headers.contains_key("cookie"));
        assert!(upgrade_of(&headers).is_none());
    }
}
