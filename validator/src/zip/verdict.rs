//! Collects what the walk finds: the one structural error that decides, and
//! matters of form, each code once.

use crate::finding::{Code, Finding, Place, Profile};

/// The order in which structural errors matter. A frame that does not hold
/// makes everything read from it doubtful, so it outranks what came earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Where records begin and end.
    Framing,
    /// The two headers of an entry disagree.
    Agreement,
    /// A header by itself.
    Header,
    /// Which entries there are.
    Names,
    /// The data of an entry.
    Data,
    /// The date of an entry, which decides nothing.
    Time,
}

#[derive(Debug, Default)]
pub(super) struct Verdict {
    profile: Profile,
    structural: Option<(Rank, Finding)>,
    forms: Vec<(Finding, u64)>,
}

impl Verdict {
    pub(super) fn new(profile: Profile) -> Self {
        Self {
            profile,
            ..Self::default()
        }
    }

    /// Whether a finding of this rank would change nothing any more; lets
    /// costly diagnoses be skipped.
    pub(super) fn settles(&self, rank: Rank) -> bool {
        self.structural
            .as_ref()
            .is_some_and(|(have, _)| *have <= rank)
    }

    pub(super) fn fail(
        &mut self,
        rank: Rank,
        code: Code,
        place: Place,
        message: impl Into<String>,
    ) {
        self.fail_hint(rank, code, place, message, None::<String>);
    }

    pub(super) fn fail_hint(
        &mut self,
        rank: Rank,
        code: Code,
        place: Place,
        message: impl Into<String>,
        hint: Option<impl Into<String>>,
    ) {
        if self.settles(rank) {
            return;
        }
        let mut finding = Finding::new(code, self.profile, place, message);
        finding.hint = hint.map(Into::into);
        self.structural = Some((rank, finding));
    }

    pub(super) fn form(&mut self, code: Code, place: Place, message: impl Into<String>) {
        match self.forms.iter_mut().find(|(have, _)| have.code == code) {
            Some((_, count)) => *count += 1,
            None => self
                .forms
                .push((Finding::new(code, self.profile, place, message), 1)),
        }
    }

    /// Adds advice to the structural error unless it has some.
    pub(super) fn advise(&mut self, hint: &str) {
        if let Some((_, finding)) = &mut self.structural
            && finding.hint.is_none()
        {
            finding.hint = Some(hint.to_owned());
        }
    }

    pub(super) fn has_structural(&self) -> bool {
        self.structural.is_some()
    }

    pub(super) fn finish(self) -> (Option<Finding>, Vec<Finding>) {
        let forms = self
            .forms
            .into_iter()
            .map(|(mut finding, count)| {
                if count > 1 {
                    finding.message =
                        format!("{} (and {} more like it)", finding.message, count - 1);
                }
                finding
            })
            .collect();
        (self.structural.map(|(_, finding)| finding), forms)
    }
}
