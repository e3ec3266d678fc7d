//! Verifying a token with public keys.

use super::base64url;
use super::{ALG, Claims, KeyId, TYP, TokenError, VerifyingKey, jwks, pem};
use crate::json;

/// Public keys to verify tokens with: the present one and those before it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeySet(Vec<VerifyingKey>);

/// A token whose signature holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// What it states.
    pub claims: Claims,
    /// The key that signed it.
    pub key_id: KeyId,
}

impl KeySet {
    /// A set of these keys.
    #[must_use]
    pub fn new(keys: Vec<VerifyingKey>) -> Self {
        Self(keys)
    }

    /// Reads a JWKS, a JWK or a PEM public key.
    ///
    /// # Errors
    /// [`TokenError::KeyFile`], saying what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, TokenError> {
        if text.contains("-----BEGIN ") {
            return Ok(Self(vec![pem::read_public(text)?]));
        }
        jwks::read(text.trim_ascii().as_bytes()).map(Self)
    }

    /// The keys.
    #[must_use]
    pub fn keys(&self) -> &[VerifyingKey] {
        &self.0
    }

    /// Verifies `token` and reads its claims.
    ///
    /// # Errors
    /// What is wrong with it; nothing of its content is trusted before the signature holds.
    pub fn verify(&self, token: &str) -> Result<Verified, TokenError> {
        let mut parts = token.split('.');
        let (Some(header), Some(claims), Some(signature), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(TokenError::Shape);
        };
        let kid = read_header(&base64url::decode(header).ok_or(TokenError::Shape)?)?;
        let claims_text = base64url::decode(claims).ok_or(TokenError::Shape)?;
        let signature = base64url::decode(signature).ok_or(TokenError::Shape)?;
        let key = self.0.iter().find(|key| key.id().as_str() == kid);
        let key = key.ok_or(TokenError::UnknownKey(kid))?;
        let signed = &token[..header.len() + 1 + claims.len()];
        let signature =
            ed25519_dalek::Signature::from_slice(&signature).map_err(|_| TokenError::Signature)?;
        key.0
            .verify_strict(signed.as_bytes(), &signature)
            .map_err(|_| TokenError::Signature)?;
        let claims = Claims::parse(&claims_text).map_err(TokenError::Claims)?;
        Ok(Verified {
            claims,
            key_id: key.id(),
        })
    }
}

/// Checks the header and gives the key id.
fn read_header(text: &[u8]) -> Result<String, TokenError> {
    let refuse = |what: &str| TokenError::Header(what.to_owned());
    let node = json::parse(text).map_err(|_| refuse("is no valid JSON"))?;
    let fields = node.as_object().ok_or_else(|| refuse("is no object"))?;
    for member in fields.0 {
        if !["alg", "typ", "kid"].contains(&&*member.name) {
            let name: String = member
                .name
                .chars()
                .take(40)
                .flat_map(char::escape_debug)
                .collect();
            return Err(TokenError::Header(format!(
                "has the member \"{name}\", which is refused"
            )));
        }
    }
    let text_of = |name| fields.get(name).and_then(json::Node::as_str);
    if text_of("alg") != Some(ALG) {
        return Err(refuse("must have the alg \"EdDSA\""));
    }
    if text_of("typ") != Some(TYP) {
        return Err(refuse("must have the typ \"eval752-pack+jws\""));
    }
    match text_of("kid") {
        Some(kid) if !kid.is_empty() && kid.len() <= 64 && kid.is_ascii() => Ok(kid.to_owned()),
        _ => Err(refuse("must have a kid")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::SigningKey;
    use super::*;
    use crate::digest::Digester;
    use crate::ids::DatasetId;

    fn claims() -> Claims {
        Claims {
            dataset_id: DatasetId::new("ds").expect("an id"),
            version_hash: Digester::new().finish(),
            pack_digest: Digester::new().finish(),
            item_count: 2,
            iat: 1_773_338_942,
        }
    }

    #[test]
    fn a_token_is_verified_with_the_key_as_jwks_and_as_pem() {
        let key = SigningKey::from_seed(&[7; 32]);
        let token = key.sign(&claims());
        for text in [
            KeySet::new(vec![key.public()]).to_jwks(),
            key.public().to_pem(),
        ] {
            let keys = KeySet::parse(&text).expect("a key");
            let verified = keys.verify(token.as_str()).expect("a good token");
            assert_eq!(verified.claims, claims());
            assert_eq!(verified.key_id, key.public().id());
        }
        let again = SigningKey::from_pem(&key.to_pem()).expect("a private key");
        assert_eq!(again.seed(), key.seed());
    }

    #[test]
    fn every_changed_character_is_noticed() {
        let key = SigningKey::from_seed(&[7; 32]);
        let keys = KeySet::new(vec![key.public()]);
        let token = key.sign(&claims());
        for at in 0..token.as_str().len() {
            let mut bytes = token.as_str().as_bytes().to_vec();
            bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(bytes).expect("ASCII");
            assert!(keys.verify(&changed).is_err(), "byte {at}");
        }
        assert_eq!(keys.verify("signed-token"), Err(TokenError::Shape));
        let other = KeySet::new(vec![SigningKey::from_seed(&[8; 32]).public()]);
        assert_eq!(
            other.verify(token.as_str()).map_err(|e| e.code()),
            Err("token.unknown_key")
        );
    }

    #[test]
    fn the_header_is_no_menu() {
        let good = r#""alg":"EdDSA","typ":"eval752-pack+jws","kid":"k""#;
        assert_eq!(
            read_header(format!("{{{good}}}").as_bytes()),
            Ok("k".to_owned())
        );
        for bad in [
            r#""alg":"none","typ":"eval752-pack+jws","kid":"k""#,
            r#""alg":"HS256","typ":"eval752-pack+jws","kid":"k""#,
            r#""alg":"EdDSA","typ":"JWT","kid":"k""#,
            r#""alg":"EdDSA","kid":"k""#,
            r#""alg":"EdDSA","typ":"eval752-pack+jws""#,
            &format!(r#"{good},"crit":[]"#),
            &format!(r#"{good},"jwk":{{}}"#),
            &format!(r#"{good},"x5c":[]"#),
            &format!(r#"{good},"alg":"none""#),
        ] {
            assert!(
                read_header(format!("{{{bad}}}").as_bytes()).is_err(),
                "{bad}"
            );
        }
    }
}
