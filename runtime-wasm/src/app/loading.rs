//! From the first line to the first screen: origin check, overlay, stored sessions.

use eval752_contract::capture::SessionEvidence;
use eval752_contract::ids::DatasetToken;
use eval752_contract::script::{Plan, PlanPack};
use wasm_bindgen::JsValue;
use web_sys::{Document, Window};

use super::lock::Locks;
use super::{App, Offer, Shared, now, window_value};
use crate::dom::DomPage;
use crate::js::{self, Parsed};
use crate::overlay::{self, Overlay, Press, Screen, View};
use crate::run::{About, Ledger, Run, RunOptions, SessionHead, rows_prefix};
use crate::store::IdbStore;
use crate::text::{push_hex, text};

/// Starts the runtime with a plan.
pub(crate) fn start(config: &str) {
    let window = js::window();
    let Some(document) = window.document() else {
        return;
    };
    let Some(mut plan) = Plan::read(&Parsed::new(config)) else {
        return refuse(&document, "This script is damaged: make it again.", "");
    };
    // Before anything else: is this the page it was made for?
    let here = js::text(&js::get(&window, "location"), "origin");
    let there = plan.target.origin.as_str();
    if here != there {
        let detail = text(&["This page is ", &here, ", the script is for ", there, "."]);
        return refuse(&document, "Wrong page: nothing was done.", &detail);
    }
    if overlay::present(&document) {
        return;
    }
    let shared = Shared::new();
    let Some(overlay) = Overlay::new(&document, Box::new(move |press| shared.press(press))) else {
        return;
    };
    let pack = plan.pack.take();
    let opening = Opening {
        shared,
        window,
        document,
        plan,
        pack: PlanPack {
            name: String::new(),
            dataset_token: DatasetToken::from_checked(String::new()),
            items: Vec::new(),
        },
        overlay,
        locks: Locks::new(),
        elsewhere: false,
    };
    match pack {
        Some(pack) => opening.find_sessions(pack),
        None => super::choosing::choose(opening),
    }
}

/// Says why nothing will be done.
#[inline(never)]
fn refuse(document: &Document, status: &str, detail: &str) {
    let message = text(&["Browser Harness: ", status, " ", detail]);
    js::error(&message);
    if overlay::present(document) {
        return;
    }
    let page = document.clone();
    let close = move |press| {
        if press == Press::Close {
            overlay::remove(&page);
        }
    };
    if let Some(overlay) = Overlay::new(document, Box::new(close)) {
        let view = View {
            status: status.to_owned(),
            problem: detail.to_owned(),
            ..View::default()
        };
        overlay.show(Screen::Words, &view);
    }
}

/// Everything that was found before the app is there.
pub(super) struct Opening {
    shared: Shared,
    window: Window,
    document: Document,
    plan: Plan,
    /// Empty until it is known.
    pack: PlanPack,
    pub(super) overlay: Overlay,
    locks: Locks,
    /// A session of this pack is under way in another tab.
    elsewhere: bool,
}

impl Opening {
    /// Looks for sessions of `pack`.
    pub(super) fn find_sessions(mut self, pack: PlanPack) {
        self.pack = pack;
        // No button before there is something behind it: an early press would be lost.
        let view = View {
            status: "Looking for an unfinished session\u{2026}".to_owned(),
            ..View::default()
        };
        self.overlay.show(Screen::Words, &view);
        let window = self.window.clone();
        IdbStore::open(
            &window,
            Box::new(move |store| {
                store.read("s/", Box::new(move |heads| self.choose(store, &heads)));
            }),
        );
    }

    /// Goes on with the latest stored session of this pack on this page, if there is one.
    fn choose(mut self, store: IdbStore, heads: &[Parsed]) {
        let mut latest: Option<SessionHead> = None;
        for head in heads {
            let Some(head) = SessionHead::from_row(head) else {
                continue;
            };
            if head.token == self.pack.dataset_token.as_str()
                && head.preset == self.plan.target.preset.as_str()
                && head.items == self.pack.items.len()
                && latest
                    .as_ref()
                    .is_none_or(|other| other.started_ms <= head.started_ms)
            {
                latest = Some(head);
            }
        }
        let Some(head) = latest else {
            return self.ready(store, None);
        };
        let locks = self.locks;
        let id = head.id.clone();
        let then = move |free: bool| {
            if !free {
                self.elsewhere = true;
                return self.ready(store, None);
            }
            let prefix = rows_prefix(&head.id);
            store.read(
                &prefix,
                Box::new(move |rows| {
                    let offer = self.offer(head, &rows);
                    self.ready(store, offer);
                }),
            );
        };
        locks.take(&id, Box::new(then));
    }

    /// What may be resumed of a session; nothing if every item has its record.
    fn offer(&self, head: SessionHead, rows: &[Parsed]) -> Option<Offer> {
        let mut ledger = Ledger::new(head.items);
        for row in rows {
            ledger.restore(row);
        }
        let open = ledger.next().is_some() || (0..head.items).any(|i| ledger.intent(i).is_some());
        if !open {
            return None;
        }
        let mut about = self.about(head.id.clone());
        about.resume(head.started_ms);
        let run = self.run(ledger, about);
        Some(Offer { head, run })
    }

    #[inline(never)]
    fn about(&self, session_id: String) -> About {
        let plan = &self.plan;
        let navigator = js::get(&self.window, "navigator");
        let evidence = plan.options.evidence.then(|| SessionEvidence {
            session_id: session_id.clone(),
            runtime_version: env!("CARGO_PKG_VERSION").to_owned(),
            preset_version: plan.preset_version.clone(),
            overrides: plan.overrides.clone(),
            user_agent: js::text(&navigator, "userAgent"),
            language: js::text(&navigator, "language"),
            declared: plan.options.declared,
            log: Vec::new(),
        });
        About::new(
            self.pack.dataset_token.clone(),
            plan.target.clone(),
            plan.options.judge.clone(),
            plan.options.label.clone(),
            session_id,
            evidence,
        )
    }

    #[inline(never)]
    fn run(&self, ledger: Ledger, about: About) -> Run {
        let options = &self.plan.options;
        let options = RunOptions {
            delay_ms: options.delay_ms,
            item_timeout_ms: options.item_timeout_ms,
            evidence: options.evidence,
            unattended: options.autostart,
            seed: random(),
        };
        Run::new(self.pack.items.clone(), ledger, about, options)
    }

    #[inline(never)]
    fn ready(self, store: IdbStore, offer: Option<Offer>) {
        let run = self.run(
            Ledger::new(self.pack.items.len()),
            self.about(new_session_id()),
        );
        let page = DomPage::new(
            self.window.clone(),
            self.document.clone(),
            self.plan.selectors.clone(),
            self.plan.interim.clone(),
        );
        let options = &self.plan.options;
        let under_way = offer.as_ref().is_some_and(|offer| !offer.head.held);
        let go_on = options.autostart || (options.continue_after_load && under_way);
        let shared = self.shared;
        let app = App {
            window: self.window,
            document: self.document,
            plan: self.plan,
            pack_name: self.pack.name,
            locks: self.locks,
            elsewhere: self.elsewhere,
            page,
            store,
            overlay: self.overlay,
            run,
            offer,
            pieces: None,
            saved_automatically: false,
            saved: None,
            timer: JsValue::UNDEFINED,
            on_time: js::callback(Box::new(move |_| {
                shared.tick();
            })),
            last_tick: 0,
            rest: 0,
            last_cost: 0,
            shown: None,
            started_mono: None,
        };
        window_value::define(&app.window, shared);
        *shared.0.borrow_mut() = Some(app);
        shared.observe();
        shared.with(&mut |app| {
            if go_on {
                app.press(Press::Resume);
            } else {
                app.refresh(now(&app.window));
            }
        });
        shared.tick();
    }
}

fn random() -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "below 2^52"
    )]
    let number = (js_sys::Math::random() * 4_503_599_627_370_496.0) as u64;
    number
}

/// Twenty hexadecimal digits: enough that two sessions never meet.
fn new_session_id() -> String {
    let mut id = String::new();
    for mut half in [random(), random()] {
        for _ in 0..5 {
            push_hex(&mut id, (half & 255) as u8);
            half >>= 8;
        }
    }
    id
}
