//! From the state of the app to the words on the overlay.

use eval752_contract::page_check::write_page_check;
use eval752_contract::role::Role;
use eval752_contract::time::Timestamp;

use super::App;
use crate::clock::Now;
use crate::overlay::{Screen, View};
use crate::run::{PauseReason, Phase};
use crate::save::Saved;
use crate::text::{number, text};

impl App {
    /// Shows the present state, if it changed.
    #[inline(never)]
    pub(super) fn refresh(&mut self, now: Now) {
        let (screen, view) = (self.screen(), self.view(now));
        let key = text(&[
            &view.status,
            &view.detail,
            &view.counts,
            &view.problem,
            if self.run.pause_asked() { "+" } else { "" },
        ]);
        if self.shown != Some((screen, key.clone())) {
            self.overlay.show(screen, &view);
            self.shown = Some((screen, key));
        }
    }

    fn screen(&self) -> Screen {
        if self.offer.is_some() {
            return Screen::Offer;
        }
        match self.run.phase() {
            Phase::Ready => Screen::Ready,
            Phase::Running | Phase::Pacing { .. } => Screen::Running,
            Phase::Paused(_) => Screen::Paused,
            Phase::Stopped | Phase::Done => Screen::Ended,
        }
    }

    fn view(&mut self, now: Now) -> View {
        let counts = self.run.ledger().counts();
        let mut view = View {
            progress: (counts.done > 0 || self.run.phase() != Phase::Ready)
                .then_some((counts.done, counts.items)),
            has_records: counts.done > 0,
            has_failed: counts.failed > 0,
            has_left: self.run.ledger().next().is_some(),
            ..View::default()
        };
        if let Some(offer) = &self.offer {
            let done = offer.run.ledger().counts().done;
            view.status = "An unfinished session is stored here.".to_owned();
            view.detail = text(&[
                offer.head.label.as_deref().unwrap_or("No label"),
                "\nStarted ",
                &minute(offer.head.started_ms),
                " UTC\n",
                &of(done, offer.head.items),
                " prompts are recorded.",
            ]);
            return view;
        }
        if counts.done > 0 {
            view.counts = text(&[
                &number((counts.done - counts.failed) as u64),
                " answered, ",
                &number(counts.failed as u64),
                " with an error",
                &self.time_left(now),
            ]);
        }
        self.status(&mut view, counts.items);
        if self.store.refused() {
            view.problem
                .push_str("This browser does not store the run: a reload would lose it. ");
        }
        if let Some(error) = self.last_error() {
            view.problem.push_str("Last error: ");
            view.problem.push_str(&error);
        }
        view
    }

    fn status(&mut self, view: &mut View, items: usize) {
        let doing = self.run.doing();
        match self.run.phase() {
            Phase::Ready => {
                let (least, greatest) = self.plan.options.delay_ms;
                let each = 20_000 + least.midpoint(greatest);
                let minutes = (each * items as u64).div_ceil(60_000);
                view.status = text(&["Ready to send ", &number(items as u64), " prompts."]);
                view.detail = text(&[
                    "From \u{201C}",
                    &self.pack_name,
                    "\u{201D} to ",
                    &self.plan.target.display_name,
                    ", each in a new chat, ",
                    &seconds(least),
                    " to ",
                    &seconds(greatest),
                    " s apart: about ",
                    &number(minutes),
                    " min if an answer takes 20 s. Keep this tab visible and do not type in it. \
                     Answers stay in this browser's storage until you wipe them. The vendor's \
                     terms of use apply to you.",
                ]);
                if self.elsewhere {
                    view.problem = "Another tab is at work on a session of this pack.".to_owned();
                }
            }
            Phase::Running => {
                let (index, doing) = doing.unwrap_or((0, ""));
                view.status = text(&["Prompt ", &of(index + 1, items), ": ", doing]);
                if self.run.pause_asked() {
                    view.detail = "Will pause after this prompt.".to_owned();
                }
            }
            Phase::Pacing { .. } => view.status = "Waiting before the next prompt.".to_owned(),
            Phase::Paused(reason) => {
                view.status = "Paused.".to_owned();
                view.detail = match reason {
                    PauseReason::User => "Press Resume to go on.",
                    PauseReason::Wall => {
                        "The page asks to sign in or to prove something. Do that, then press Resume."
                    }
                    PauseReason::Failing => {
                        "Three prompts in a row could not be sent. Check the page, then press Resume."
                    }
                }
                .to_owned();
            }
            Phase::Stopped => view.status = "Stopped.".to_owned(),
            Phase::Done => view.status = "Done.".to_owned(),
        }
        if let (Phase::Stopped | Phase::Done, Some(saved)) = (self.run.phase(), self.saved) {
            view.detail = match saved {
                Saved::Archive => "The archive was offered as a download. Save offers it again.",
                Saved::Json => "No archive could be made; the JSON file holds the same.",
                Saved::Nothing => "The browser refused the download. Press Save to try again.",
            }
            .to_owned();
        }
    }

    fn last_error(&self) -> Option<String> {
        let ledger = self.run.ledger();
        (0..ledger.counts().items)
            .rev()
            .find_map(|index| ledger.error_of(index))
            .map(|error| error.chars().take(200).collect())
    }

    /// An estimate from the prompts done in this load.
    fn time_left(&self, now: Now) -> String {
        let counts = self.run.ledger().counts();
        let Some((since, before)) = self.started_mono else {
            return String::new();
        };
        let done = counts.done.saturating_sub(before);
        let left = counts.items - counts.done;
        if done == 0
            || left == 0
            || !matches!(self.run.phase(), Phase::Running | Phase::Pacing { .. })
        {
            return String::new();
        }
        let each = now.mono.saturating_sub(since) / done as u64;
        let minutes = (each * left as u64).div_ceil(60_000);
        let minutes = number(minutes);
        text(&[", about ", &minutes, " min left"])
    }

    /// Notes what the user states about the account.
    pub(super) fn declare(&mut self, index: usize, value: Option<bool>) {
        let Some(evidence) = self.run.about().evidence_mut() else {
            return;
        };
        let declared = &mut evidence.declared;
        match index {
            0 => declared.temporary_chat = value,
            1 => declared.memory = value,
            2 => declared.custom_instructions = value,
            _ => declared.tools = value,
        }
    }

    /// Shows what each role matches here, without sending anything.
    pub(super) fn check_page(&mut self) {
        let finder = self.page.finder();
        let table = self.overlay.begin_report();
        let mut roles = Vec::new();
        for &role in Role::ALL {
            let (check, element) = finder.check(role);
            if check.tried.is_empty() {
                continue;
            }
            let found = [
                &number(check.count),
                ", ",
                &number(check.visible),
                " visible",
            ];
            let selector = check.selector.unwrap_or("none of the list");
            self.overlay
                .report(&table, "td", &[role.as_str(), selector, &text(&found)]);
            if let Some(element) = element {
                self.overlay.frame(&element, role.as_str());
            }
            roles.push((role, check));
        }
        let target = &self.plan.target;
        let json = write_page_check(target.origin.as_str(), target.preset.as_str(), &roles);
        self.overlay.report_json(&json);
        // The button that copies it comes with the next refresh.
        self.shown = None;
    }
}

fn of(done: usize, all: usize) -> String {
    text(&[&number(done as u64), " of ", &number(all as u64)])
}

fn seconds(ms: u64) -> String {
    number(ms.div_ceil(1000))
}

fn minute(ms: i64) -> String {
    let time = Timestamp::from_millis(ms).canonical();
    let part = |range| time.get(range).unwrap_or_default();
    text(&[part(0..10), " ", part(11..16)])
}
