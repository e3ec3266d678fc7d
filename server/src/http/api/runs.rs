//! `/runs`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::harness::JudgeRequest;
use crate::error::Error;
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::request::{ApiJson, ApiPath, ApiQuery};
use crate::store::{
    CompareFilter, Comparison, ItemFilter, JobSpec, JudgeSpec, LogEntry, PastScore, Run, RunItem,
    RunPage, Surface,
};

/// The largest page.
const MAX_PAGE: u16 = 500;

/// A page's size, if it is one.
pub(super) fn page_size(limit: Option<u16>) -> Result<u16, Problem> {
    match limit.unwrap_or(100) {
        0 => Err(Error::Usage("limit must be at least 1".to_owned()).into()),
        limit if limit > MAX_PAGE => {
            Err(Error::Usage(format!("limit must be at most {MAX_PAGE}")).into())
        }
        limit => Ok(limit),
    }
}

/// Which page of runs.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Go on after this run; the last page's `next`.
    after: Option<String>,
    /// How many, at most 500; 100 where absent.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u16>,
}

#[utoipa::path(get, path = "/runs", tag = "runs", params(ListQuery),
    responses((status = 200, body = RunPage)))]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    ApiQuery(query): ApiQuery<ListQuery>,
) -> Result<Json<RunPage>, Problem> {
    let limit = page_size(query.limit)?;
    Ok(Json(
        app.workspace
            .store
            .runs(query.after.as_deref(), limit)
            .await?,
    ))
}

/// A run and its session document.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RunDetail {
    run: Run,
    /// `browser_harness.json` of the capture, without its token.
    session: Value,
}

#[utoipa::path(get, path = "/runs/{id}", tag = "runs", params(("id" = String, Path)),
    responses((status = 200, body = RunDetail)))]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<RunDetail>, Problem> {
    let run = app.workspace.store.run(&id).await?;
    let session = app.workspace.store.session(&run.id).await?;
    Ok(Json(RunDetail { run, session }))
}

/// Which items.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ItemsQuery {
    /// Which items.
    #[serde(default)]
    #[param(inline)]
    only: ItemFilter,
    /// Go on after this position; the last page's `next`.
    after: Option<i64>,
    /// How many, at most 500; 100 where absent.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u16>,
}

/// A page of a run's items.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RunItems {
    items: Vec<RunItem>,
    next: Option<i64>,
}

#[utoipa::path(get, path = "/runs/{id}/items", tag = "runs", params(("id" = String, Path), ItemsQuery),
    responses((status = 200, body = RunItems)))]
pub(super) async fn items(
    State(app): State<Arc<App>>,
    ApiPath(id): ApiPath<String>,
    ApiQuery(query): ApiQuery<ItemsQuery>,
) -> Result<Json<RunItems>, Problem> {
    let limit = page_size(query.limit)?;
    let store = &app.workspace.store;
    let run = store.run(&id).await?;
    let after = query.after.unwrap_or(-1);
    let mut items = store
        .run_items(&run.id, query.only, after, i64::from(limit) + 1)
        .await?;
    let more = items.len() > usize::from(limit);
    items.truncate(usize::from(limit));
    let next = items.last().filter(|_| more).map(|item| item.position);
    Ok(Json(RunItems { items, next }))
}

/// Every scoring of an item.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct History {
    scores: Vec<PastScore>,
}

#[utoipa::path(get, path = "/runs/{id}/items/{item_id}/scores", tag = "runs",
    params(("id" = String, Path), ("item_id" = String, Path)),
    responses((status = 200, body = History)))]
pub(super) async fn history(
    State(app): State<Arc<App>>,
    ApiPath((id, item)): ApiPath<(String, String)>,
) -> Result<Json<History>, Problem> {
    let run = app.workspace.store.run(&id).await?;
    let scores = app.workspace.store.score_history(&run.id, &item).await?;
    Ok(Json(History { scores }))
}

/// Which lines of a log.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct LogsQuery {
    /// Go on after this line's id.
    after: Option<i64>,
    /// How many, at most 500; 100 where absent.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u16>,
}

/// A page of a log.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Logs {
    logs: Vec<LogEntry>,
}

#[utoipa::path(get, path = "/runs/{id}/logs", tag = "runs", params(("id" = String, Path), LogsQuery),
    responses((status = 200, body = Logs)))]
pub(super) async fn logs(
    State(app): State<Arc<App>>,
    ApiPath(id): ApiPath<String>,
    ApiQuery(query): ApiQuery<LogsQuery>,
) -> Result<Json<Logs>, Problem> {
    let limit = page_size(query.limit)?;
    let run = app.workspace.store.run(&id).await?;
    let after = query.after.unwrap_or(0);
    let logs = app
        .workspace
        .store
        .logs(&run.id, after, i64::from(limit))
        .await?;
    Ok(Json(Logs { logs }))
}

/// What to score, and by whom.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ScoreRequest {
    /// Which items.
    #[serde(default)]
    #[schema(inline)]
    only: ItemFilter,
    /// Only these items.
    item_ids: Option<Vec<String>>,
    /// The judge; the run's where absent.
    judge: Option<JudgeRequest>,
    /// Put at most this many items to the judge.
    max_calls: Option<u32>,
}

/// A promised scoring.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Promised {
    job_id: String,
}

#[utoipa::path(post, path = "/runs/{id}/scores", tag = "runs", params(("id" = String, Path)),
    request_body = ScoreRequest, responses((status = 202, body = Promised)))]
pub(super) async fn score(
    State(app): State<Arc<App>>,
    ApiPath(id): ApiPath<String>,
    ApiJson(request): ApiJson<ScoreRequest>,
) -> Result<(StatusCode, Json<Promised>), Problem> {
    let store = &app.workspace.store;
    let run = store.run(&id).await?;
    let judge = match request.judge {
        None => None,
        Some(judge) => {
            let provider = store.provider(&judge.provider_id).await?;
            if !matches!(provider.surface, Surface::Api(_)) {
                return Err(Error::Usage("a browser provider can't judge".to_owned()).into());
            }
            Some(JudgeSpec {
                provider_id: provider.id.to_string(),
                model: judge.model,
                prompt: judge.prompt,
            })
        }
    };
    let only = match (request.item_ids, request.only) {
        (Some(ids), _) => Some(ids),
        (None, ItemFilter::All) => None,
        (None, filter) => Some(store.run_item_ids(&run.id, filter).await?),
    };
    let spec = JobSpec {
        only,
        judge,
        max_calls: request.max_calls,
    };
    let job = store.promise_scoring(&run.id, &spec).await?;
    app.worker.wake();
    Ok((
        StatusCode::ACCEPTED,
        Json(Promised {
            job_id: job.to_string(),
        }),
    ))
}

/// Which runs to compare.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct CompareQuery {
    /// Run ids with commas between, from 2 to 10; the others are held against the first.
    runs: String,
    /// Which items of the first run.
    #[serde(default)]
    #[param(inline)]
    only: CompareFilter,
    /// Go on after this position of the first run; the last page's `next`.
    after: Option<i64>,
    /// How many, at most 500; 100 where absent.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u16>,
}

pub(super) fn ids(text: &str) -> Vec<String> {
    text.split(',')
        .filter(|id| !id.is_empty())
        .map(str::to_owned)
        .collect()
}

#[utoipa::path(get, path = "/runs/compare", tag = "runs", params(CompareQuery),
    responses((status = 200, body = Comparison)))]
pub(super) async fn compare(
    State(app): State<Arc<App>>,
    ApiQuery(query): ApiQuery<CompareQuery>,
) -> Result<Json<Comparison>, Problem> {
    let limit = page_size(query.limit)?;
    let after = query.after.unwrap_or(-1);
    Ok(Json(
        app.workspace
            .store
            .compare(&ids(&query.runs), query.only, after, limit)
            .await?,
    ))
}
