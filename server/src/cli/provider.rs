//! `eval752 provider`

use clap::Subcommand;
use serde_json::json;

use super::Context;
use crate::error::Error;
use crate::scoring::Endpoint;
use crate::store::{ApiProvider, Provider, Surface};

/// Add, list and test API providers, which can judge.
#[derive(Debug, clap::Args)]
pub(super) struct ProviderVerb {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Add an OpenAI-compatible endpoint.
    Add {
        /// Its name.
        name: String,
        /// Its address, as https://api.example.com/v1.
        #[arg(long)]
        base_url: String,
        /// The model to ask where nothing else says.
        #[arg(long)]
        model: Option<String>,
        /// The environment variable that holds the key; the key itself is not stored.
        #[arg(long, value_name = "NAME")]
        key_env: Option<String>,
    },
    /// List the API providers.
    List,
    /// Remove a provider; scores it gave stay.
    Remove {
        /// Its id or name.
        provider: String,
    },
    /// Make one small call.
    Test {
        /// Its id or name.
        provider: String,
        /// The model [default: the provider's].
        #[arg(long)]
        model: Option<String>,
    },
}

impl ProviderVerb {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        let console = context.console;
        context.workspace(async |workspace| {
            let store = &workspace.store;
            match &self.verb {
                Verb::Add {
                    name,
                    base_url,
                    model,
                    key_env,
                } => {
                    let api = checked(base_url, model.as_deref(), key_env.as_deref())?;
                    let provider = store.add_provider(name, &api).await?;
                    console.result(&json!(provider), || vec![provider.id.to_string()])
                }
                Verb::List => {
                    let providers = store.api_providers().await?;
                    console.result(&json!({ "providers": providers }), || {
                        providers.iter().map(line).collect()
                    })
                }
                Verb::Remove { provider } => store.remove_provider(provider).await,
                Verb::Test { provider, model } => {
                    let provider = store.provider(provider).await?;
                    let report = test(&provider, model.clone()).await?;
                    console.result(&report, || vec!["the provider answers".to_owned()])
                }
            }
        })
    }
}

fn line(provider: &Provider) -> String {
    match &provider.surface {
        Surface::Api(api) => format!(
            "{}\t{}\t{}\t{}",
            provider.id,
            provider.name,
            api.base_url,
            api.model.as_deref().unwrap_or("")
        ),
        Surface::Browser { .. } => String::new(),
    }
}

/// An endpoint's settings, if they make sense.
pub(crate) fn checked(
    base_url: &str,
    model: Option<&str>,
    key_env: Option<&str>,
) -> Result<ApiProvider, Error> {
    let rest = base_url
        .strip_prefix("https://")
        .or_else(|| base_url.strip_prefix("http://"));
    let good = rest.is_some_and(|rest| {
        !rest.is_empty() && !rest.starts_with('/') && !rest.contains(['?', '#', '@', ' '])
    });
    if !good || base_url.chars().any(char::is_control) {
        return Err(Error::Usage(
            "the base URL must be like https://api.example.com/v1, without user, query and fragment".to_owned(),
        ));
    }
    let name_like = |name: &str| {
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    if key_env.is_some_and(|name| !name_like(name)) {
        // Most likely the key itself: it must not be repeated.
        return Err(Error::Usage(
            "the key is named by its environment variable (letters, digits, _), not given itself"
                .to_owned(),
        ));
    }
    Ok(ApiProvider {
        base_url: base_url.to_owned(),
        model: model.map(str::to_owned),
        key_env: key_env.map(str::to_owned),
    })
}

/// One small call.
pub(crate) async fn test(
    provider: &Provider,
    model: Option<String>,
) -> Result<serde_json::Value, Error> {
    let Surface::Api(api) = &provider.surface else {
        return Err(Error::Usage("only API providers can be tested".to_owned()));
    };
    let model = model.or_else(|| api.model.clone()).ok_or_else(|| {
        Error::Usage("the provider has no model of its own; name one (--model)".to_owned())
    })?;
    let failed = |error: crate::scoring::ClientError| Error::Provider {
        name: provider.name.clone(),
        why: error.to_string(),
    };
    let endpoint = Endpoint::new(api).map_err(failed)?;
    let started = std::time::Instant::now();
    let asked = model.clone();
    let reply = tokio::task::spawn_blocking(move || endpoint.smoke_test(&asked))
        .await
        .map_err(|error| Error::Internal(error.to_string()))?
        .map_err(failed)?;
    let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(json!({
        "provider_id": provider.id, "model": model, "latency_ms": millis,
        "finish_reason": reply.finish_reason, "total_tokens": reply.total_tokens,
    }))
}
