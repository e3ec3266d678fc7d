//! The `OpenAPI` document, made from the handlers' own annotations.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use utoipa::OpenApi;

use super::{datasets, events, exports, harness, imports, providers, runs};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "eval752",
        description = "Datasets, signed packs, captures, scored runs."
    ),
    paths(
        datasets::list,
        datasets::add,
        datasets::show,
        datasets::remove,
        datasets::items,
        harness::keys,
        harness::preflight,
        harness::pack,
        imports::import,
        runs::list,
        runs::show,
        runs::items,
        runs::history,
        runs::logs,
        runs::score,
        runs::compare,
        exports::export,
        exports::report,
        events::stream,
        providers::list,
        providers::add,
        providers::remove,
        providers::test,
        serve,
    )
)]
struct Api;

/// The document. Every operation can fail with a problem body, which is said here once.
pub(in crate::http) fn document() -> Value {
    let mut document = serde_json::to_value(Api::openapi()).unwrap_or_default();
    let problem = json!({
        "description": "Why the request failed (RFC 9457).",
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } }
    });
    if let Some(paths) = document["paths"].as_object_mut() {
        for operations in paths.values_mut() {
            for operation in operations
                .as_object_mut()
                .into_iter()
                .flat_map(|all| all.values_mut())
            {
                operation["responses"]["default"] = problem.clone();
            }
        }
    }
    document["components"]["schemas"]["Problem"] = json!({
        "type": "object",
        "required": ["type", "title", "status", "code", "detail", "issues"],
        "properties": {
            "type": { "type": "string" },
            "title": { "type": "string" },
            "status": { "type": "integer" },
            "code": { "type": "string", "description": "Stable." },
            "detail": { "type": "string" },
            "issues": { "type": "array", "items": { "$ref": "#/components/schemas/Issue" } }
        }
    });
    document
}

#[utoipa::path(get, path = "/openapi.json", tag = "meta", responses((status = 200, body = Value)))]
pub(super) async fn serve() -> Response {
    (
        [(header::CONTENT_TYPE, "application/json")],
        document().to_string(),
    )
        .into_response()
}
