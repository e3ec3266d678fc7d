//! Scoring: a program where the item allows it, a judge otherwise, and `unscored` with a
//! reason where neither can tell. A failure to score is never a score of 0.

mod ask;
mod choice;
mod client;
mod decide;
mod judging;
mod number;
mod program;
mod reply;
mod worker;

pub use client::{ClientError, Endpoint, Reply};
pub use worker::{Progress, Scored, Worker};

/// Reasons for having no score. They are part of the API.
pub(crate) mod reason {
    /// The capture has no whole answer.
    pub(crate) const CAPTURE_ERROR: &str = "capture_error";
    /// Neither reference nor criteria.
    pub(crate) const NO_REFERENCE: &str = "no_reference";
    /// A judge is needed and none is set, or the provider can't judge.
    pub(crate) const NO_JUDGE: &str = "no_judge";
    /// The answer, or the judge's reply, can't be read as what it should be.
    pub(crate) const UNPARSEABLE: &str = "unparseable";
    /// The judge said nothing.
    pub(crate) const EMPTY: &str = "empty";
    /// The judge's reply was cut off.
    pub(crate) const TRUNCATED: &str = "truncated";
    /// The judge refused.
    pub(crate) const REFUSED: &str = "refused";
    /// The judge's provider asked for fewer calls, again and again.
    pub(crate) const RATE_LIMITED: &str = "rate_limited";
    /// The judge did not answer in time.
    pub(crate) const TIMEOUT: &str = "timeout";
    /// The judge could not be reached or failed.
    pub(crate) const TRANSPORT: &str = "transport";
    /// The job's budget of calls is used up.
    pub(crate) const BUDGET: &str = "budget";
}
