//! Keys as PEM (RFC 7468, RFC 8410). Ed25519 keys have one DER form, so a fixed prefix is all
//! the ASN.1 there is.

use base64ct::{Base64, Encoding};

use super::{SigningKey, TokenError, VerifyingKey};

const PUBLIC_PREFIX: [u8; 12] = [0x30, 0x2A, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 3, 0x21, 0];
const PRIVATE_PREFIX: [u8; 16] = [
    0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20,
];

impl VerifyingKey {
    /// The key as PEM (`PUBLIC KEY`).
    #[must_use]
    pub fn to_pem(&self) -> String {
        encode(
            "PUBLIC KEY",
            &[&PUBLIC_PREFIX[..], &self.to_bytes()].concat(),
        )
    }
}

impl SigningKey {
    /// The key as PEM (`PRIVATE KEY`), for the key file.
    #[must_use]
    pub fn to_pem(&self) -> String {
        encode("PRIVATE KEY", &[&PRIVATE_PREFIX[..], &self.seed()].concat())
    }

    /// Reads PEM (`PRIVATE KEY`).
    ///
    /// # Errors
    /// [`TokenError::KeyFile`].
    pub fn from_pem(text: &str) -> Result<Self, TokenError> {
        let seed = decode("PRIVATE KEY", &PRIVATE_PREFIX, text)
            .ok_or(TokenError::KeyFile("is no Ed25519 private key in PEM"))?;
        Ok(Self::from_seed(&seed))
    }
}

pub(super) fn read_public(text: &str) -> Result<VerifyingKey, TokenError> {
    decode("PUBLIC KEY", &PUBLIC_PREFIX, text)
        .and_then(|bytes| VerifyingKey::from_bytes(&bytes))
        .ok_or(TokenError::KeyFile("is no Ed25519 public key in PEM"))
}

fn encode(label: &str, der: &[u8]) -> String {
    let body = Base64::encode_string(der);
    [
        "-----BEGIN ",
        label,
        "-----\n",
        &body,
        "\n-----END ",
        label,
        "-----\n",
    ]
    .concat()
}

fn decode(label: &str, prefix: &[u8], text: &str) -> Option<[u8; 32]> {
    let begin = ["-----BEGIN ", label, "-----"].concat();
    let end = ["-----END ", label, "-----"].concat();
    let (_, rest) = text.split_once(&begin)?;
    let (body, _) = rest.split_once(&end)?;
    let body: String = body.split_ascii_whitespace().collect();
    let der = Base64::decode_vec(&body).ok()?;
    der.strip_prefix(prefix)?.try_into().ok()
}
