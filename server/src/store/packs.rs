//! Packs that this workspace signed, and the judges it put into their scripts.

use eval752_contract::capture::Judge;
use eval752_contract::json::Writer;
use eval752_contract::pack::Pack;

use super::{Store, VersionId};
use crate::clock;
use crate::error::Error;

/// What is known about a pack.
#[derive(Debug, Clone)]
pub struct PackInfo {
    /// The version it was made from.
    pub version: VersionId,
}

/// A judge in the one spelling that is compared.
pub(crate) fn judge_text(judge: &Judge) -> String {
    let mut out = Writer::new();
    judge.write(&mut out);
    out.finish()
}

impl Store {
    /// Remembers a pack.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn put_pack(&self, version: &VersionId, pack: &Pack) -> Result<(), Error> {
        let mut write = self.write().await?;
        sqlx::query(
            "INSERT OR IGNORE INTO packs (token, version_id, pack_digest, item_count, created_at)
             VALUES (?, ?, ?, ?, ?)",
        )
        .bind(pack.dataset_token.as_str())
        .bind(version.as_str())
        .bind(pack.pack_digest.as_str())
        .bind(i64::try_from(pack.items.len()).unwrap_or(i64::MAX))
        .bind(clock::now().millis())
        .execute(&mut *write)
        .await?;
        write.commit().await?;
        Ok(())
    }

    /// Remembers that this workspace proposed `judge` for a pack of its own; a pack of another
    /// workspace is passed over.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn record_judge(&self, token: &str, judge: &Judge) -> Result<(), Error> {
        let mut write = self.write().await?;
        sqlx::query(
            "INSERT OR IGNORE INTO pack_judges (token, judge)
             SELECT token, ? FROM packs WHERE token = ?",
        )
        .bind(judge_text(judge))
        .bind(token)
        .execute(&mut *write)
        .await?;
        write.commit().await?;
        Ok(())
    }

    /// Whether this workspace proposed `judge` for this pack.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn knows_judge(&self, token: &str, judge: &Judge) -> Result<bool, Error> {
        let found: Option<i64> =
            sqlx::query_scalar("SELECT 1 FROM pack_judges WHERE token = ? AND judge = ?")
                .bind(token)
                .bind(judge_text(judge))
                .fetch_optional(self.readers())
                .await?;
        Ok(found.is_some())
    }
}
