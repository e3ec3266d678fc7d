//! The document layer: manifest, session and records, checked as their bytes
//! pass, and against each other at the end.

mod check;
mod consumer;
mod coverage;
mod documents;
mod finish;
mod ids;
mod ledger;
mod lines;
mod locate;
mod parallel;
mod record_line;
mod sink;
mod structure;

pub(crate) use check::{Checked, Manner, check};
pub use consumer::{Consumer, Ignore};
pub(crate) use ledger::{Ledger, Numbering};
pub(crate) use locate::Spot;
pub(crate) use sink::Docs;
