//! `/browser-harness`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use eval752_contract::capture::Judge;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{Error, Issue};
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::request::ApiJson;
use crate::packing::{self, Selection};
use crate::store::ItemFilter;
use crate::workspace::PackSource;

#[utoipa::path(get, path = "/browser-harness/keys", tag = "browser harness",
    responses((status = 200, body = Value, description = "A JSON Web Key Set (RFC 7517)")))]
pub(super) async fn keys(State(app): State<Arc<App>>) -> Response {
    let keys = app.workspace.keyring.public_keys().to_jwks();
    ([(header::CONTENT_TYPE, "application/json")], keys).into_response()
}

/// What to pack.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PackRequest {
    /// The dataset's id or name; or give `from_run`.
    dataset_id: Option<String>,
    /// Pack the items of this run again.
    from_run: Option<String>,
    /// Of `from_run`, only items that were captured with an error.
    #[serde(default)]
    errors: bool,
    /// Only these sections.
    #[serde(default)]
    section_ids: Vec<String>,
    /// Only these items.
    #[serde(default)]
    item_ids: Vec<String>,
    /// At most this many, from the front.
    #[schema(minimum = 1)]
    max_items: Option<u32>,
    /// Leave out items that can't be packed, instead of refusing.
    #[serde(default)]
    skip_blocked: bool,
    /// The judge that scripts of this pack may propose.
    judge: Option<JudgeRequest>,
}

/// A judge.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgeRequest {
    pub(super) provider_id: String,
    pub(super) model: String,
    /// A generic instruction: the chat page can read it.
    pub(super) prompt: String,
}

async fn source(app: &App, request: &PackRequest) -> Result<(PackSource, Selection), Problem> {
    let mut selection = Selection {
        sections: request.section_ids.clone(),
        ids: request.item_ids.clone(),
        max_items: request.max_items.map(|max| max as usize),
        skip_blocked: request.skip_blocked,
    };
    if request.max_items == Some(0) {
        return Err(Error::Usage("max_items must be at least 1".to_owned()).into());
    }
    let source = match (&request.dataset_id, &request.from_run) {
        (Some(id), None) => app.workspace.stored(id).await?,
        (None, Some(run)) => {
            let filter = if request.errors {
                ItemFilter::Errors
            } else {
                ItemFilter::All
            };
            let (source, ids) = app.workspace.from_run(run, filter).await?;
            selection.ids = ids;
            source
        }
        _ => {
            return Err(Error::Usage("give either dataset_id or from_run".to_owned()).into());
        }
    };
    Ok((source, selection))
}

#[utoipa::path(post, path = "/browser-harness/packs", tag = "browser harness", request_body = PackRequest,
    responses((status = 200, body = Value, description = "A pack: format eval752.browser_harness.pack.v1")))]
pub(super) async fn pack(
    State(app): State<Arc<App>>,
    ApiJson(request): ApiJson<PackRequest>,
) -> Result<Response, Problem> {
    let (source, selection) = source(&app, &request).await?;
    let judge = request.judge.map(|judge| Judge {
        provider_id: judge.provider_id,
        model: judge.model,
        prompt: judge.prompt,
    });
    let packed = app
        .workspace
        .pack(&source, &selection, judge.as_ref())
        .await?;
    Ok((
        [(header::CONTENT_TYPE, "application/json")],
        packed.pack.to_json(),
    )
        .into_response())
}

/// What would come of a pack request.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Preflight {
    /// Whether the pack can be made.
    ready: bool,
    /// Items that would be in it.
    item_count: usize,
    /// What stands in the way.
    issues: Vec<Issue>,
    /// Items that would be left out.
    skipped: Vec<Issue>,
    /// How many items are scored in each way.
    scoring: ScoringCounts,
}

/// How many items are scored in each way.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct ScoringCounts {
    programmatic: usize,
    judge: usize,
    none: usize,
}

#[utoipa::path(post, path = "/browser-harness/preflight", tag = "browser harness", request_body = PackRequest,
    responses((status = 200, body = Preflight)))]
pub(super) async fn preflight(
    State(app): State<Arc<App>>,
    ApiJson(request): ApiJson<PackRequest>,
) -> Result<Json<Preflight>, Problem> {
    let (source, selection) = source(&app, &request).await?;
    let packed = packing::pack(
        &app.workspace.keyring,
        &source.id,
        &source.dataset,
        &selection,
    );
    Ok(Json(match packed {
        Ok(packed) => {
            let mut scoring = ScoringCounts::default();
            for item in &packed.pack.items {
                match item.scoring.as_str() {
                    "programmatic" => scoring.programmatic += 1,
                    "judge" => scoring.judge += 1,
                    _ => scoring.none += 1,
                }
            }
            Preflight {
                ready: true,
                item_count: packed.pack.items.len(),
                issues: Vec::new(),
                skipped: packed.skipped,
                scoring,
            }
        }
        Err(Error::Blocked { issues }) => Preflight {
            ready: false,
            item_count: 0,
            issues,
            skipped: Vec::new(),
            scoring: ScoringCounts::default(),
        },
        Err(error) => return Err(error.into()),
    }))
}
