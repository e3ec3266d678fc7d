//! Taking a capture in: check the whole file, decide, then store it in one transaction.
//!
//! The file is read twice, in bounded memory each time: the first reading only judges, so that
//! a bad capture never touches the store; the second one stores, and is held against the
//! digest of the first.

mod inspect;
mod transfer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval752_contract::capture::{Judge, Session};
use eval752_contract::digest::Digest;
use eval752_contract::token::Verified;

use crate::dataset::Dataset;
use crate::error::{Error, Issue};
use crate::keyring::Keyring;
use crate::packing::version_hash;
use crate::store::{ImportRun, Imported, JudgeSpec, Store, Surface, VersionId, VersionInfo};
use inspect::Capture;

/// The largest capture taken in, in bytes.
pub const MAX_BYTES: u64 = 2 << 30;

/// What the importer decided.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportOptions {
    /// Make a copy of a capture that is there already.
    pub as_new: bool,
    /// Use the judge that the capture proposes, although this workspace did not put it there.
    pub confirm_judge: bool,
    /// Told how far the file is read: bytes done, bytes in all. It is read twice.
    pub watch: Option<fn(u64, u64)>,
}

/// Imports the capture in `path`. With `brought`, a dataset that the workspace does not have
/// is created, if it is the very one the pack was made from.
///
/// # Errors
/// [`Error::Refused`] with the validator's findings, or with what does not match here.
pub async fn import(
    store: &Store,
    keyring: &Keyring,
    path: &Path,
    options: ImportOptions,
    brought: Option<Arc<Dataset>>,
) -> Result<Imported, Error> {
    let keys = keyring.public_keys();
    let owned = path.to_owned();
    let capture = blocking({
        let keys = keys.clone();
        move || inspect::inspect(&owned, keys, options.watch)
    })
    .await?;
    if !options.as_new
        && let Some(found) = store.imported(&capture.digest).await?
    {
        return Ok(found);
    }
    let verified = keys
        .verify(capture.session.dataset_token.as_str())
        .map_err(|error| refused("import.token", error.to_string()))?;
    let (version, brought) = match (matching_version(store, &verified).await, brought) {
        (Ok(version), _) => (version, None),
        (Err(Error::Refused { code: UNKNOWN, .. }), Some(dataset)) => {
            let hash = the_packs_own(keyring, &verified, &dataset)?;
            (version_of(&verified, &dataset), Some((hash, dataset)))
        }
        (Err(error), _) => return Err(error),
    };
    let (judge, no_scoring) = judge(store, &capture.session, options).await?;
    let import = ImportRun {
        capture_digest: capture.digest.clone(),
        session_digest: capture.session_digest.clone(),
        item_count: capture.records,
        error_count: capture.errors,
        session: capture.session.clone(),
        version,
        brought,
        judge,
        no_scoring,
        as_new: options.as_new,
    };
    store_capture(store, &import, path.to_owned(), capture, options.watch).await
}

async fn store_capture(
    store: &Store,
    import: &ImportRun,
    path: PathBuf,
    capture: Capture,
    watch: Option<fn(u64, u64)>,
) -> Result<Imported, Error> {
    // Few batches in flight: memory stays flat however fast the file is read.
    let (sender, receiver) = tokio::sync::mpsc::channel(2);
    let reading =
        tokio::task::spawn_blocking(move || transfer::send(&path, &capture, &sender, watch));
    let imported = store.import(import, receiver).await;
    // The reader ends by itself: it sees the closed channel.
    reading
        .await
        .map_err(|error| Error::Internal(error.to_string()))?;
    imported
}

fn refused(code: &'static str, message: impl Into<String>) -> Error {
    Error::Refused {
        code,
        message: message.into(),
        issues: Vec::new(),
    }
}

/// The code of a capture whose dataset is not here.
const UNKNOWN: &str = "import.dataset_unknown";

/// The hash of a dataset that came with the capture, if it is the one its pack was made from:
/// the hash is salted with this workspace's secret, so nothing else has it.
fn the_packs_own(
    keyring: &Keyring,
    verified: &Verified,
    dataset: &Dataset,
) -> Result<Digest, Error> {
    let hash = version_hash(keyring, &verified.claims.dataset_id, dataset);
    if hash == verified.claims.version_hash {
        return Ok(hash);
    }
    Err(refused(
        "import.dataset_differs",
        "the dataset that came with the capture is not the one the pack was made from; bring the \
         same file, read with the same options (map, checker, first turn, braces)",
    ))
}

/// The version that is about to be created.
fn version_of(verified: &Verified, dataset: &Dataset) -> VersionInfo {
    VersionInfo {
        dataset: verified.claims.dataset_id.clone(),
        name: dataset.name.clone(),
        id: VersionId::fresh(),
        version_hash: verified.claims.version_hash.as_str().to_owned(),
        current: true,
    }
}

/// The dataset's version that the token names; it must be the current one.
async fn matching_version(store: &Store, verified: &Verified) -> Result<VersionInfo, Error> {
    let claims = &verified.claims;
    match store
        .version(&claims.dataset_id, &claims.version_hash)
        .await?
    {
        Some(version) if version.current => Ok(version),
        Some(version) => Err(refused(
            "import.version_changed",
            format!(
                "the dataset \"{}\" has changed since the pack was made; add the earlier file \
                 again (eval752 dataset add), import, then add the later one",
                version.name
            ),
        )),
        None => match store.dataset(claims.dataset_id.as_str()).await {
            Ok(dataset) => Err(refused(
                "import.version_unknown",
                format!(
                    "this workspace has the dataset \"{}\", but never had the state the pack was \
                     made from; add that file with eval752 dataset add",
                    dataset.name
                ),
            )),
            Err(Error::NotFound { .. }) => Err(refused(
                UNKNOWN,
                "this workspace does not have the dataset the pack was made from; import into \
                 the workspace that made the pack (--data DIR), or bring the dataset with the \
                 capture (--dataset FILE)",
            )),
            Err(error) => Err(error),
        },
    }
}

/// The judge to use, or why scoring is not promised.
///
/// What an archive proposes comes from outside: it would let a stranger choose who judges.
async fn judge(
    store: &Store,
    session: &Session,
    options: ImportOptions,
) -> Result<(Option<JudgeSpec>, Option<String>), Error> {
    let Some(judge) = &session.judge else {
        return Ok((None, None));
    };
    let known = store
        .knows_judge(session.dataset_token.as_str(), judge)
        .await?;
    if !known && !options.confirm_judge {
        return Ok((
            None,
            Some(
                "the capture proposes a judge that this workspace did not put into the pack's \
                 script, so scoring was not queued; look at it and import with --confirm-judge \
                 (confirm_judge=true), or score with a judge of your own: eval752 score RUN \
                 --judge …"
                    .to_owned(),
            ),
        ));
    }
    match usable(store, judge).await? {
        None => Ok((Some(JudgeSpec::from(judge)), None)),
        Some(why) => Ok((None, Some(why))),
    }
}

/// Why a judge's provider can't be asked, if it can't.
async fn usable(store: &Store, judge: &Judge) -> Result<Option<String>, Error> {
    match store.provider(&judge.provider_id).await {
        Ok(provider) if matches!(provider.surface, Surface::Api(_)) => Ok(None),
        Ok(_) => Ok(Some(
            "the judge's provider is a browser one, which can't judge; scoring was not queued, \
             score with eval752 score RUN --judge …"
                .to_owned(),
        )),
        Err(Error::NotFound { .. }) => Ok(Some(
            "this workspace has no provider with the judge's id; scoring was not queued, add one \
             (eval752 provider add) and score with eval752 score RUN --judge …"
                .to_owned(),
        )),
        Err(error) => Err(error),
    }
}

/// Findings of the validator as issues of ours.
fn issues(report: &eval752_validator::Report) -> Vec<Issue> {
    report
        .findings
        .iter()
        .filter(|finding| finding.severity == eval752_validator::Severity::Error)
        .map(|finding| {
            let message = format!("{}; {}", finding.message, finding.remedy());
            let issue = Issue::new(finding.code.as_str(), message);
            match finding.place.to_string() {
                place if place.is_empty() => issue,
                place => issue.at(place),
            }
        })
        .collect()
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::Internal(error.to_string()))?
}
