//! The runtime in the page: origin check, store, overlay, and the loop that steps the run.

mod choosing;
mod loading;
mod lock;
mod screen;
mod window_value;

use std::cell::RefCell;

use eval752_contract::script::Plan;
use eval752_contract::time::Timestamp;
use js_sys::Function;
use wasm_bindgen::JsValue;
use web_sys::{Document, MutationObserver, Window};

use crate::clock::Now;
use crate::dom::DomPage;
use crate::item::{QUICK_SAMPLE_MS, SAMPLE_MS};
use crate::js;
use crate::overlay::{self, Overlay, Press, Screen};
use crate::run::{Phase, Pieces, Run, SessionHead};
use crate::save::{Saved, save};
use crate::store::IdbStore;
use crate::text::{number, text};

pub(crate) use loading::start;
use lock::Locks;

/// Looks that take a while, on a huge page or at a long answer, are followed by a rest of so
/// many times that while: we take less than a fiftieth of the page's time.
const REST: u64 = 70;
/// But never longer: an answer's end must be seen soon.
const REST_MAX_MS: u64 = 600;

/// Everything that lives as long as the page does.
struct App {
    window: Window,
    document: Document,
    plan: Plan,
    pack_name: String,
    locks: Locks,
    /// A session of this pack is under way in another tab.
    elsewhere: bool,
    page: DomPage,
    store: IdbStore,
    overlay: Overlay,
    run: Run,
    /// An unfinished session that the user may resume.
    offer: Option<Offer>,
    /// The documents as they were last made.
    pieces: Option<Pieces>,
    /// Whether the run that is under way has had its automatic save.
    saved_automatically: bool,
    saved: Option<Saved>,
    timer: JsValue,
    /// What the timer calls.
    on_time: Function,
    last_tick: u64,
    /// How long the page is left alone after a look, for what the look cost it.
    rest: u64,
    last_cost: u64,
    /// What is on the overlay.
    shown: Option<(Screen, String)>,
    started_mono: Option<(u64, usize)>,
}

/// A session found in the store.
struct Offer {
    head: SessionHead,
    run: Run,
}

/// The app, shared with the callbacks. It lives as long as the page, so nobody counts.
#[derive(Clone, Copy)]
struct Shared(&'static RefCell<Option<App>>);

impl Shared {
    fn new() -> Self {
        Self(Box::leak(Box::default()))
    }

    /// Does something with the app, unless it is in the middle of something.
    #[inline(never)]
    fn with(self, act: &mut dyn FnMut(&mut App)) {
        if let Ok(mut app) = self.0.try_borrow_mut()
            && let Some(app) = app.as_mut()
        {
            act(app);
        }
    }

    fn tick(self) {
        let mut wait = None;
        self.with(&mut |app| wait = app.tick());
        if let Some(wait) = wait {
            self.schedule(wait);
        }
    }

    fn schedule(self, wait: u64) {
        self.with(&mut |app| {
            js::call(&app.window, "clearTimeout", &[&app.timer]);
            #[expect(clippy::cast_precision_loss, reason = "milliseconds, far below 2^53")]
            let wait = (wait as f64).into();
            app.timer = js::call(&app.window, "setTimeout", &[&app.on_time, &wait]);
        });
    }

    fn press(self, press: Press) {
        self.with(&mut |app| app.press(press));
        self.tick();
    }

    /// Timers sleep in hidden tabs; changes of the page do not (B84, B85).
    fn observe(self) {
        let changed = js::callback(Box::new(move |_| {
            let mut due = false;
            self.with(&mut |app| {
                let waited = mono(&app.window).saturating_sub(app.last_tick);
                due = app.run.phase() == Phase::Running && waited >= SAMPLE_MS.max(app.rest);
            });
            if due {
                self.tick();
            }
        }));
        let observer = MutationObserver::new(&changed);
        self.with(&mut |app| {
            if let (Ok(observer), Some(body)) = (&observer, app.document.body()) {
                let what = js::flags(&["childList", "characterData", "subtree"]);
                js::call(observer, "observe", &[&body, &what]);
            }
        });
    }
}

impl App {
    fn now(&self) -> Now {
        now(&self.window)
    }

    /// One step; the milliseconds until the next, or nothing while there is nothing to do.
    fn tick(&mut self) -> Option<u64> {
        let now = self.now();
        self.last_tick = now.mono;
        self.run.about().tick(now);
        let before = self.run.phase();
        let wait = self.run.step(now, &mut self.page, &mut self.store);
        if self.run.take_unsaved() {
            self.pieces = self.run.pieces(now);
        }
        let phase = self.run.phase();
        if before != phase {
            self.log_phase(phase);
            let ended = matches!(phase, Phase::Done | Phase::Stopped | Phase::Ready);
            if ended && !self.saved_automatically {
                self.saved_automatically = true;
                self.save();
            }
        }
        self.refresh(now);
        // One long look may have been a prompt being written, or another program's turn.
        let cost = mono(&self.window).saturating_sub(now.mono);
        self.rest = (cost.min(self.last_cost) * REST).min(REST_MAX_MS);
        self.last_cost = cost;
        match phase {
            // The steps up to sending are few and short.
            Phase::Running if wait <= QUICK_SAMPLE_MS => Some(wait.max(self.rest / 10)),
            Phase::Running => Some(wait.max(self.rest)),
            Phase::Pacing { until } => {
                let until = until.saturating_sub(now.mono).clamp(10, SAMPLE_MS);
                Some(until.max(self.rest))
            }
            _ => None,
        }
    }

    fn log_phase(&mut self, phase: Phase) {
        let index = self.run.doing().map_or(0, |(index, _)| index);
        let event = match phase {
            Phase::Running => text(&["item ", &number(index as u64 + 1)]),
            Phase::Paused(_) => "paused".to_owned(),
            Phase::Stopped => "stopped".to_owned(),
            Phase::Done => "done".to_owned(),
            Phase::Ready | Phase::Pacing { .. } => return,
        };
        self.run.about().log(&event);
    }

    fn press(&mut self, press: Press) {
        let now = self.now();
        match press {
            Press::Start | Press::TryOne => self.begin(now, (press == Press::TryOne).then_some(1)),
            Press::Resume => {
                if let Some(offer) = self.offer.take() {
                    self.take_up(offer);
                }
                self.begin(now, None);
            }
            Press::StartNew => self.offer = None,
            Press::Pause => {
                self.run.pause();
                self.put_head(true);
            }
            Press::Stop => {
                self.run.stop(now, &mut self.page, &mut self.store);
                self.put_head(true);
                self.log_phase(Phase::Stopped);
                if self.run.take_unsaved() {
                    self.pieces = self.run.pieces(now);
                }
                self.save();
            }
            Press::Save => self.save(),
            Press::Retry => {
                self.saved_automatically = false;
                self.run.about().log("retry failed");
                self.run.retry_failed(now);
            }
            Press::Wipe => {
                self.offer = None;
                self.store.wipe();
                self.saved = None;
            }
            Press::Check => self.check_page(),
            Press::Copy => self.overlay.copy_report(),
            Press::Fold => self.overlay.fold(),
            Press::Declare(index, value) => self.declare(index, value),
            Press::Close => {
                if !matches!(self.run.phase(), Phase::Running | Phase::Pacing { .. }) {
                    overlay::remove(&self.document);
                    self.locks.free();
                }
            }
        }
        self.refresh(now);
    }

    fn begin(&mut self, now: Now, only: Option<u32>) {
        self.saved_automatically = false;
        self.run.about().tick(now);
        self.run.start(now, only);
        if self.started_mono.is_none() {
            self.started_mono = Some((now.mono, self.run.ledger().counts().done));
            let id = self.run.about().session_id().to_owned();
            self.locks.take(&id, Box::new(|_| ()));
        }
        self.put_head(false);
    }

    /// Goes on with a stored session.
    fn take_up(&mut self, offer: Offer) {
        self.run = offer.run;
        self.run.settle_interrupted(&mut self.store);
        self.run.about().log("resumed");
    }

    /// Stores the session's head; a held one is not gone on with before somebody says so.
    fn put_head(&mut self, held: bool) {
        use crate::run::{Store as _, session_key};
        let items = self.run.ledger().counts().items;
        let about = self.run.about();
        let head = SessionHead {
            id: about.session_id().to_owned(),
            token: about.token().to_owned(),
            preset: self.plan.target.preset.as_str().to_owned(),
            label: self.plan.options.label.clone(),
            started_ms: about.started_ms(),
            items,
            held,
        };
        self.store.put(&session_key(&head.id), &head.to_row());
    }

    fn save(&mut self) {
        let now = self.now();
        let Some(pieces) = self.run.pieces(now) else {
            return;
        };
        let name = self.file_name(now);
        let saved = save(
            &self.window,
            &self.document,
            &pieces,
            self.run.ledger(),
            &name,
        );
        self.pieces = Some(pieces);
        self.saved = Some(saved);
    }

    /// Unique to the second and the session: two runs never share a name (E4).
    fn file_name(&mut self, now: Now) -> String {
        let time = Timestamp::from_millis(now.wall).canonical();
        let mut digits = String::new();
        for part in [0..4, 5..7, 8..10, 11..13, 14..16, 17..19] {
            digits.push_str(time.get(part).unwrap_or_default());
        }
        let preset = self.plan.target.preset.as_str();
        let id = self.run.about().session_id().get(..6).unwrap_or_default();
        text(&[preset, "-", &digits, "-", id])
    }
}

fn mono(window: &Window) -> u64 {
    let ms = js::call(&js::get(window, "performance"), "now", &[])
        .as_f64()
        .unwrap_or(0.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive time"
    )]
    let whole = ms as u64;
    whole
}

fn now(window: &Window) -> Now {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "milliseconds since 1970 fit"
    )]
    let wall = js_sys::Date::now() as i64;
    Now {
        mono: mono(window),
        wall,
    }
}
