//! `/runs/{id}/export` and `/runs/{id}/report`: a run as a file.

use std::io::{Read as _, Seek as _};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::runs::ids;
use crate::error::Error;
use crate::export;
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::request::{ApiPath, ApiQuery};
use crate::store::CompareFilter;

/// The format of an export.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ExportFormat {
    /// One object a line.
    #[default]
    Jsonl,
    /// A table.
    Csv,
}

/// Which format.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ExportQuery {
    /// JSON Lines where absent.
    #[serde(default)]
    #[param(inline)]
    format: ExportFormat,
}

#[utoipa::path(get, path = "/runs/{id}/export", tag = "runs", params(("id" = String, Path), ExportQuery),
    responses((status = 200, content(("application/jsonl"), ("text/csv")), description = "The run's items")))]
pub(super) async fn export(
    State(app): State<Arc<App>>,
    ApiPath(id): ApiPath<String>,
    ApiQuery(query): ApiQuery<ExportQuery>,
) -> Result<Response, Problem> {
    let store = &app.workspace.store;
    let run = store.run(&id).await?;
    let mut file = scratch(&app)?;
    let (kind, ending) = match query.format {
        ExportFormat::Jsonl => {
            export::jsonl(store, &run, &mut file).await?;
            ("application/jsonl", "jsonl")
        }
        ExportFormat::Csv => {
            export::csv(store, &run, &mut file).await?;
            ("text/csv; charset=utf-8", "csv")
        }
    };
    download(file, kind, &format!("{}.{ending}", run.id))
}

/// What to compare with.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportQuery {
    /// Run ids with commas between.
    compare: Option<String>,
}

#[utoipa::path(get, path = "/runs/{id}/report", tag = "runs", params(("id" = String, Path), ReportQuery),
    responses((status = 200, content_type = "text/html", body = String)))]
pub(super) async fn report(
    State(app): State<Arc<App>>,
    ApiPath(id): ApiPath<String>,
    ApiQuery(query): ApiQuery<ReportQuery>,
) -> Result<Response, Problem> {
    let store = &app.workspace.store;
    let run = store.run(&id).await?;
    let others = ids(query.compare.as_deref().unwrap_or_default());
    let comparison = if others.is_empty() {
        None
    } else {
        let all: Vec<String> = std::iter::once(id).chain(others).collect();
        Some(store.compare(&all, CompareFilter::All, -1, 1).await?)
    };
    let mut file = scratch(&app)?;
    export::report(store, &run, comparison.as_ref(), &mut file).await?;
    download(
        file,
        "text/html; charset=utf-8",
        &format!("{}.html", run.id),
    )
}

/// A file without a name, gone with its last reader.
fn scratch(app: &App) -> Result<std::fs::File, Problem> {
    let folder = app.workspace.data.path();
    Ok(tempfile::tempfile_in(folder).map_err(Error::write(folder))?)
}

/// Sends a file piece by piece.
fn download(mut file: std::fs::File, kind: &'static str, name: &str) -> Result<Response, Problem> {
    file.rewind()
        .map_err(|error| Error::Internal(error.to_string()))?;
    let pieces = futures_util::stream::try_unfold(file, |mut file| async move {
        tokio::task::spawn_blocking(move || {
            let mut piece = vec![0; 64 << 10];
            let read = file.read(&mut piece)?;
            piece.truncate(read);
            Ok::<_, std::io::Error>((read > 0).then_some((piece, file)))
        })
        .await
        .map_err(std::io::Error::other)?
    });
    Ok((
        [
            (header::CONTENT_TYPE, kind.to_owned()),
            (
                header::CONTENT_DISPOSITION,
                format!("attachment; filename=\"{name}\""),
            ),
        ],
        Body::from_stream(pieces),
    )
        .into_response())
}
