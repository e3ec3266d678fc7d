//! base64url without padding, in its one canonical spelling.

use base64ct::{Base64UrlUnpadded, Encoding};

pub(super) fn encode(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(bytes)
}

/// `None` for anything but the spelling that [`encode`] gives.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let bytes = Base64UrlUnpadded::decode_vec(text).ok()?;
    (encode(&bytes) == text).then_some(bytes)
}
