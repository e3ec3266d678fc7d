//! `POST /browser-harness/imports`: a capture alone, or in a form with the dataset its pack was
//! made from.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest as _, Multipart, Request, State};
use axum::http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tempfile::NamedTempFile;
use utoipa::{IntoParams, ToSchema};

use super::MAX_DATASET;
use crate::dataset::{Dataset, GradingDefault, LoadOptions, Mapping, Source, load_source};
use crate::error::Error;
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::request::{ApiQuery, spool, spool_pieces};
use crate::importing::{ImportOptions, MAX_BYTES};

/// How to take a capture in.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ImportQuery {
    /// Make a copy of a capture that is there already.
    #[serde(default)]
    as_new: bool,
    /// Use the judge that the capture proposes.
    #[serde(default)]
    confirm_judge: bool,
    /// The name of a dataset that comes with the capture; its file's name where absent.
    dataset_name: Option<String>,
    /// How the dataset is read, as when it was added.
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

/// A capture with the dataset its pack was made from.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "the form is described here, and read part by part"
)]
pub(super) struct ImportForm {
    /// The capture: an archive or its JSON payload.
    #[schema(value_type = String, format = Binary)]
    capture: Vec<u8>,
    /// The dataset's file; the part's file name tells the format. It is created where the
    /// workspace lacks it, in the same transaction.
    #[schema(value_type = Option<String>, format = Binary)]
    dataset: Option<Vec<u8>>,
}

/// What an import came to.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ImportAnswer {
    run_id: String,
    provider_id: String,
    provider_name: String,
    /// False when the request brought the dataset and it was created.
    dataset_reused: bool,
    scoring_queued: bool,
    already_imported: bool,
    /// Why scoring was not queued.
    #[serde(skip_serializing_if = "Option::is_none")]
    scoring_note: Option<String>,
    /// The run that this one is fuller than.
    #[serde(skip_serializing_if = "Option::is_none")]
    supersedes: Option<String>,
}

#[utoipa::path(post, path = "/browser-harness/imports", tag = "browser harness", params(ImportQuery),
    request_body(content((Vec<u8> = "application/octet-stream"), (ImportForm = "multipart/form-data")),
        description = "A capture archive or its JSON payload, at most 2 GiB; or a form with it and the \
            dataset, at most 256 MiB."),
    responses((status = 200, body = ImportAnswer)))]
pub(super) async fn import(
    State(app): State<Arc<App>>,
    ApiQuery(query): ApiQuery<ImportQuery>,
    request: Request,
) -> Result<Json<Value>, Problem> {
    let (file, dataset) = if is_form(&request) {
        parts(&app, request).await?
    } else {
        let folder = app.workspace.data.path();
        (spool(request.into_body(), folder, MAX_BYTES).await?, None)
    };
    let options = ImportOptions {
        as_new: query.as_new,
        confirm_judge: query.confirm_judge,
        watch: None,
    };
    let brought = match dataset {
        Some((name, file)) => Some(Arc::new(read(name, file, query).await?)),
        None => None,
    };
    let imported = app
        .workspace
        .import_with(file.path(), options, brought)
        .await?;
    if !imported.already_imported {
        app.tell(
            "run_status",
            json!({ "run_id": imported.run_id, "status": "completed",
                    "scoring": if imported.scoring_queued { "pending" } else { "none" } }),
        );
        app.worker.wake();
    }
    Ok(Json(crate::cli::import::answer(&imported)))
}

fn is_form(request: &Request) -> bool {
    request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|kind| kind.to_ascii_lowercase().starts_with("multipart/form-data"))
}

/// The capture, and the dataset's file name and file.
type Parts = (NamedTempFile, Option<(String, NamedTempFile)>);

async fn parts(app: &App, request: Request) -> Result<Parts, Problem> {
    let refuse = |why: &str| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "request.form", why);
    let folder = app.workspace.data.path();
    let mut form = Multipart::from_request(request, &()).await?;
    let (mut capture, mut dataset) = (None, None);
    while let Some(part) = form.next_field().await? {
        match part.name() {
            Some("capture") if capture.is_none() => {
                capture = Some(spool_pieces(part, folder, MAX_BYTES).await?);
            }
            Some("dataset") if dataset.is_none() => {
                let name = part.file_name().unwrap_or_default().to_owned();
                if name.is_empty() {
                    return Err(refuse(
                        "the part \"dataset\" needs a file name; its ending tells the format",
                    ));
                }
                dataset = Some((name, spool_pieces(part, folder, MAX_DATASET).await?));
            }
            _ => {
                return Err(refuse(
                    "a form has one part \"capture\" and at most one \"dataset\"",
                ));
            }
        }
    }
    let capture = capture.ok_or_else(|| refuse("the form has no part \"capture\""))?;
    Ok((capture, dataset))
}

async fn read(name: String, file: NamedTempFile, query: ImportQuery) -> Result<Dataset, Error> {
    let maps: Vec<&str> = query.map.as_deref().into_iter().collect();
    let options = LoadOptions {
        mapping: Mapping::parse(&maps)?,
        name: query.dataset_name,
        first_turn: query.first_turn,
        keep_braces: query.keep_braces,
        grading: query.checker,
    };
    tokio::task::spawn_blocking(move || {
        let source = Source {
            name,
            bytes: std::fs::read(file.path()).map_err(Error::read(file.path()))?,
        };
        load_source(&source, &options)
    })
    .await
    .map_err(|error| Error::Internal(error.to_string()))?
}
