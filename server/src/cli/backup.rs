//! `eval752 backup`

use std::path::PathBuf;

use serde_json::json;

use super::Context;
use crate::error::Error;

/// Make a consistent copy of the store, also while it is used.
///
/// Keys and secret are files of their own in the data folder: copy them too, once.
#[derive(Debug, clap::Args)]
pub(super) struct Backup {
    /// The copy; must not be there yet.
    target: PathBuf,
}

impl Backup {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        context.workspace(async |workspace| {
            workspace.store.backup(&self.target).await?;
            let bytes = std::fs::metadata(&self.target)
                .map_err(Error::read(&self.target))?
                .len();
            context.console.result(
                &json!({ "output": self.target.display().to_string(), "bytes": bytes }),
                || vec![self.target.display().to_string()],
            )
        })
    }
}
