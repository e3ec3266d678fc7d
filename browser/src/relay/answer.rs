//! The relay's own answers: a status and one sentence, which curl prints and a
//! browser shows.

use std::convert::Infallible;

use http_body_util::{BodyExt as _, Full, combinators::BoxBody};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};

/// Bodies of all answers, the relay's own and those passed through.
pub(super) type Body = BoxBody<Bytes, hyper::Error>;

/// An answer of the relay itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) why: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, why: impl Into<String>) -> Self {
        Self {
            status,
            why: why.into(),
        }
    }

    pub(super) fn response(&self) -> Response<Body> {
        let mut response = Response::new(text(format!("eval752-browser relay: {}\n", self.why)));
        *response.status_mut() = self.status;
        response.headers_mut().insert(
            CONTENT_TYPE,
            HeaderValue::from_static("text/plain; charset=utf-8"),
        );
        response
    }
}

pub(super) fn text(text: impl Into<Bytes>) -> Body {
    Full::new(text.into())
        .map_err(|never: Infallible| match never {})
        .boxed()
}

pub(super) fn pass(body: Incoming) -> Body {
    body.boxed()
}
