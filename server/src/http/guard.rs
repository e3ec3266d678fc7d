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

use super::api;
use super::problem::Problem;

/// Who is answered.
#[derive(Debug, Clone)]
pub(super) struct Guard {
    pub(super) local: SocketAddr,
    pub(super) token: Option<String>,
}

/// Refuses requests that were not meant for this server.
pub(super) async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    match refusal(request.headers(), &guard).or_else(|| unauthorised(&request, &guard)) {
        None => next.run(request).await,
        Some(problem) => problem.into_response(),
    }
}

fn refusal(headers: &HeaderMap, guard: &Guard) -> Option<Problem> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let refuse = |status, detail: &str| Some(Problem::new(status, "request.origin", detail));
    let Some(host) = text(header::HOST) else {
        return refuse(StatusCode::BAD_REQUEST, "the request names no Host");
    };
    // With a token the name is open: nobody's page has the token.
    if guard.token.is_none() && !is_own(host, guard.local) {
        return refuse(
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers to its own address only; open the address it printed",
        );
    }
    // Not `null` either: that is what a sandboxed or a local page sends.
    let origin = text(header::ORIGIN)?;
    let own = origin
        .strip_prefix("http://")
        .or_else(|| {
            origin
                .strip_prefix("https://")
                .filter(|_| guard.token.is_some())
        })
        .is_some_and(|authority| authority == host);
    if own {
        return None;
    }
    refuse(
        StatusCode::FORBIDDEN,
        "the request comes from another site's page",
    )
}

/// Where a token is set, the API wants it.
fn unauthorised(request: &Request, guard: &Guard) -> Option<Problem> {
    let token = guard.token.as_deref()?;
    let first = request.uri().path().split('/').nth(1).unwrap_or_default();
    if !api::ROOTS.contains(&first) {
        return None;
    }
    let given = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
        .unwrap_or_default();
    if same(given.as_bytes(), token.as_bytes()) {
        return None;
    }
    Some(Problem::new(
        StatusCode::UNAUTHORIZED,
        "request.token",
        "this server wants its token: Authorization: Bearer …",
    ))
}

/// Compares without telling by its time how much was right.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
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
        let guard = Guard {
            local: "127.0.0.1:7752".parse().expect("an address"),
            token: None,
        };
        let with = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "localhost:7752".parse().expect("a value"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().expect("a value"));
            }
            refusal(&headers, &guard).is_some()
        };
        assert!(!with(None));
        assert!(!with(Some("http://localhost:7752")));
        for origin in [
            "null",
            "https://evil.example",
            "http://localhost:80",
            "https://localhost:7752",
        ] {
            assert!(with(Some(origin)), "{origin}");
        }
        assert!(refusal(&HeaderMap::new(), &guard).is_some());
    }

    #[test]
    fn tokens_are_compared_whole() {
        assert!(same(b"abc", b"abc"));
        for other in ["", "ab", "abd", "abcd"] {
            assert!(!same(b"abc", other.as_bytes()), "{other}");
        }
    }
}
