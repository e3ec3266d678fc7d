//! Providers: API ones, which a user adds and a judge calls, and browser ones, which only an
//! import makes.

use eval752_contract::json::Writer;
use eval752_contract::target::Target;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::{ProviderId, Store, Write};
use crate::clock;
use crate::error::Error;

/// How a provider is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Surface {
    /// By an OpenAI-compatible API.
    Api(ApiProvider),
    /// By a person's browser.
    Browser {
        /// The preset.
        preset: String,
        /// The page.
        origin: String,
    },
}

/// An OpenAI-compatible endpoint. The key is named, never stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiProvider {
    /// As `https://api.openai.com/v1`.
    pub base_url: String,
    /// The model to ask where nothing else says.
    pub model: Option<String>,
    /// The environment variable with the key; none for a server that needs no key.
    pub key_env: Option<String>,
}

/// A provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// Its id.
    pub id: ProviderId,
    /// Its name for people.
    pub name: String,
    /// How it is reached.
    pub surface: Surface,
}

impl Provider {
    /// The provider as the API shows it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match &self.surface {
            Surface::Api(api) => json!({
                "id": self.id, "name": self.name, "surface": "api", "browser_target": null,
                "base_url": api.base_url, "model": api.model, "key_env": api.key_env,
                "key_present": api.key_env.as_ref().map(|name| std::env::var_os(name).is_some()),
            }),
            Surface::Browser { preset, origin } => json!({
                "id": self.id, "name": self.name, "surface": "browser",
                "browser_target": { "preset": preset, "origin": origin, "display_name": self.name },
            }),
        }
    }
}

impl Serialize for Provider {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

const COLUMNS: &str =
    "SELECT id, surface, name, base_url, model, key_env, preset, origin FROM providers";

fn provider(row: &SqliteRow) -> Result<Provider, Error> {
    let surface = match row.try_get::<Option<String>, _>("base_url")? {
        Some(base_url) => Surface::Api(ApiProvider {
            base_url,
            model: row.try_get("model")?,
            key_env: row.try_get("key_env")?,
        }),
        None => Surface::Browser {
            preset: row.try_get("preset")?,
            origin: row.try_get("origin")?,
        },
    };
    Ok(Provider {
        id: ProviderId::from_text(row.try_get::<String, _>("id")?),
        name: row.try_get("name")?,
        surface,
    })
}

impl Store {
    /// Adds an API provider.
    ///
    /// # Errors
    /// [`Error::Usage`] when the name is taken.
    pub async fn add_provider(&self, name: &str, api: &ApiProvider) -> Result<Provider, Error> {
        let mut write = self.write().await?;
        let taken: Option<i64> =
            sqlx::query_scalar("SELECT 1 FROM providers WHERE surface = 'api' AND name = ?")
                .bind(name)
                .fetch_optional(&mut *write)
                .await?;
        if taken.is_some() {
            return Err(Error::Usage(format!(
                "there is a provider called \"{name}\" already; choose another name"
            )));
        }
        let id = ProviderId::fresh();
        sqlx::query(
            "INSERT INTO providers (id, surface, name, base_url, model, key_env, created_at)
             VALUES (?, 'api', ?, ?, ?, ?, ?)",
        )
        .bind(id.as_str())
        .bind(name)
        .bind(&api.base_url)
        .bind(&api.model)
        .bind(&api.key_env)
        .bind(clock::now().millis())
        .execute(&mut *write)
        .await?;
        write.commit().await?;
        Ok(Provider {
            id,
            name: name.to_owned(),
            surface: Surface::Api(api.clone()),
        })
    }

    /// The API providers: browser ones are no business of provider management.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn api_providers(&self) -> Result<Vec<Provider>, Error> {
        let query = format!("{COLUMNS} WHERE surface = 'api' ORDER BY name");
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .fetch_all(self.readers())
            .await?;
        rows.iter().map(provider).collect()
    }

    /// The provider with this id, or the API provider with this name.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn provider(&self, id_or_name: &str) -> Result<Provider, Error> {
        let query = format!("{COLUMNS} WHERE id = ?1 OR (surface = 'api' AND name = ?1)");
        let row = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(id_or_name)
            .fetch_optional(self.readers())
            .await?
            .ok_or_else(|| Error::not_found("provider", id_or_name))?;
        provider(&row)
    }
}

impl Store {
    /// Removes an API provider. Runs that it judged keep their scores and what it said.
    ///
    /// # Errors
    /// [`Error::NotFound`]; browser providers belong to their runs and are not found here.
    pub async fn remove_provider(&self, id_or_name: &str) -> Result<(), Error> {
        let mut write = self.write().await?;
        let removed =
            sqlx::query("DELETE FROM providers WHERE surface = 'api' AND (id = ?1 OR name = ?1)")
                .bind(id_or_name)
                .execute(&mut *write)
                .await?
                .rows_affected();
        write.commit().await?;
        if removed == 0 {
            return Err(Error::not_found("API provider", id_or_name));
        }
        Ok(())
    }
}

/// Makes or finds the browser provider of a target; its name follows the latest import.
pub(super) async fn upsert_browser(
    write: &mut Write,
    target: &Target,
) -> Result<ProviderId, Error> {
    let id: String = sqlx::query_scalar(
        "INSERT INTO providers (id, surface, name, preset, origin, created_at)
         VALUES (?, 'browser', ?, ?, ?, ?)
         ON CONFLICT (preset, origin) WHERE surface = 'browser' DO UPDATE SET name = excluded.name
         RETURNING id",
    )
    .bind(ProviderId::fresh().as_str())
    .bind(&target.display_name)
    .bind(target.preset.as_str())
    .bind(target.origin.as_str())
    .bind(clock::now().millis())
    .fetch_one(&mut **write)
    .await?;
    Ok(ProviderId::from_text(id))
}

/// A target as JSON text.
pub(super) fn target_text(target: &Target) -> String {
    let mut out = Writer::new();
    target.write(&mut out);
    out.finish()
}
