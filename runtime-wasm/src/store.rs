//! Rows in IndexedDB. Where the browser refuses, the run goes on in memory and says so.

use std::cell::RefCell;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::Window;

use crate::js::{self, Parsed};
use crate::run::Store;
use crate::text::text;

const DATABASE: &str = "eval752-browser-harness";
const ROWS: &str = "rows";

/// Rows by key. Lives as long as the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IdbStore(&'static RefCell<State>);

#[derive(Debug, Default)]
struct State {
    /// `undefined` without one.
    database: JsValue,
    /// Why rows are only in memory.
    refused: bool,
    /// Writes under way.
    pending: u32,
}

/// What happens with the result of a request; `undefined` if it failed.
type Then = Box<dyn FnOnce(JsValue)>;

impl IdbStore {
    /// Opens the store, then goes on: with or without it.
    pub(crate) fn open(window: &Window, then: Box<dyn FnOnce(Self)>) {
        let store = Self(Box::leak(Box::default()));
        let factory = js::get(window, "indexedDB");
        let request = js::call(&factory, "open", &[&DATABASE.into(), &1.into()]);
        if request.is_object() {
            let upgrade = request.clone();
            let on_upgrade = js::callback(Box::new(move |_| {
                js::call(
                    &js::get(&upgrade, "result"),
                    "createObjectStore",
                    &[&ROWS.into()],
                );
            }));
            js::set(&request, "onupgradeneeded", &on_upgrade);
        }
        on_end(
            &request,
            Box::new(move |result| {
                let mut state = store.0.borrow_mut();
                state.refused = !result.is_object();
                state.database = result;
                drop(state);
                then(store);
            }),
        );
    }

    /// Whether rows are only in memory.
    #[must_use]
    pub(crate) fn refused(self) -> bool {
        self.0.borrow().refused
    }

    /// The rows within a transaction of their own; `undefined` without a database.
    #[inline(never)]
    fn rows(self, mode: &str) -> JsValue {
        let database = &self.0.borrow().database;
        let transaction = js::call(database, "transaction", &[&ROWS.into(), &mode.into()]);
        js::call(&transaction, "objectStore", &[&ROWS.into()])
    }

    /// Every row whose key begins with `prefix`, in the order of the keys.
    pub(crate) fn read(self, prefix: &str, then: Box<dyn FnOnce(Vec<Parsed>)>) {
        let ranges = js::get(&js::window(), "IDBKeyRange");
        let end = text(&[prefix, "\u{FFFF}"]);
        let range = js::call(&ranges, "bound", &[&prefix.into(), &end.into()]);
        let request = js::call(&self.rows("readonly"), "getAll", &[&range]);
        on_end(
            &request,
            Box::new(move |result| {
                let mut rows = Vec::new();
                if let Some(list) = result.dyn_ref::<js_sys::Array>() {
                    for index in 0..list.length() {
                        if let Some(row) = list.get(index).as_string() {
                            rows.push(Parsed::new(&row));
                        }
                    }
                }
                then(rows);
            }),
        );
    }

    /// Removes every row.
    pub(crate) fn wipe(self) {
        js::call(&self.rows("readwrite"), "clear", &[]);
    }
}

impl Store for IdbStore {
    fn put(&mut self, key: &str, value: &str) {
        let rows = self.rows("readwrite");
        if !js::call(&rows, "put", &[&value.into(), &key.into()]).is_object() {
            self.0.borrow_mut().refused = true;
            return;
        }
        self.0.borrow_mut().pending += 1;
        // A row is safe when its transaction is complete, not when the request succeeded.
        let transaction = js::get(&rows, "transaction");
        let ended = self.0;
        let handler = js::callback(Box::new(move |event| {
            let mut state = ended.borrow_mut();
            state.pending = state.pending.saturating_sub(1);
            state.refused |= js::text(&event, "type") != "complete";
        }));
        js::set(&transaction, "oncomplete", &handler);
        js::set(&transaction, "onabort", &handler);
    }

    fn idle(&self) -> bool {
        let state = self.0.borrow();
        state.pending == 0 || state.refused
    }
}

/// Calls `then` with the request's result; with `undefined` if it failed or there is none.
#[inline(never)]
fn on_end(request: &JsValue, then: Then) {
    if !request.is_object() {
        return then(JsValue::UNDEFINED);
    }
    let mut then = Some(then);
    let done = request.clone();
    let handler = js::callback(Box::new(move |event| {
        if let Some(then) = then.take() {
            // The result of a request that failed is `undefined`.
            let failed = js::text(&event, "type") != "success";
            then(if failed {
                JsValue::UNDEFINED
            } else {
                js::get(&done, "result")
            });
        }
    }));
    js::set(request, "onsuccess", &handler);
    js::set(request, "onerror", &handler);
}
