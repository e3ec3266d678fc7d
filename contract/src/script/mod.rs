//! What the in-page runtime is told to do, and how it is wrapped into something a person can
//! run: a raw script, a bookmarklet or a userscript.

#[cfg(feature = "script")]
mod dense;
#[cfg(feature = "script")]
mod escape;
#[cfg(feature = "script")]
mod forms;
#[cfg(feature = "script")]
mod plain;
mod plan;
mod plan_read;
#[cfg(feature = "script")]
mod runtime;
#[cfg(feature = "script")]
mod squeeze;

#[cfg(feature = "script")]
pub use forms::{CHROMIUM_BOOKMARK_LIMIT, FIREFOX_BOOKMARK_LIMIT, Form, package};
#[cfg(feature = "script")]
pub use plain::{NoPlainBookmarklet, PLAIN_RUNTIME_FORMAT, PlainRuntime, package_plain};
pub use plan::{Plan, PlanError, PlanItem, PlanPack, ScriptOptions};
#[cfg(feature = "script")]
pub use runtime::{RUNTIME_FORMAT, Runtime, RuntimeError};
