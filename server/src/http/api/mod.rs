//! The API's routes. Each handler converts and forwards; what is done is done in the library.

mod datasets;
mod events;
mod exports;
mod harness;
mod imports;
mod openapi;
mod providers;
mod runs;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{delete, get, post};

use super::app::App;

pub(super) use openapi::document;

/// The largest dataset that is taken, in bytes.
const MAX_DATASET: u64 = 256 << 20;

/// The API's first path segments: what needs a token where one is set.
pub(super) const ROOTS: [&str; 5] = [
    "datasets",
    "browser-harness",
    "runs",
    "providers",
    "openapi.json",
];

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/datasets", get(datasets::list).post(datasets::add))
        .route(
            "/datasets/{id}",
            get(datasets::show).delete(datasets::remove),
        )
        .route("/datasets/{id}/items", get(datasets::items))
        .route("/browser-harness/keys", get(harness::keys))
        .route("/browser-harness/preflight", post(harness::preflight))
        .route("/browser-harness/packs", post(harness::pack))
        .route(
            "/browser-harness/imports",
            post(imports::import).layer(DefaultBodyLimit::disable()),
        )
        .route("/runs", get(runs::list))
        .route("/runs/events", get(events::stream))
        .route("/runs/compare", get(runs::compare))
        .route("/runs/{id}", get(runs::show))
        .route("/runs/{id}/items", get(runs::items))
        .route("/runs/{id}/items/{item_id}/scores", get(runs::history))
        .route("/runs/{id}/logs", get(runs::logs))
        .route("/runs/{id}/scores", post(runs::score))
        .route("/runs/{id}/export", get(exports::export))
        .route("/runs/{id}/report", get(exports::report))
        .route("/providers", get(providers::list).post(providers::add))
        .route("/providers/{id}", delete(providers::remove))
        .route("/providers/{id}/test", post(providers::test))
        .route("/openapi.json", get(openapi::serve))
        // Uploads are spooled and limited by their handlers.
        .layer(DefaultBodyLimit::max(1 << 20))
}
