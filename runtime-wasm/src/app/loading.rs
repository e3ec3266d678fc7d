//! From the first line to the first screen: origin check, overlay, stored sessions.

use std::cell::RefCell;
use std::rc::Rc;

use eval752_contract::capture::SessionEvidence;
use eval752_contract::json;
use eval752_contract::problem::Problems;
use eval752_contract::script::{Plan, PlanPack};
use web_sys::{Document, Window};

use super::{App, Offer, Shared, now, window_value};
use crate::dom::DomPage;
use crate::overlay::{self, Overlay, Screen, View};
use crate::run::{About, Ledger, Run, RunOptions, SessionHead, row_key};
use crate::store::IdbStore;

/// Starts the runtime with a plan.
pub(crate) fn start(config: &str) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let Some(document) = window.document() else {
        return;
    };
    let plan = json::parse(config.as_bytes())
        .ok()
        .and_then(|node| Plan::read(&node, &mut Problems::new()));
    let Some(plan) = plan else {
        return refuse(&document, "This script is damaged: make it again.", "");
    };
    // Before anything else: is this the page it was made for?
    let here = window.location().origin().unwrap_or_default();
    if here != plan.target.origin.as_str() {
        let detail = [
            "This page is ",
            &here,
            ", the script is for ",
            plan.target.origin.as_str(),
            ".",
        ]
        .concat();
        return refuse(&document, "Wrong page: nothing was done.", &detail);
    }
    if overlay::present(&document) {
        return;
    }
    let Some(pack) = plan.pack.clone() else {
        return refuse(&document, "This script holds no prompts.", "");
    };
    let shared = Shared(Rc::new(RefCell::new(None)));
    let pressed = shared.clone();
    let declared = shared.clone();
    let overlay = Overlay::new(
        &document,
        move |press| pressed.press(press),
        move |index, value| declared.with(|app| app.declare(index, value)),
    );
    let Some(overlay) = overlay else { return };
    IdbStore::open(&window.clone(), move |store| {
        let found = store.clone();
        store.read("s/", move |rows| {
            let head = unfinished(&rows, &plan, &pack);
            let Some(head) = head else {
                return ready(
                    &shared, &window, document, plan, &pack, found, overlay, None,
                );
            };
            let prefix = row_prefix(&head.id);
            let store = found.clone();
            found.read(&prefix, move |rows| {
                let offer = offer(&window, &plan, &pack, head, &rows);
                ready(
                    &shared, &window, document, plan, &pack, store, overlay, offer,
                );
            });
        });
    });
}

/// The prefix of all rows of a session.
fn row_prefix(id: &str) -> String {
    let key = row_key(id, 0);
    key[..key.len() - 7].to_owned()
}

/// Says why nothing will be done.
fn refuse(document: &Document, status: &str, detail: &str) {
    web_sys::console::error_1(&["Browser Harness: ", status, " ", detail].concat().into());
    if overlay::present(document) {
        return;
    }
    let shared: Rc<RefCell<Option<Overlay>>> = Rc::default();
    let closing = shared.clone();
    let close = move |press| {
        if press == overlay::Press::Close
            && let Some(overlay) = closing.borrow().as_ref()
        {
            overlay.remove();
        }
    };
    if let Some(overlay) = Overlay::new(document, close, |_, _| {}) {
        let view = View {
            status: status.to_owned(),
            problem: detail.to_owned(),
            ..View::default()
        };
        overlay.show(Screen::Refused, &view);
        *shared.borrow_mut() = Some(overlay);
    }
}

/// The latest stored session of this pack on this page.
fn unfinished(rows: &[String], plan: &Plan, pack: &PlanPack) -> Option<SessionHead> {
    rows.iter()
        .filter_map(|row| SessionHead::from_row(row))
        .filter(|head| {
            head.token == pack.dataset_token.as_str()
                && head.preset == plan.target.preset.as_str()
                && head.items == pack.items.len()
        })
        .max_by_key(|head| head.started_ms)
}

/// What may be resumed of it; nothing if every item has its record.
fn offer(
    window: &Window,
    plan: &Plan,
    pack: &PlanPack,
    head: SessionHead,
    rows: &[String],
) -> Option<Offer> {
    let mut ledger = Ledger::new(pack.items.len());
    for row in rows {
        let node = json::parse(row.as_bytes()).ok()?;
        let index = node.get("index").and_then(json::Node::as_integer)?;
        ledger.restore(usize::try_from(index).ok()?, row);
    }
    let open = ledger.next().is_some() || (0..head.items).any(|i| ledger.intent(i).is_some());
    if !open {
        return None;
    }
    let mut about = about(window, plan, pack, head.id.clone());
    about.resume(head.started_ms);
    let run = Run::new(pack.items.clone(), ledger, about, options(plan));
    Some(Offer { head, run })
}

fn about(window: &Window, plan: &Plan, pack: &PlanPack, session_id: String) -> About {
    let navigator = window.navigator();
    let evidence = plan.options.evidence.then(|| SessionEvidence {
        session_id: session_id.clone(),
        runtime_version: env!("CARGO_PKG_VERSION").to_owned(),
        preset_version: plan.preset_version.clone(),
        overrides: plan.overrides.clone(),
        user_agent: navigator.user_agent().unwrap_or_default(),
        language: navigator.language().unwrap_or_default(),
        declared: plan.options.declared,
        log: Vec::new(),
    });
    About::new(
        pack.dataset_token.clone(),
        plan.target.clone(),
        plan.options.judge.clone(),
        plan.options.label.clone(),
        session_id,
        evidence,
    )
}

fn options(plan: &Plan) -> RunOptions {
    RunOptions {
        delay_ms: plan.options.delay_ms,
        item_timeout_ms: plan.options.item_timeout_ms,
        evidence: plan.options.evidence,
        unattended: plan.options.autostart,
        seed: random(),
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
        for _ in 0..10 {
            id.push(char::from_digit(u32::try_from(half & 15).unwrap_or(0), 16).unwrap_or('0'));
            half >>= 4;
        }
    }
    id
}

#[expect(
    clippy::too_many_arguments,
    reason = "everything found on the way here"
)]
fn ready(
    shared: &Shared,
    window: &Window,
    document: Document,
    plan: Plan,
    pack: &PlanPack,
    store: IdbStore,
    overlay: Overlay,
    offer: Option<Offer>,
) {
    let about = about(window, &plan, pack, new_session_id());
    let ledger = Ledger::new(pack.items.len());
    let run = Run::new(pack.items.clone(), ledger, about, options(&plan));
    let page = DomPage::new(
        window.clone(),
        document.clone(),
        plan.selectors.clone(),
        plan.interim.clone(),
    );
    let go_on = plan.options.autostart || (plan.options.continue_after_load && offer.is_some());
    let app = App {
        window: window.clone(),
        document,
        plan,
        page,
        store,
        overlay,
        run,
        offer,
        pieces: None,
        saved_automatically: false,
        saved: None,
        timer: None,
        last_tick: 0,
        shown: None,
        started_mono: None,
    };
    *shared.0.borrow_mut() = Some(app);
    shared.observe();
    window_value::define(window, shared);
    shared.with(|app| {
        let now = now(&app.window);
        if go_on {
            app.press(crate::overlay::Press::Resume);
        } else {
            app.refresh(now);
        }
    });
    shared.tick();
}
