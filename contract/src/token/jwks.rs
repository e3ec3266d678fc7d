//! Public keys as a JSON Web Key Set (RFC 7517, RFC 8037).

use super::base64url;
use super::{ALG, KeySet, TokenError, VerifyingKey};
use crate::json::{self, Node, Writer};

impl KeySet {
    /// The set as JWKS text.
    #[must_use]
    pub fn to_jwks(&self) -> String {
        let mut out = Writer::new();
        out.object(|out| {
            out.key("keys").array(|out| {
                for key in self.keys() {
                    out.object(|out| {
                        out.key("kty").string("OKP");
                        out.key("crv").string("Ed25519");
                        out.key("x").string(&base64url::encode(&key.to_bytes()));
                        out.key("kid").string(key.id().as_str());
                        out.key("use").string("sig");
                        out.key("alg").string(ALG);
                    });
                }
            });
        });
        out.finish()
    }
}

/// Reads a JWKS, or a single JWK. Keys of other kinds are passed over, as RFC 7517 asks.
pub(super) fn read(text: &[u8]) -> Result<Vec<VerifyingKey>, TokenError> {
    let node = json::parse(text).map_err(|_| TokenError::KeyFile("is no valid JSON"))?;
    let keys = match node.get("keys").and_then(Node::as_array) {
        Some(keys) => keys.iter().filter_map(read_key).collect(),
        None => read_key(&node).into_iter().collect::<Vec<_>>(),
    };
    if keys.is_empty() {
        return Err(TokenError::KeyFile(
            "holds no Ed25519 public key (kty OKP, crv Ed25519)",
        ));
    }
    Ok(keys)
}

fn read_key(node: &Node<'_>) -> Option<VerifyingKey> {
    let member = |name| node.get(name).and_then(Node::as_str);
    if member("kty") != Some("OKP") || member("crv") != Some("Ed25519") {
        return None;
    }
    let bytes = base64url::decode(member("x")?)?;
    VerifyingKey::from_bytes(&bytes.try_into().ok()?)
}
