//! The datasets that are there. [`versions`](super::versions) stores them.

use eval752_contract::digest::Digest;
use eval752_contract::ids::{DatasetId, ItemId};
use serde::Serialize;
use sqlx::Row as _;

use super::{Store, VersionId};
use crate::dataset::{Blocked, Dataset, Entry, Grading, Item};
use crate::error::Error;

/// A dataset in lists.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct DatasetInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its latest version's hash.
    pub version_hash: String,
    /// Items in the latest version.
    pub item_count: i64,
    /// Its shape and mapping, in words.
    pub understood: Vec<String>,
    /// When the dataset was added, RFC 3339.
    pub created_at: String,
}

/// One version of a dataset.
#[derive(Debug, Clone)]
pub struct VersionInfo {
    /// The dataset.
    pub dataset: DatasetId,
    /// The dataset's name.
    pub name: String,
    /// The version.
    pub id: VersionId,
    /// Its hash.
    pub version_hash: String,
    /// Whether it is the dataset's latest.
    pub current: bool,
}

impl Store {
    /// Every dataset, by name.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn datasets(&self) -> Result<Vec<DatasetInfo>, Error> {
        let rows = sqlx::query(
            "SELECT d.id, d.name, d.created_at, v.version_hash, v.item_count, v.understood
             FROM datasets d JOIN dataset_versions v ON v.id = d.current_version ORDER BY d.name",
        )
        .fetch_all(self.readers())
        .await?;
        rows.iter()
            .map(|row| {
                Ok(DatasetInfo {
                    id: row.try_get("id")?,
                    name: row.try_get("name")?,
                    version_hash: row.try_get("version_hash")?,
                    item_count: row.try_get("item_count")?,
                    understood: serde_json::from_str(row.try_get("understood")?)
                        .unwrap_or_default(),
                    created_at: super::runs::time(row.try_get("created_at")?),
                })
            })
            .collect()
    }

    /// The latest version of the dataset with this id or name.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn dataset(&self, id_or_name: &str) -> Result<VersionInfo, Error> {
        let row = sqlx::query(
            "SELECT d.id, d.name, v.id AS version, v.version_hash FROM datasets d
             JOIN dataset_versions v ON v.id = d.current_version WHERE d.id = ?1 OR d.name = ?1",
        )
        .bind(id_or_name)
        .fetch_optional(self.readers())
        .await?
        .ok_or_else(|| Error::not_found("dataset", id_or_name))?;
        version(&row, true)
    }

    /// The version that a token names, if this workspace has it.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn version(
        &self,
        dataset: &DatasetId,
        hash: &Digest,
    ) -> Result<Option<VersionInfo>, Error> {
        let row = sqlx::query(
            "SELECT d.id, d.name, v.id AS version, v.version_hash, d.current_version = v.id AS current
             FROM datasets d JOIN dataset_versions v ON v.dataset_id = d.id
             WHERE d.id = ? AND v.version_hash = ?",
        )
        .bind(dataset.as_str())
        .bind(hash.as_str())
        .fetch_optional(self.readers())
        .await?;
        row.map(|row| version(&row, row.try_get("current")?))
            .transpose()
    }

    /// A version's rows, in order.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn load_dataset(&self, version: &VersionInfo) -> Result<Dataset, Error> {
        let rows = sqlx::query(
            "SELECT item_id, section, place, prompt, grading, blocked_code, blocked_message
             FROM dataset_items WHERE version_id = ? ORDER BY position",
        )
        .bind(version.id.as_str())
        .fetch_all(self.readers())
        .await?;
        let entries = rows.iter().map(entry).collect::<Result<_, Error>>()?;
        Ok(Dataset {
            name: version.name.clone(),
            entries,
            understood: Vec::new(),
            warnings: Vec::new(),
        })
    }

    /// A page of a version's rows, after `position`.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn dataset_page(
        &self,
        version: &VersionId,
        after: i64,
        limit: i64,
    ) -> Result<Vec<(i64, Entry)>, Error> {
        let rows = sqlx::query(
            "SELECT position, item_id, section, place, prompt, grading, blocked_code, blocked_message
             FROM dataset_items WHERE version_id = ? AND position > ? ORDER BY position LIMIT ?",
        )
        .bind(version.as_str())
        .bind(after)
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        rows.iter()
            .map(|row| Ok((row.try_get("position")?, entry(row)?)))
            .collect()
    }

    /// Removes a dataset with all its versions and packs.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Usage`] when a run needs it for its scoring.
    pub async fn remove_dataset(&self, id_or_name: &str) -> Result<(), Error> {
        let id = self.dataset(id_or_name).await?.dataset;
        let mut write = self.write().await?;
        let runs: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM runs r JOIN dataset_versions v ON v.id = r.version_id
             WHERE v.dataset_id = ?",
        )
        .bind(id.as_str())
        .fetch_one(&mut *write)
        .await?;
        if runs > 0 {
            return Err(Error::Usage(format!(
                "{runs} runs are scored by this dataset; it stays as long as they do"
            )));
        }
        for step in [
            "UPDATE datasets SET current_version = NULL WHERE id = ?",
            "DELETE FROM pack_judges WHERE token IN (SELECT p.token FROM packs p
             JOIN dataset_versions v ON v.id = p.version_id WHERE v.dataset_id = ?)",
            "DELETE FROM packs WHERE version_id IN
             (SELECT id FROM dataset_versions WHERE dataset_id = ?)",
            "DELETE FROM dataset_items WHERE version_id IN
             (SELECT id FROM dataset_versions WHERE dataset_id = ?)",
            "DELETE FROM dataset_versions WHERE dataset_id = ?",
            "DELETE FROM datasets WHERE id = ?",
        ] {
            sqlx::query(step)
                .bind(id.as_str())
                .execute(&mut *write)
                .await?;
        }
        write.commit().await?;
        Ok(())
    }
}

fn version(row: &sqlx::sqlite::SqliteRow, current: bool) -> Result<VersionInfo, Error> {
    Ok(VersionInfo {
        dataset: DatasetId::new(row.try_get::<String, _>("id")?)
            .ok_or_else(|| Error::Internal("a dataset without id".to_owned()))?,
        name: row.try_get("name")?,
        id: VersionId::from_text(row.try_get::<String, _>("version")?),
        version_hash: row.try_get("version_hash")?,
        current,
    })
}

fn entry(row: &sqlx::sqlite::SqliteRow) -> Result<Entry, Error> {
    let broken = |what: &str| Error::Internal(format!("a stored item has {what}"));
    let item = match row.try_get::<Option<String>, _>("prompt")? {
        Some(prompt) => {
            let grading: String = row.try_get("grading")?;
            let grading: Grading =
                serde_json::from_str(&grading).map_err(|_| broken("an unknown grading"))?;
            Ok(Item { prompt, grading })
        }
        None => Err(Blocked {
            code: known_code(row.try_get("blocked_code")?),
            message: row.try_get("blocked_message")?,
        }),
    };
    Ok(Entry {
        id: ItemId::new(row.try_get::<String, _>("item_id")?).ok_or_else(|| broken("no id"))?,
        section: row.try_get("section")?,
        place: row.try_get("place")?,
        item,
    })
}

/// Codes are part of the program; one of another version is kept as what it is: a block.
fn known_code(code: &str) -> &'static str {
    const CODES: &[&str] = &[
        "item.answer",
        "item.assertion",
        "item.checker",
        "item.choices",
        "item.criteria",
        "item.inputs",
        "item.kind",
        "item.media",
        "item.messages",
        "item.no_prompt",
        "item.regex",
        "item.several_turns",
        "item.system_message",
        "item.template",
        "item.test",
        "item.variable",
    ];
    CODES
        .iter()
        .find(|known| **known == code)
        .copied()
        .unwrap_or("item.blocked")
}
