//! Who may ask: pages of this server only.
//!
//! A server on loopback is reachable from every web page the user visits. Two checks keep
//! those out: the `Host` must be a name of this machine (a page whose domain was re-bound to
//! 127.0.0.1 sends its own), and an `Origin`, which browsers send with every request that
//! could change something, must be this server's.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Refuses requests that were not meant for this server.
pub(super) async fn check(
    State(local): State<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    match refusal(request.headers(), local) {
        None => next.run(request).await,
        Some((status, why)) => (
            status,
            [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
            why,
        )
            .into_response(),
    }
}

fn refusal(headers: &HeaderMap, local: SocketAddr) -> Option<(StatusCode, &'static str)> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let Some(host) = text(header::HOST) else {
        return Some((StatusCode::BAD_REQUEST, "the request names no Host\n"));
    };
    if !is_own(host, local) {
        return Some((
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers to its own address only; open the address it printed\n",
        ));
    }
    // Not `null` either: that is what a sandboxed or a local page sends.
    let origin = text(header::ORIGIN)?;
    let own = origin
        .strip_prefix("http://")
        .is_some_and(|authority| authority == host);
    if own {
        return None;
    }
    Some((
        StatusCode::FORBIDDEN,
        "the request comes from another site's page\n",
    ))
}

/// Whether `host` is a name of this machine with this server's port.
fn is_own(host: &str, local: SocketAddr) -> bool {
    let port = local.port();
    let (name, given) = match host.rsplit_once(':') {
        Some((name, digits)) if !digits.contains(']') => (name, digits.parse().ok()),
        _ => (host, Some(80)),
    };
    given == Some(port)
        && (name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
            || name
                .strip_prefix('[')
                .and_then(|name| name.strip_suffix(']'))
                .is_some_and(|name| name.parse::<Ipv6Addr>().is_ok_and(|ip| ip.is_loopback())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let local: SocketAddr = "127.0.0.1:7752".parse().expect("an address");
        for host in [
            "127.0.0.1:7752",
            "localhost:7752",
            "LOCALHOST:7752",
            "[::1]:7752",
        ] {
            assert!(is_own(host, local), "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "127.0.0.1:7753",
            "evil.example:7752",
            "127.0.0.1.nip.io:7752",
            "localhost.:7752",
            "localhost:7752:7752",
            "[::1]",
            "0.0.0.0:7752",
            "localhost@evil:7752",
        ] {
            assert!(!is_own(host, local), "{host}");
        }
    }

    #[test]
    fn another_pages_request_is_refused() {
        let local: SocketAddr = "127.0.0.1:7752".parse().expect("an address");
        let with = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "localhost:7752".parse().expect("a value"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().expect("a value"));
            }
            refusal(&headers, local).map(|(status, _)| status)
        };
        assert_eq!(with(None), None);
        assert_eq!(with(Some("http://localhost:7752")), None);
        for origin in [
            "null",
            "https://evil.example",
            "http://localhost:80",
            "https://localhost:7752",
        ] {
            assert_eq!(with(Some(origin)), Some(StatusCode::FORBIDDEN), "{origin}");
        }
        assert_eq!(
            refusal(&HeaderMap::new(), local).map(|(status, _)| status),
            Some(StatusCode::BAD_REQUEST)
        );
    }
}
