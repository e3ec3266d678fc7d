//! Storing datasets: a version is never changed, a dataset points at its latest.

use eval752_contract::digest::Digest;
use eval752_contract::ids::DatasetId;
use sqlx::QueryBuilder;

use super::datasets::VersionInfo;
use super::ids::fresh_dataset_id;
use super::{Store, VersionId, Write};
use crate::clock;
use crate::dataset::Dataset;
use crate::error::Error;
use crate::keyring::Keyring;
use crate::packing::version_hash;

/// Rows of one insert statement.
const BATCH: usize = 100;

/// What storing a dataset came to.
#[derive(Debug, Clone)]
pub struct Stored {
    /// The dataset.
    pub id: DatasetId,
    /// The version.
    pub version: VersionId,
    /// Its hash.
    pub version_hash: Digest,
    /// Whether this very version was there already.
    pub reused: bool,
}

impl Store {
    /// Stores a dataset under its name. Under a name that exists it becomes the dataset's
    /// latest version; the same content is the same version.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn put_dataset(&self, keyring: &Keyring, dataset: &Dataset) -> Result<Stored, Error> {
        let mut write = self.write().await?;
        let stored = put(&mut write, keyring, dataset).await?;
        write.commit().await?;
        Ok(stored)
    }
}

/// Stores a dataset as part of a larger transaction.
pub(super) async fn put(
    write: &mut Write,
    keyring: &Keyring,
    dataset: &Dataset,
) -> Result<Stored, Error> {
    let now = clock::now().millis();
    let known: Option<String> = sqlx::query_scalar("SELECT id FROM datasets WHERE name = ?")
        .bind(&dataset.name)
        .fetch_optional(&mut **write)
        .await?;
    let new = known.is_none();
    let id = DatasetId::new(known.unwrap_or_else(fresh_dataset_id))
        .ok_or_else(|| Error::Internal("a dataset without id".to_owned()))?;
    let hash = version_hash(keyring, &id, dataset);
    if new {
        insert_dataset(write, &id, &dataset.name, now).await?;
    }
    let same = stored_version(write, &id, &hash).await?;
    let reused = same.is_some();
    let version = if let Some(version) = same {
        version
    } else {
        let version = VersionId::fresh();
        insert_version(write, &id, &version, &hash, dataset, now).await?;
        version
    };
    make_current(write, &id, &version).await?;
    Ok(Stored {
        id,
        version,
        version_hash: hash,
        reused,
    })
}

/// Stores a dataset under the id that a pack has for it, as part of a larger transaction: the
/// version's hash has shown that it is that dataset. One that is there by now is used.
pub(super) async fn create(
    write: &mut Write,
    info: &VersionInfo,
    hash: &Digest,
    dataset: &Dataset,
) -> Result<(VersionId, bool), Error> {
    if let Some(version) = stored_version(write, &info.dataset, hash).await? {
        return Ok((version, false));
    }
    let taken: Option<i64> = sqlx::query_scalar("SELECT 1 FROM datasets WHERE name = ?")
        .bind(&dataset.name)
        .fetch_optional(&mut **write)
        .await?;
    if taken.is_some() {
        return Err(Error::Refused {
            code: "import.dataset_name",
            message: format!(
                "there is another dataset called \"{}\"; give the one you bring another name",
                dataset.name
            ),
            issues: Vec::new(),
        });
    }
    let now = clock::now().millis();
    insert_dataset(write, &info.dataset, &dataset.name, now).await?;
    insert_version(write, &info.dataset, &info.id, hash, dataset, now).await?;
    make_current(write, &info.dataset, &info.id).await?;
    Ok((info.id.clone(), true))
}

async fn stored_version(
    write: &mut Write,
    dataset: &DatasetId,
    hash: &Digest,
) -> Result<Option<VersionId>, Error> {
    let id: Option<String> = sqlx::query_scalar(
        "SELECT id FROM dataset_versions WHERE dataset_id = ? AND version_hash = ?",
    )
    .bind(dataset.as_str())
    .bind(hash.as_str())
    .fetch_optional(&mut **write)
    .await?;
    Ok(id.map(VersionId::from_text))
}

async fn insert_dataset(
    write: &mut Write,
    id: &DatasetId,
    name: &str,
    now: i64,
) -> Result<(), Error> {
    sqlx::query("INSERT INTO datasets (id, name, created_at) VALUES (?, ?, ?)")
        .bind(id.as_str())
        .bind(name)
        .bind(now)
        .execute(&mut **write)
        .await?;
    Ok(())
}

async fn make_current(write: &mut Write, id: &DatasetId, version: &VersionId) -> Result<(), Error> {
    sqlx::query("UPDATE datasets SET current_version = ? WHERE id = ?")
        .bind(version.as_str())
        .bind(id.as_str())
        .execute(&mut **write)
        .await?;
    Ok(())
}

async fn insert_version(
    write: &mut Write,
    id: &DatasetId,
    version: &VersionId,
    hash: &Digest,
    dataset: &Dataset,
    now: i64,
) -> Result<(), Error> {
    sqlx::query(
        "INSERT INTO dataset_versions (id, dataset_id, version_hash, item_count, understood, created_at)
         VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(version.as_str())
    .bind(id.as_str())
    .bind(hash.as_str())
    .bind(i64::try_from(dataset.entries.len()).unwrap_or(i64::MAX))
    .bind(serde_json::json!(dataset.understood).to_string())
    .bind(now)
    .execute(&mut **write)
    .await?;
    let mut position = 0_i64;
    for batch in dataset.entries.chunks(BATCH) {
        let mut insert = QueryBuilder::new(
            "INSERT INTO dataset_items (version_id, position, item_id, section, place, prompt,
             grading, blocked_code, blocked_message) ",
        );
        insert.push_values(batch, |mut row, entry| {
            let item = entry.item.as_ref();
            row.push_bind(version.as_str())
                .push_bind(position)
                .push_bind(entry.id.as_str())
                .push_bind(&entry.section)
                .push_bind(&entry.place)
                .push_bind(item.ok().map(|item| &item.prompt))
                .push_bind(
                    item.ok()
                        .map(|item| serde_json::json!(item.grading).to_string()),
                )
                .push_bind(item.err().map(|blocked| blocked.code))
                .push_bind(item.err().map(|blocked| &blocked.message));
            position += 1;
        });
        insert.build().execute(&mut **write).await?;
    }
    Ok(())
}
