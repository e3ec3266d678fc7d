//! What the tests of the application share: workspaces, captures, a server, a stand-in judge.
#![expect(
    unreachable_pub,
    reason = "the tests beside this folder are its only users"
)]

pub mod api;
pub mod capture;
pub mod judge;
pub mod server;

use std::path::{Path, PathBuf};

use eval752_contract::pack::Pack;
use eval752_server::dataset::{LoadOptions, Source, load};
use eval752_server::importing::ImportOptions;
use eval752_server::packing::Selection;
use eval752_server::store::Imported;
use eval752_server::{DataDir, Error, PackSource, Workspace};

/// A workspace in a folder of its own.
pub struct World {
    pub folder: tempfile::TempDir,
    pub workspace: Workspace,
}

impl World {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let data = DataDir::open(Some(&folder.path().join("data"))).expect("a data folder");
        let workspace = Workspace::open(data).await.expect("a workspace");
        Self { folder, workspace }
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    }

    /// Adds a dataset called "test" and packs `selection` of it.
    pub async fn pack(&self, jsonl: &str, selection: &Selection) -> Pack {
        let source = self.dataset(jsonl).await;
        let packed = self.workspace.pack(&source, selection, None).await;
        packed.expect("a pack").pack
    }

    pub async fn dataset(&self, jsonl: &str) -> PackSource {
        let source = Source {
            name: "test.jsonl".to_owned(),
            bytes: jsonl.as_bytes().to_vec(),
        };
        let dataset = load(&source, &LoadOptions::default()).expect("a dataset");
        let stored = self.workspace.add_dataset(&dataset).await.expect("stored");
        PackSource {
            id: stored.id,
            version: stored.version,
            dataset,
        }
    }

    pub async fn import(&self, bytes: &[u8]) -> Result<Imported, Error> {
        let path = self.file("capture", bytes);
        self.workspace.import(&path, ImportOptions::default()).await
    }
}

/// A dataset of `count` choices, of which the right one is always B.
pub fn choices(count: usize) -> String {
    let row = |n: usize| {
        let section = n % 3;
        format!(
            "{{\"id\":\"q{n}\",\"question\":\"Question {n}?\",\"choices\":[\"one\",\"two\"],\
             \"answer\":\"B\",\"category\":\"s{section}\"}}\n"
        )
    };
    (0..count).map(row).collect::<Vec<_>>().concat()
}

/// Reads a store's file directly, as a stranger would.
pub async fn query(data: &Path, sql: &'static str) -> Vec<Vec<String>> {
    use sqlx::{Column as _, Row as _, ValueRef as _};
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(data.join("eval752.sqlite"))
        .read_only(true);
    let mut connection = <sqlx::SqliteConnection as sqlx::Connection>::connect_with(&options)
        .await
        .expect("opened");
    let rows = sqlx::query(sql)
        .fetch_all(&mut connection)
        .await
        .expect("answered");
    rows.iter()
        .map(|row| {
            row.columns()
                .iter()
                .map(|column| {
                    let at = column.ordinal();
                    if row.try_get_raw(at).expect("a value").is_null() {
                        return "NULL".to_owned();
                    }
                    row.try_get::<String, _>(at)
                        .or_else(|_| row.try_get::<i64, _>(at).map(|number| number.to_string()))
                        .or_else(|_| row.try_get::<f64, _>(at).map(|number| number.to_string()))
                        .expect("text or a number")
                })
                .collect()
        })
        .collect()
}
