//! A workspace: data folder, keys and store together, and what every verb and route does with
//! them.

use std::path::Path;
use std::sync::Arc;

use eval752_contract::capture::Judge;
use eval752_contract::ids::DatasetId;

use crate::data_dir::DataDir;
use crate::dataset::Dataset;
use crate::error::Error;
use crate::importing::{self, ImportOptions};
use crate::keyring::Keyring;
use crate::packing::{self, Packed, Selection};
use crate::store::{Imported, ItemFilter, Store, Stored, VersionId, VersionInfo};

/// An open workspace.
#[derive(Debug)]
pub struct Workspace {
    /// Its keys and secret.
    pub keyring: Keyring,
    /// Its store.
    pub store: Store,
    /// Its folder.
    pub data: DataDir,
}

/// Where a pack's items come from.
#[derive(Debug)]
pub struct PackSource {
    /// The dataset.
    pub id: DatasetId,
    /// The version.
    pub version: VersionId,
    /// Its rows.
    pub dataset: Dataset,
}

impl Workspace {
    /// Opens the workspace in `data`, making what is missing.
    ///
    /// # Errors
    /// When keys or store can't be opened.
    pub async fn open(data: DataDir) -> Result<Self, Error> {
        let keyring = Keyring::open(&data)?;
        let store = Store::open(&data).await?;
        Ok(Self {
            keyring,
            store,
            data,
        })
    }

    /// Stores a dataset that was read from a file.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn add_dataset(&self, dataset: &Dataset) -> Result<Stored, Error> {
        self.store.put_dataset(&self.keyring, dataset).await
    }

    /// The rows of a stored dataset, by id or name.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn stored(&self, id_or_name: &str) -> Result<PackSource, Error> {
        let version = self.store.dataset(id_or_name).await?;
        self.source(version).await
    }

    /// The items of a run, for asking them again: its dataset, and the ids that pass `filter`.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Usage`] when no item passes.
    pub async fn from_run(
        &self,
        run: &str,
        filter: ItemFilter,
    ) -> Result<(PackSource, Vec<String>), Error> {
        let run = self.store.run(run).await?;
        let ids = self.store.run_item_ids(&run.id, filter).await?;
        if ids.is_empty() {
            return Err(Error::Usage(
                "no item of the run is of that kind".to_owned(),
            ));
        }
        let version = self.store.dataset(&run.dataset_id).await?;
        Ok((self.source(version).await?, ids))
    }

    async fn source(&self, version: VersionInfo) -> Result<PackSource, Error> {
        Ok(PackSource {
            dataset: self.store.load_dataset(&version).await?,
            id: version.dataset,
            version: version.id,
        })
    }

    /// Packs, signs and remembers a selection, and the judge that its scripts may name.
    ///
    /// # Errors
    /// As [`packing::pack`].
    pub async fn pack(
        &self,
        source: &PackSource,
        selection: &Selection,
        judge: Option<&Judge>,
    ) -> Result<Packed, Error> {
        let packed = packing::pack(&self.keyring, &source.id, &source.dataset, selection)?;
        self.store.put_pack(&source.version, &packed.pack).await?;
        if let Some(judge) = judge {
            self.store
                .record_judge(packed.pack.dataset_token.as_str(), judge)
                .await?;
        }
        Ok(packed)
    }

    /// Imports a capture.
    ///
    /// # Errors
    /// As [`importing::import`].
    pub async fn import(&self, path: &Path, options: ImportOptions) -> Result<Imported, Error> {
        self.import_with(path, options, None).await
    }

    /// Imports a capture that comes with its dataset.
    ///
    /// # Errors
    /// As [`importing::import`].
    pub async fn import_with(
        &self,
        path: &Path,
        options: ImportOptions,
        brought: Option<Arc<Dataset>>,
    ) -> Result<Imported, Error> {
        importing::import(&self.store, &self.keyring, path, options, brought).await
    }
}
