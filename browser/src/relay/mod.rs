//! The loopback proxy a browser in a run talks to. With an upstream proxy it
//! adds the credentials a browser won't send and forwards everything there;
//! without one it is the only way out, and dials listed hosts itself.
//!
//! It is never a second policy that widens the first: with an upstream it dials
//! no target, hides no target, and a list can only take away.

mod answer;
mod credentials;
mod direct;
mod forward;
mod headers;
mod peer;
mod plain;
mod server;
#[cfg(test)]
mod tests;
mod tunnel;
mod upstream;

pub(crate) use credentials::Upstream;
pub(crate) use direct::Network;
pub(crate) use server::{Limits, Policy, Relay, Way};
