//! Request ids, and one line a request on standard error where that is wanted. No query, no
//! body and no header is logged: nothing secret can be in the line.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use serde_json::json;
use uuid::Uuid;

use super::app::App;
use crate::clock;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Names the request and, where wanted, logs it.
pub(super) async fn trace(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let given = request
        .headers()
        .get(&REQUEST_ID)
        .filter(|id| is_plain(id))
        .cloned();
    let id = given.unwrap_or_else(|| {
        HeaderValue::from_str(&Uuid::now_v7().to_string())
            .unwrap_or_else(|_| HeaderValue::from_static("none"))
    });
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let started = Instant::now();
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, id.clone());
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    if app.log {
        let line = json!({
            "at": clock::now().canonical(),
            "request_id": id.to_str().unwrap_or_default(),
            "method": method.as_str(),
            "path": path,
            "status": response.status().as_u16(),
            "ms": u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
        let _closed = writeln!(std::io::stderr().lock(), "{line}");
    }
    response
}

/// Ids from outside are repeated only if they can do no harm in a log.
fn is_plain(id: &HeaderValue) -> bool {
    let bytes = id.as_bytes();
    (1..=64).contains(&bytes.len())
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte))
}
