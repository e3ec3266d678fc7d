//! Rows in IndexedDB. Where the browser refuses, the run goes on in memory and says so.

use std::cell::RefCell;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    IdbDatabase, IdbKeyRange, IdbObjectStore, IdbRequest, IdbTransaction, IdbTransactionMode,
    Window,
};

use crate::js::{self, Parsed};
use crate::run::Store;

const DATABASE: &str = "eval752-browser-harness";
const ROWS: &str = "rows";

/// Rows by key. Lives as long as the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IdbStore(&'static RefCell<State>);

#[derive(Debug, Default)]
struct State {
    database: Option<IdbDatabase>,
    /// Why rows are only in memory.
    refused: bool,
    /// Writes under way.
    pending: u32,
}

/// What happens with the result of a request; nothing if it failed.
type Then = Box<dyn FnOnce(Option<JsValue>)>;

impl IdbStore {
    /// Opens the store, then goes on: with or without it.
    pub(crate) fn open(window: &Window, then: Box<dyn FnOnce(Self)>) {
        let store = Self(Box::leak(Box::default()));
        let request = window
            .indexed_db()
            .ok()
            .flatten()
            .and_then(|f| f.open_with_u32(DATABASE, 1).ok());
        if let Some(request) = &request {
            let upgrade = request.clone();
            let on_upgrade = js::callback(Box::new(move |_| {
                if let Ok(database) = upgrade.result() {
                    let _exists = database
                        .unchecked_ref::<IdbDatabase>()
                        .create_object_store(ROWS);
                }
            }));
            js::set(request, "onupgradeneeded", &on_upgrade);
        }
        on_end(
            request.map(JsCast::unchecked_into),
            Box::new(move |result| {
                let mut state = store.0.borrow_mut();
                state.refused = result.is_none();
                state.database = result.map(JsCast::unchecked_into);
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

    #[inline(never)]
    fn rows(self, mode: IdbTransactionMode) -> Option<IdbObjectStore> {
        let state = self.0.borrow();
        let transaction = state
            .database
            .as_ref()?
            .transaction_with_str_and_mode(ROWS, mode)
            .ok()?;
        transaction.object_store(ROWS).ok()
    }

    /// Every row whose key begins with `prefix`, in the order of the keys.
    pub(crate) fn read(self, prefix: &str, then: Box<dyn FnOnce(Vec<Parsed>)>) {
        let request = self.rows(IdbTransactionMode::Readonly).and_then(|rows| {
            let range = range(prefix)?;
            rows.get_all_with_key(&range).ok()
        });
        on_end(
            request,
            Box::new(move |result| {
                let mut rows = Vec::new();
                if let Some(result) = result {
                    let list: js_sys::Array = result.unchecked_into();
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
        if let Some(rows) = self.rows(IdbTransactionMode::Readwrite) {
            let _began = rows.clear();
        }
    }
}

impl Store for IdbStore {
    fn put(&mut self, key: &str, value: &str) {
        let rows = self.rows(IdbTransactionMode::Readwrite);
        let put = rows.filter(|rows| {
            rows.put_with_key(&JsValue::from_str(value), &JsValue::from_str(key))
                .is_ok()
        });
        let Some(rows) = put else {
            self.0.borrow_mut().refused = true;
            return;
        };
        self.0.borrow_mut().pending += 1;
        // A row is safe when its transaction is complete, not when the request succeeded.
        let transaction: IdbTransaction = rows.transaction();
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

fn range(prefix: &str) -> Option<IdbKeyRange> {
    let mut end = prefix.to_owned();
    end.push('\u{FFFF}');
    IdbKeyRange::bound(&JsValue::from_str(prefix), &JsValue::from_str(&end)).ok()
}

/// Calls `then` with the request's result, or with nothing if it failed or there is none.
#[inline(never)]
fn on_end(request: Option<IdbRequest>, then: Then) {
    let Some(request) = request else {
        return then(None);
    };
    let mut then = Some(then);
    let done = request.clone();
    let handler = js::callback(Box::new(move |event| {
        let success = js::text(&event, "type") == "success";
        let result = if success { done.result().ok() } else { None };
        if let Some(then) = then.take() {
            then(result);
        }
    }));
    js::set(&request, "onsuccess", &handler);
    js::set(&request, "onerror", &handler);
}
