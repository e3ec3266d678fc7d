//! One session, one tab: two tabs that go on with the same session would send its prompts twice.
//!
//! The browser's own locks are let go when a tab dies. Pages without a secure origin have none;
//! there the user is on their own.

use std::cell::RefCell;

use wasm_bindgen::JsValue;

use crate::js;
use crate::text::text;

/// The locks that this page holds.
#[derive(Clone, Copy)]
pub(super) struct Locks(&'static RefCell<Vec<JsValue>>);

impl Locks {
    pub(super) fn new() -> Self {
        Self(Box::leak(Box::default()))
    }

    /// Takes the lock of session `id`, or finds that another tab has it, then goes on.
    pub(super) fn take(self, id: &str, then: Box<dyn FnOnce(bool)>) {
        let locks = js::get(&js::get(&js::window(), "navigator"), "locks");
        if locks.is_undefined() {
            return then(true);
        }
        let mut then = Some(then);
        let granted = js::answering(Box::new(move |lock| {
            let free = !lock.is_null();
            if let Some(then) = then.take() {
                then(free);
            }
            // The lock is held until what is given back here settles; `then` gets the means.
            let held = js::flags(&[]);
            if free {
                let keep = js::callback(Box::new(move |settle| {
                    self.0.borrow_mut().push(settle);
                }));
                js::set(&held, "then", &keep);
            }
            held
        }));
        let name = JsValue::from_str(&text(&["eval752/", id]));
        js::call(
            &locks,
            "request",
            &[&name, &js::flags(&["ifAvailable"]), &granted],
        );
    }

    /// Lets all of them go.
    pub(super) fn free(self) {
        for settle in self.0.borrow_mut().drain(..) {
            js::call(&settle, "call", &[]);
        }
    }
}
