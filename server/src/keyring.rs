//! What makes a workspace itself: the key that signs its packs, and the secret that salts its
//! hashes. Both are made on first use and never leave the data folder.

use std::path::{Path, PathBuf};

use eval752_contract::digest::{Digest, Digester};
use eval752_contract::token::{KeySet, SigningKey};

use crate::atomic;
use crate::data_dir::DataDir;
use crate::error::Error;

const KEY_FILE: &str = "signing-key.pem";
const SECRET_FILE: &str = "secret";

/// The workspace's key and secret.
#[derive(Debug)]
pub struct Keyring {
    key: SigningKey,
    secret: Secret,
    /// The key file, when this call made it: the caller tells the user once.
    pub created: Option<PathBuf>,
}

struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Keyring {
    /// Reads both files, making those that are not there.
    ///
    /// # Errors
    /// When a file is damaged or can't be written.
    pub fn open(data: &DataDir) -> Result<Self, Error> {
        let path = data.file(KEY_FILE);
        let made = make_file(&path, |seed| SigningKey::from_seed(seed).to_pem())?;
        let key = SigningKey::from_pem(&read(&path)?).map_err(|error| Error::KeyFile {
            path: path.clone(),
            why: error.to_string(),
        })?;
        let secret_path = data.file(SECRET_FILE);
        make_file(&secret_path, hex)?;
        let secret = unhex(read(&secret_path)?.trim()).ok_or_else(|| Error::KeyFile {
            path: secret_path,
            why: "it should hold 64 hexadecimal digits".to_owned(),
        })?;
        Ok(Self {
            key,
            secret: Secret(secret),
            created: made.then_some(path),
        })
    }

    /// The key that signs packs.
    #[must_use]
    pub fn signing_key(&self) -> &SigningKey {
        &self.key
    }

    /// The public keys that verify this workspace's tokens.
    #[must_use]
    pub fn public_keys(&self) -> KeySet {
        KeySet::new(vec![self.key.public()])
    }

    /// A digest that only this workspace can make, for `purpose` and a name: a salt.
    #[must_use]
    pub fn salt(&self, purpose: &str, name: &str) -> Digest {
        let mut digester = Digester::new();
        digester.field(&self.secret.0);
        digester.field(purpose.as_bytes());
        digester.field(name.as_bytes());
        digester.finish()
    }
}

/// Makes `path` from 32 random bytes unless it exists; says whether it did. Two processes that
/// start at once end up with the same file.
fn make_file(path: &Path, content: impl FnOnce(&[u8; 32]) -> String) -> Result<bool, Error> {
    if path.exists() {
        return Ok(false);
    }
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|error| Error::System {
        what: "the system gave no random numbers",
        why: error.to_string(),
    })?;
    atomic::write_new(path, content(&seed).as_bytes())
}

fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(Error::read(path))
}

fn hex(bytes: &[u8; 32]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(at * 2..at * 2 + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_and_secret_are_made_once_and_only_for_their_owner() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = DataDir::open(Some(&folder.path().join("deep/data"))).expect("a data folder");
        let first = Keyring::open(&data).expect("made");
        let second = Keyring::open(&data).expect("read");
        assert!(first.created.is_some() && second.created.is_none());
        assert_eq!(first.key.seed(), second.key.seed());
        assert_eq!(first.salt("a", "b"), second.salt("a", "b"));
        assert_ne!(first.salt("a", "b"), first.salt("ab", ""));
        #[cfg(unix)]
        for name in [KEY_FILE, SECRET_FILE] {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(data.file(name))
                .expect("there")
                .permissions();
            assert_eq!(mode.mode() & 0o777, 0o600, "{name}");
        }
    }

    #[test]
    fn a_damaged_key_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = DataDir::open(Some(folder.path())).expect("a data folder");
        std::fs::write(data.file(KEY_FILE), "nonsense").expect("written");
        let error = Keyring::open(&data).expect_err("refused");
        assert_eq!(error.code(), "key.damaged");
        assert_eq!(
            std::fs::read(data.file(KEY_FILE)).expect("there"),
            b"nonsense"
        );
    }
}
