//! How long each step may take, in milliseconds. Every number has its reason.

/// How often the page is looked at while an answer is made.
pub const SAMPLE_MS: u64 = 100;
/// How often while an end is near: the busy marker was there and left.
pub(super) const CLOSING_SAMPLE_MS: u64 = 50;
/// How often while a control is about to change.
pub const QUICK_SAMPLE_MS: u64 = 20;

/// An empty conversation must be there by then.
pub(super) const NEW_CHAT_MS: u64 = 15_000;
/// Pressing "new chat" twice is harmless; some pages miss the first press while they render.
pub(super) const NEW_CHAT_AGAIN_MS: u64 = 4_000;
/// The composer must take input by then.
pub(super) const COMPOSER_MS: u64 = 15_000;
/// Two visible composers for so long are no transition.
pub(super) const SEVERAL_MS: u64 = 3_000;
/// Time between two tries to empty the composer.
pub(super) const CLEAR_MS: u64 = 300;
/// Editors commit in a later task (B7): an empty composer means nothing before this.
pub(super) const FILL_MS: u64 = 1_000;
/// The whole prompt must stand unchanged for this long before it is sent (B8).
pub(super) const READ_BACK_MS: u64 = 60;
/// The send control must be usable by then (B22).
pub(super) const SEND_READY_MS: u64 = 15_000;
/// The page must show by then that it took the prompt (B29).
pub(super) const PROOF_MS: u64 = 30_000;

/// A marked end must stand for this long, in at least [`STEADY_SAMPLES`] looks (B39).
pub(super) const MARKED_END_MS: u64 = 400;
/// The same on a page whose earlier answers did not change after this.
pub(super) const TRUSTED_MARKED_END_MS: u64 = 250;
/// The end marker may come so long before the busy marker leaves, and both say the same.
pub(super) const SAME_TIME_MS: u64 = 250;
/// The same where the busy marker was never seen: it may only be late.
pub(super) const UNSEEN_BUSY_MS: u64 = 1_000;
/// Looks that must agree, so that a throttled timer can't skip the wait (B87).
pub(super) const STEADY_SAMPLES: u32 = 3;
/// Without an end marker: the text must stand for this long after the busy marker left (B38).
pub(super) const BUSY_GONE_MS: u64 = 1_200;
/// The same on a page whose earlier answers did not change after this.
pub(super) const TRUSTED_BUSY_GONE_MS: u64 = 800;
/// Without any marker: the quiet window, which is the weakest evidence there is.
pub(super) const QUIET_MS: u64 = 8_000;
/// The last paint can come this long after the busy marker left (B38 saw 1,069): an answer is
/// watched for so long before the page is left, until the page has earned trust.
pub(super) const HOLD_MS: u64 = 1_200;
/// Streamed answers that must not change after their end before a page is trusted.
pub const TRUST_AFTER: u32 = 5;

/// The page is idle, the text stands, the end marker does not come.
pub(super) const END_UNPROVEN_MS: u64 = 60_000;
/// The page is idle and no answer comes.
pub(super) const NO_ANSWER_MS: u64 = 60_000;
/// A finished turn without text is empty after this.
pub(super) const EMPTY_MS: u64 = 8_000;
/// An answer that left the page is lost after this.
pub(super) const LOST_MS: u64 = 5_000;
/// An error of the page must stand for this long: some are shown and taken back.
pub(super) const ERROR_MS: u64 = 1_500;
/// Nothing came for this long: look for notices and walls.
pub(super) const NOTHING_MS: u64 = 3_000;
/// The text stands for this long without an end: the same. Long, for pages show dialogs that
/// have nothing to do with the answer.
pub(super) const STANDS_MS: u64 = 15_000;
/// Busy without a change for this long is stuck (B45); ten minutes of thinking are real (B42).
pub(super) const BUSY_STUCK_MS: u64 = 15 * 60_000;
