//! `smoke`: does all of this work on this machine? Each check is a sentence with
//! a verdict, and a remedy when it failed. Nothing leaves the machine: the proxy
//! and every origin behind it are stand-ins on loopback.

mod check;
mod machine;
mod page;
mod pictures;
mod repository;
mod runner;
mod started;
mod through;

pub(crate) use check::{Check, Verdict};

use std::path::PathBuf;

use crate::run::Options;

/// What to check.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    /// A repository whose configured command is run at the end.
    pub(crate) repository: Option<PathBuf>,
    /// What `run` is allowed to overlook.
    pub(crate) options: Options,
}

/// Makes all checks, handing each on as soon as it is made.
pub(crate) fn smoke(plan: &Plan, mut tell: impl FnMut(Check)) {
    for check in machine::checks(plan.options) {
        tell(check);
    }
    tell(pictures::check());
    for check in through::checks() {
        tell(check);
    }
    for check in started::checks() {
        tell(check);
    }
    if let Some(repository) = &plan.repository {
        for check in repository::checks(repository, plan.options) {
            tell(check);
        }
    }
}
