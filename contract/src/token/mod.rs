//! The dataset token: a compact JWS (RFC 7515) with Ed25519 (RFC 8037) that says which pack a
//! capture was made from. Anyone with the public key verifies it offline.
//!
//! The header is not a menu: `alg` and `typ` are pinned, `kid` is the only other member, and
//! everything else a JWS may carry (`jwk`, `jku`, `x5c`, `crit`, …) is refused. There is no
//! expiry: a late import is honest, so age is reported and policy decides.

mod base64url;
mod claims;
mod error;
mod jwks;
mod key;
mod pem;
mod verify;

pub use claims::Claims;
pub use error::TokenError;
pub use key::{KeyId, SigningKey, VerifyingKey};
pub use verify::{KeySet, Verified};

/// The only `alg`.
pub const ALG: &str = "EdDSA";
/// The only `typ`.
pub const TYP: &str = "eval752-pack+jws";
