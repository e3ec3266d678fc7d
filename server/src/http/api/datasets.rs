//! `/datasets`

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::MAX_DATASET;
use crate::dataset::{Entry, GradingDefault, LoadOptions, Mapping, Source, load_source};
use crate::error::{Error, Issue};
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::request::{ApiPath, ApiQuery, spool};
use crate::store::DatasetInfo;

/// Every dataset.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Datasets {
    datasets: Vec<DatasetInfo>,
}

#[utoipa::path(get, path = "/datasets", tag = "datasets",
    responses((status = 200, body = Datasets)))]
pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<Datasets>, Problem> {
    let datasets = app.workspace.store.datasets().await?;
    Ok(Json(Datasets { datasets }))
}

/// How the uploaded file is to be understood.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct AddQuery {
    /// The file's name; its ending tells the format.
    file: String,
    /// The dataset's name; the file's name without its ending where absent.
    name: Option<String>,
    /// `prompt=question,answer=reference`, as `--map`.
    map: Option<String>,
    /// How to grade a free-text reference that names no checker.
    #[serde(default)]
    #[param(inline)]
    checker: GradingDefault,
    /// Take the first of several turns.
    #[serde(default)]
    first_turn: bool,
    /// Send `{{…}}` in prompts as it is.
    #[serde(default)]
    keep_braces: bool,
}

/// A dataset that was added.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Added {
    id: String,
    name: String,
    version_hash: String,
    /// Whether this very content was there before.
    reused: bool,
    items: usize,
    /// Shape and mapping, in words.
    understood: Vec<String>,
    /// Items that can't be packed, with reasons.
    blocked: Vec<Issue>,
    warnings: Vec<Issue>,
}

#[utoipa::path(post, path = "/datasets", tag = "datasets", params(AddQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream",
        description = "The file itself: JSON Lines, JSON, CSV, TSV or YAML; at most 256 MiB."),
    responses((status = 201, body = Added)))]
pub(super) async fn add(
    State(app): State<Arc<App>>,
    ApiQuery(query): ApiQuery<AddQuery>,
    body: Body,
) -> Result<(StatusCode, Json<Added>), Problem> {
    let maps: Vec<&str> = query.map.as_deref().into_iter().collect();
    let options = LoadOptions {
        mapping: Mapping::parse(&maps)?,
        name: query.name,
        first_turn: query.first_turn,
        keep_braces: query.keep_braces,
        grading: query.checker,
    };
    let file = spool(body, app.workspace.data.path(), MAX_DATASET).await?;
    let dataset = tokio::task::spawn_blocking(move || {
        let source = Source {
            name: query.file,
            bytes: std::fs::read(file.path()).map_err(Error::read(file.path()))?,
        };
        load_source(&source, &options)
    })
    .await
    .map_err(|error| Error::Internal(error.to_string()))??;
    let stored = app.workspace.add_dataset(&dataset).await?;
    Ok((
        StatusCode::CREATED,
        Json(Added {
            id: stored.id.to_string(),
            version_hash: stored.version_hash.as_str().to_owned(),
            reused: stored.reused,
            items: dataset.entries.len(),
            blocked: dataset.entries.iter().filter_map(Entry::issue).collect(),
            name: dataset.name,
            understood: dataset.understood,
            warnings: dataset.warnings,
        }),
    ))
}

/// One dataset.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DatasetDetail {
    id: String,
    name: String,
    version_hash: String,
    items: usize,
    sections: Vec<Section>,
    blocked: Vec<Issue>,
}

/// A section of a dataset.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Section {
    id: String,
    item_count: usize,
}

#[utoipa::path(get, path = "/datasets/{id}", tag = "datasets",
    params(("id" = String, Path, description = "Id or name")),
    responses((status = 200, body = DatasetDetail)))]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<DatasetDetail>, Problem> {
    let version = app.workspace.store.dataset(&id).await?;
    let dataset = app.workspace.store.load_dataset(&version).await?;
    let mut sections: Vec<Section> = Vec::new();
    for entry in &dataset.entries {
        match sections
            .iter_mut()
            .find(|section| section.id == entry.section)
        {
            Some(section) => section.item_count += 1,
            None => sections.push(Section {
                id: entry.section.clone(),
                item_count: 1,
            }),
        }
    }
    Ok(Json(DatasetDetail {
        id: version.dataset.to_string(),
        name: version.name,
        version_hash: version.version_hash,
        items: dataset.entries.len(),
        sections,
        blocked: dataset.entries.iter().filter_map(Entry::issue).collect(),
    }))
}

#[utoipa::path(delete, path = "/datasets/{id}", tag = "datasets",
    params(("id" = String, Path, description = "Id or name")),
    responses((status = 204, description = "It is gone, with its packs. One that has runs stays.")))]
pub(super) async fn remove(
    State(app): State<Arc<App>>,
    ApiPath(id): ApiPath<String>,
) -> Result<StatusCode, Problem> {
    app.workspace.store.remove_dataset(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which page.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PageQuery {
    /// Go on after this position; the last page's `next`.
    after: Option<i64>,
    /// How many, at most 500; 100 where absent.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u16>,
}

/// A page of a dataset's items, without anything an answer could be read from.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DatasetItems {
    items: Vec<DatasetItem>,
    next: Option<i64>,
}

/// One item.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DatasetItem {
    position: i64,
    id: String,
    section: String,
    place: String,
    prompt: Option<String>,
    /// `programmatic`, `judge`, `none`, or absent where it is blocked.
    scoring: Option<&'static str>,
    blocked: Option<String>,
}

#[utoipa::path(get, path = "/datasets/{id}/items", tag = "datasets",
    params(("id" = String, Path, description = "Id or name"), PageQuery),
    responses((status = 200, body = DatasetItems)))]
pub(super) async fn items(
    State(app): State<Arc<App>>,
    ApiPath(id): ApiPath<String>,
    ApiQuery(query): ApiQuery<PageQuery>,
) -> Result<Json<DatasetItems>, Problem> {
    let limit = super::runs::page_size(query.limit)?;
    let store = &app.workspace.store;
    let version = store.dataset(&id).await?;
    let after = query.after.unwrap_or(-1);
    let mut rows = store
        .dataset_page(&version.id, after, i64::from(limit) + 1)
        .await?;
    let more = rows.len() > usize::from(limit);
    rows.truncate(usize::from(limit));
    let next = rows.last().filter(|_| more).map(|(position, _)| *position);
    let items = rows
        .into_iter()
        .map(|(position, entry)| DatasetItem {
            position,
            id: entry.id.to_string(),
            section: entry.section,
            place: entry.place,
            scoring: entry
                .item
                .as_ref()
                .ok()
                .map(|item| item.grading.scoring().as_str()),
            blocked: entry
                .item
                .as_ref()
                .err()
                .map(|blocked| blocked.message.clone()),
            prompt: entry.item.ok().map(|item| item.prompt),
        })
        .collect();
    Ok(Json(DatasetItems { items, next }))
}
