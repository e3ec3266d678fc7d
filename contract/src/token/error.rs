//! Why a token, or a key to verify it with, is refused.

use core::fmt;

use crate::problem::Problem;

/// Why a token or a key is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenError {
    /// The token is not three base64url parts with dots between. It was cut, or it is no token.
    Shape,
    /// The header is not the one this kind of token has; names the member.
    Header(String),
    /// The claims are not what a pack's token says.
    Claims(Vec<Problem>),
    /// None of the keys given has the id that the token names. The key file of another
    /// workspace, or an old one.
    UnknownKey(String),
    /// The signature is not that of this key over this text: the token was changed.
    Signature,
    /// The text is no JWKS and no PEM public key; says why.
    KeyFile(&'static str),
}

impl TokenError {
    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Shape => "token.shape",
            Self::Header(_) => "token.header",
            Self::Claims(_) => "token.claims",
            Self::UnknownKey(_) => "token.unknown_key",
            Self::Signature => "token.signature",
            Self::KeyFile(_) => "token.key_file",
        }
    }
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => f.write_str("the token is not three base64url parts with dots between"),
            Self::Header(what) => write!(f, "the token's header {what}"),
            Self::Claims(problems) => {
                f.write_str("the token's claims are wrong")?;
                for problem in problems {
                    write!(f, "; {} {}", problem.pointer, problem.reason)?;
                }
                Ok(())
            }
            Self::UnknownKey(kid) => {
                write!(
                    f,
                    "the token was signed with the key {kid}, which is not among the keys given"
                )
            }
            Self::Signature => f.write_str("the signature does not fit: the token was changed"),
            Self::KeyFile(why) => write!(f, "the key file {why}"),
        }
    }
}

impl core::error::Error for TokenError {}
