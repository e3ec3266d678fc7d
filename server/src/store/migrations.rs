//! The schema, as steps that are only ever added to.

use sqlx::sqlite::SqlitePool;

use crate::error::Error;

/// Step n makes version n + 1. A step that has been released is never changed.
const STEPS: &[&str] = &[include_str!("schema/0001.sql")];

pub(super) async fn run(pool: &SqlitePool) -> Result<(), Error> {
    let mut write = pool.begin_with("BEGIN IMMEDIATE").await?;
    let version: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut *write)
        .await?;
    let done = usize::try_from(version).unwrap_or(usize::MAX);
    if done > STEPS.len() {
        return Err(Error::Store {
            what: "the store was made by a newer version of eval752; use that one",
            why: format!(
                "schema version {version}, this program knows {}",
                STEPS.len()
            ),
        });
    }
    if done == STEPS.len() {
        return Ok(());
    }
    for step in &STEPS[done..] {
        sqlx::raw_sql(*step).execute(&mut *write).await?;
    }
    // A pragma takes no parameter; the number is ours.
    let version = format!("PRAGMA user_version = {}", STEPS.len());
    sqlx::raw_sql(sqlx::AssertSqlSafe(version))
        .execute(&mut *write)
        .await?;
    write.commit().await?;
    Ok(())
}
