//! Talking HTTP/1.1 to the next hop: one kept connection for each connection of
//! the browser, because requests on one connection come one after the other.

use std::time::Duration;

use hyper::body::Incoming;
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper::header::{HeaderValue, PROXY_AUTHORIZATION, SERVER};
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::answer::{Body, Refusal};
use super::credentials::Upstream;

/// A connection to the next hop that can be used again.
pub(super) type Kept = Mutex<Option<(String, SendRequest<Body>)>>;

/// Dials the upstream proxy.
pub(super) async fn connect(upstream: &Upstream, limit: Duration) -> Result<TcpStream, Refusal> {
    let (host, port) = upstream.dial();
    match timeout(limit, TcpStream::connect((host.as_str(), port))).await {
        Ok(Ok(stream)) => Ok(stream),
        Ok(Err(error)) => Err(Refusal::new(
            StatusCode::BAD_GATEWAY,
            format!("the upstream proxy {upstream} cannot be reached: {error}"),
        )),
        Err(_) => Err(Refusal::new(
            StatusCode::GATEWAY_TIMEOUT,
            format!("the upstream proxy {upstream} gave no answer"),
        )),
    }
}

/// Adds the credentials, replacing whatever the client sent under that name.
pub(super) fn authorize<B>(request: &mut Request<B>, upstream: &Upstream) -> Result<(), Refusal> {
    request.headers_mut().remove(PROXY_AUTHORIZATION);
    if let Some(text) = upstream.authorization() {
        let mut value = HeaderValue::from_str(text).map_err(|_| {
            Refusal::new(
                StatusCode::BAD_GATEWAY,
                "the credentials are no header value",
            )
        })?;
        value.set_sensitive(true);
        request.headers_mut().insert(PROXY_AUTHORIZATION, value);
    }
    Ok(())
}

/// A browser waits for ever when it is asked for credentials it does not have:
/// the upstream's demand becomes an error with a sentence.
pub(super) fn check_accepted<B>(
    response: &Response<B>,
    upstream: &Upstream,
) -> Result<(), Refusal> {
    if !is_demand(response) {
        return Ok(());
    }
    let why = if upstream.has_credentials() {
        "does not accept the user name or password in HTTPS_PROXY"
    } else {
        "asks for a user name and password, and HTTPS_PROXY has none"
    };
    Err(Refusal::new(
        StatusCode::BAD_GATEWAY,
        format!("the upstream proxy {upstream} {why}"),
    ))
}

/// 407, or the 401 that tinyproxy sends for a wrong password. An origin's own
/// 401 comes with the origin's `Server`, or none.
fn is_demand<B>(response: &Response<B>) -> bool {
    let from_tinyproxy = response
        .headers()
        .get(SERVER)
        .is_some_and(|server| server.as_bytes().starts_with(b"tinyproxy"));
    match response.status() {
        StatusCode::PROXY_AUTHENTICATION_REQUIRED => true,
        StatusCode::UNAUTHORIZED => from_tinyproxy,
        _ => false,
    }
}

/// Starts HTTP/1.1 on a connection.
pub(super) async fn handshake(stream: TcpStream) -> Result<SendRequest<Body>, Refusal> {
    // Latency, not throughput, is what a tunnel of small frames feels.
    let _ = stream.set_nodelay(true);
    let (sender, connection) = Builder::new()
        .preserve_header_case(true)
        .title_case_headers(true)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|error| Refusal::new(StatusCode::BAD_GATEWAY, error.to_string()))?;
    // The connection's errors reach whoever waits for a response on it.
    tokio::spawn(async move { connection.with_upgrades().await });
    Ok(sender)
}

/// Sends on a connection and waits for the response's head.
pub(super) async fn send(
    sender: &mut SendRequest<Body>,
    request: Request<Body>,
    limit: Duration,
) -> Result<Response<Incoming>, Refusal> {
    match timeout(limit, sender.send_request(request)).await {
        Ok(Ok(response)) => Ok(response),
        Ok(Err(error)) => Err(Refusal::new(
            StatusCode::BAD_GATEWAY,
            format!("the next hop broke the connection: {error}"),
        )),
        Err(_) => Err(Refusal::new(
            StatusCode::GATEWAY_TIMEOUT,
            "the next hop gave no answer in time",
        )),
    }
}
