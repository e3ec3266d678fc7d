//! Failures as problem bodies (RFC 9457).

use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::error::{Error, Issue, Outcome};

/// A failed request.
#[derive(Debug)]
pub(super) struct Problem {
    status: StatusCode,
    code: &'static str,
    detail: String,
    issues: Vec<Issue>,
}

impl Problem {
    pub(super) fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            code,
            detail: detail.into(),
            issues: Vec::new(),
        }
    }
}

fn status(error: &Error) -> StatusCode {
    match error {
        Error::NotFound { .. } => StatusCode::NOT_FOUND,
        Error::Refused {
            code: "import.version_changed" | "import.changed",
            ..
        } => StatusCode::CONFLICT,
        Error::Mapping { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        Error::Provider { .. } => StatusCode::BAD_GATEWAY,
        Error::Usage(_) => StatusCode::BAD_REQUEST,
        Error::Store { .. } => StatusCode::SERVICE_UNAVAILABLE,
        error => match error.outcome() {
            Outcome::BadData => StatusCode::UNPROCESSABLE_ENTITY,
            Outcome::Usage | Outcome::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        },
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self {
            status: status(&error),
            code: error.code(),
            detail: error.to_string(),
            issues: error.issues().to_vec(),
        }
    }
}

macro_rules! rejections {
    ($($rejection:ty => $code:literal),+ $(,)?) => {
        $(impl From<$rejection> for Problem {
            fn from(rejection: $rejection) -> Self {
                Self::new(rejection.status(), $code, rejection.body_text())
            }
        })+
    };
}

rejections! {
    JsonRejection => "request.body",
    MultipartRejection => "request.body",
    MultipartError => "request.body",
    QueryRejection => "request.query",
    PathRejection => "request.path",
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = json!({
            "type": "about:blank",
            "title": self.status.canonical_reason().unwrap_or("Error"),
            "status": self.status.as_u16(),
            "code": self.code,
            "detail": self.detail,
            "issues": self.issues,
        });
        (
            self.status,
            [(header::CONTENT_TYPE, "application/problem+json")],
            body.to_string(),
        )
            .into_response()
    }
}
