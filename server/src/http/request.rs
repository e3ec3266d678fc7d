//! What is read from requests, with failures as problem bodies.

use std::io::Write as _;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Json, Path, Query};
use axum::http::StatusCode;
use futures_util::{Stream, StreamExt as _};

use super::problem::Problem;
use crate::error::Error;

/// A JSON body.
#[derive(Debug, FromRequest)]
#[from_request(via(Json), rejection(Problem))]
pub(super) struct ApiJson<T>(pub(super) T);

/// The query.
#[derive(Debug, FromRequestParts)]
#[from_request(via(Query), rejection(Problem))]
pub(super) struct ApiQuery<T>(pub(super) T);

/// Parts of the path.
#[derive(Debug, FromRequestParts)]
#[from_request(via(Path), rejection(Problem))]
pub(super) struct ApiPath<T>(pub(super) T);

/// Writes a body to a file of its own, piece by piece, and refuses what is too large.
pub(super) async fn spool(
    body: Body,
    folder: &std::path::Path,
    most: u64,
) -> Result<tempfile::NamedTempFile, Problem> {
    spool_pieces(body.into_data_stream(), folder, most).await
}

/// The same with a part of a form.
pub(super) async fn spool_pieces<E>(
    mut stream: impl Stream<Item = Result<Bytes, E>> + Unpin,
    folder: &std::path::Path,
    most: u64,
) -> Result<tempfile::NamedTempFile, Problem> {
    let mut file = tempfile::Builder::new()
        .prefix(".upload-")
        .tempfile_in(folder)
        .map_err(Error::write(folder))?;
    let mut size = 0;
    while let Some(piece) = stream.next().await {
        let piece = piece.map_err(|_| {
            Problem::new(
                StatusCode::BAD_REQUEST,
                "request.body",
                "the upload broke off",
            )
        })?;
        size += piece.len() as u64;
        if size > most {
            return Err(Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "request.too_large",
                format!("the upload is larger than {most} bytes, the most that is taken"),
            ));
        }
        file.write_all(&piece).map_err(Error::write(folder))?;
    }
    if size == 0 {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "request.body",
            "the request has no body; send the file itself as the body",
        ));
    }
    Ok(file)
}
