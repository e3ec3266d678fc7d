//! `eval752 keys`

use eval752_contract::token::VerifyingKey;

use super::Context;
use crate::error::Error;

#[derive(Debug, clap::Args)]
pub(super) struct Keys {
    /// PEM instead of a JSON Web Key Set.
    #[arg(long)]
    pem: bool,
}

impl Keys {
    pub(super) fn run(&self, context: &Context) -> Result<(), Error> {
        let keys = context.keyring()?.public_keys();
        let text = if self.pem {
            keys.keys().iter().map(VerifyingKey::to_pem).collect()
        } else {
            keys.to_jwks() + "\n"
        };
        context.console.data(text.as_bytes())
    }
}
