//! Ed25519 keys and their ids.

use core::fmt;

use ed25519_dalek::Signer as _;
use sha2::{Digest as _, Sha256};

use super::base64url;
use super::{ALG, Claims, TYP};
use crate::ids::DatasetToken;
use crate::json::Writer;

/// Names a public key: the first 12 bytes of its SHA-256, base64url.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(String);

impl KeyId {
    /// The id as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A key that signs packs. Its debug form does not show it.
pub struct SigningKey(ed25519_dalek::SigningKey);

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SigningKey")
            .field(&self.public().id())
            .finish()
    }
}

impl SigningKey {
    /// The key with this seed. The caller gets 32 bytes from the system's random source.
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(ed25519_dalek::SigningKey::from_bytes(seed))
    }

    /// The seed, for storing the key.
    #[must_use]
    pub fn seed(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// The public half.
    #[must_use]
    pub fn public(&self) -> VerifyingKey {
        VerifyingKey(self.0.verifying_key())
    }

    /// Signs `claims`.
    ///
    /// # Panics
    /// Never: a token is not empty.
    #[must_use]
    pub fn sign(&self, claims: &Claims) -> DatasetToken {
        let mut header = Writer::new();
        header.object(|out| {
            out.key("alg").string(ALG);
            out.key("typ").string(TYP);
            out.key("kid").string(self.public().id().as_str());
        });
        let mut text = base64url::encode(header.finish().as_bytes());
        text.push('.');
        text.push_str(&base64url::encode(claims.to_json().as_bytes()));
        let signature = self.0.sign(text.as_bytes());
        text.push('.');
        text.push_str(&base64url::encode(&signature.to_bytes()));
        DatasetToken::new(text).unwrap_or_else(|| unreachable!("a token is not empty"))
    }
}

/// A key that verifies tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyingKey(pub(super) ed25519_dalek::VerifyingKey);

impl VerifyingKey {
    /// The key with these bytes, unless they are no point or a weak one.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Option<Self> {
        let key = ed25519_dalek::VerifyingKey::from_bytes(bytes).ok()?;
        (!key.is_weak()).then_some(Self(key))
    }

    /// The key's 32 bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// The key's id.
    #[must_use]
    pub fn id(&self) -> KeyId {
        let hash = Sha256::digest(self.to_bytes());
        KeyId(base64url::encode(&hash[..12]))
    }
}
