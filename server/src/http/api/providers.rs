//! `/providers`: API ones only; browser providers come from imports and are not managed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::cli::provider::{checked, test as smoke_test};
use crate::error::Error;
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::http::request::{ApiJson, ApiPath};

/// The API providers.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Providers {
    providers: Vec<Value>,
}

#[utoipa::path(get, path = "/providers", tag = "providers", responses((status = 200, body = Providers)))]
pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<Providers>, Problem> {
    let providers = app.workspace.store.api_providers().await?;
    Ok(Json(Providers {
        providers: providers
            .iter()
            .map(crate::store::Provider::to_json)
            .collect(),
    }))
}

/// An OpenAI-compatible endpoint.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProviderRequest {
    #[schema(min_length = 1)]
    name: String,
    /// As `https://api.example.com/v1`.
    base_url: String,
    /// The model to ask where nothing else says.
    model: Option<String>,
    /// The environment variable that holds the key; the key itself is not taken.
    key_env: Option<String>,
}

#[utoipa::path(post, path = "/providers", tag = "providers", request_body = ProviderRequest,
    responses((status = 201, body = Value)))]
pub(super) async fn add(
    State(app): State<Arc<App>>,
    ApiJson(request): ApiJson<ProviderRequest>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    if request.name.trim().is_empty() {
        return Err(Error::Usage("a provider needs a name".to_owned()).into());
    }
    let api = checked(
        &request.base_url,
        request.model.as_deref(),
        request.key_env.as_deref(),
    )?;
    let provider = app
        .workspace
        .store
        .add_provider(&request.name, &api)
        .await?;
    Ok((StatusCode::CREATED, Json(provider.to_json())))
}

#[utoipa::path(delete, path = "/providers/{id}", tag = "providers", params(("id" = String, Path)),
    responses((status = 204, description = "It is gone; scores it gave stay.")))]
pub(super) async fn remove(
    State(app): State<Arc<App>>,
    ApiPath(id): ApiPath<String>,
) -> Result<StatusCode, Problem> {
    app.workspace.store.remove_provider(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which model to test.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TestRequest {
    /// The provider's own where absent.
    model: Option<String>,
}

#[utoipa::path(post, path = "/providers/{id}/test", tag = "providers", params(("id" = String, Path)),
    request_body = TestRequest, responses((status = 200, body = Value)))]
pub(super) async fn test(
    State(app): State<Arc<App>>,
    ApiPath(id): ApiPath<String>,
    ApiJson(request): ApiJson<TestRequest>,
) -> Result<Json<Value>, Problem> {
    let provider = app.workspace.store.provider(&id).await?;
    Ok(Json(smoke_test(&provider, request.model).await?))
}
