//! Hand-made faults, for showing that the tests would notice them. Outside the tests every
//! switch is `false` at compile time and leaves no trace.

/// A way in which the decisions could be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The busy marker is no veto.
    IgnoreBusy,
    /// The end marker counts as present always.
    IgnoreEndMarker,
    /// A marked end need not stand for any time.
    MarkedEndAtOnce,
    /// The text need not stand after the busy marker left.
    BusyGoneAtOnce,
    /// A second of quiet is an end.
    ShortQuiet,
    /// The page is left at once.
    NoHold,
    /// Every page is trusted from the start.
    TrustAlways,
    /// A change after the end is not looked at.
    NoReopen,
    /// "Thinking…" is an answer.
    InterimIsAnswer,
    /// An error of the page is not looked at.
    IgnoreRetry,
    /// Another prompt in the conversation is not looked at.
    IgnoreOtherPrompt,
    /// The old conversation need not be gone.
    SkipNewChat,
    /// What stands in the composer is not compared.
    NoReadBack,
    /// Without proof the prompt is sent again.
    SendAgain,
    /// The prompt is sent before the intent is stored.
    SendBeforeIntent,
    /// An interrupted item is sent again without being asked.
    ResendInterrupted,
    /// A timed-out answer is recorded as whole.
    PartialIsWhole,
}

#[cfg(test)]
thread_local! {
    static ON: std::cell::Cell<Option<Fault>> = const { std::cell::Cell::new(None) };
}

/// Whether `fault` is switched on.
#[cfg(test)]
pub(crate) fn on(fault: Fault) -> bool {
    ON.with(|on| on.get() == Some(fault))
}

/// Whether `fault` is switched on: never.
#[cfg(not(test))]
#[inline]
pub(crate) const fn on(_fault: Fault) -> bool {
    false
}

/// Runs `act` with `fault` switched on.
#[cfg(test)]
pub(crate) fn with<T>(fault: Option<Fault>, act: impl FnOnce() -> T) -> T {
    ON.with(|on| on.set(fault));
    let result = act();
    ON.with(|on| on.set(None));
    result
}
