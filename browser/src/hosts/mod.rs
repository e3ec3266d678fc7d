//! Which hosts a browser in a run may reach: names as the operator writes them,
//! names as a request brings them, and addresses names resolve to. All are
//! brought into one spelling before they are compared.

mod address;
mod allow;
mod no_proxy;
#[cfg(test)]
mod properties;
mod rule;
mod special;
mod target;

pub(crate) use address::why_not_public;
pub(crate) use allow::{AllowList, Entry, Resolved, Source};
pub(crate) use no_proxy::Bypass;
pub(crate) use target::Target;
