//! Rows in IndexedDB. Where the browser refuses, the run goes on in memory and says so.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    IdbDatabase, IdbKeyRange, IdbObjectStore, IdbOpenDbRequest, IdbRequest, IdbTransactionMode,
    Window,
};

use crate::run::Store;

const DATABASE: &str = "eval752-browser-harness";
const ROWS: &str = "rows";

/// Rows by key.
#[derive(Debug, Clone)]
pub(crate) struct IdbStore(Rc<RefCell<State>>);

#[derive(Debug, Default)]
struct State {
    database: Option<IdbDatabase>,
    /// Why rows are only in memory.
    refused: bool,
    /// Writes under way.
    pending: u32,
}

/// What a store is asked for, once.
type Then<T> = Box<dyn FnOnce(T)>;

impl IdbStore {
    /// Opens the store, then goes on: with or without it.
    pub(crate) fn open(window: &Window, then: impl FnOnce(Self) + 'static) {
        let store = Self(Rc::default());
        let request = window
            .indexed_db()
            .ok()
            .flatten()
            .and_then(|f| f.open_with_u32(DATABASE, 1).ok());
        let Some(request) = request else {
            store.0.borrow_mut().refused = true;
            return then(store);
        };
        let upgrade: IdbOpenDbRequest = request.clone();
        let on_upgrade = Closure::once_into_js(move || {
            if let Ok(database) = upgrade.result() {
                let _exists = database
                    .unchecked_ref::<IdbDatabase>()
                    .create_object_store(ROWS);
            }
        });
        request.set_onupgradeneeded(Some(on_upgrade.unchecked_ref()));
        let opened = store.clone();
        on_end(&request, move |result| {
            match result {
                Some(database) => opened.0.borrow_mut().database = Some(database.unchecked_into()),
                None => opened.0.borrow_mut().refused = true,
            }
            then(opened);
        });
    }

    /// Whether rows are only in memory.
    #[must_use]
    pub(crate) fn refused(&self) -> bool {
        self.0.borrow().refused
    }

    fn rows(&self, mode: IdbTransactionMode) -> Option<IdbObjectStore> {
        let state = self.0.borrow();
        let transaction = state
            .database
            .as_ref()?
            .transaction_with_str_and_mode(ROWS, mode)
            .ok()?;
        transaction.object_store(ROWS).ok()
    }

    /// Every row whose key begins with `prefix`, in the order of the keys.
    pub(crate) fn read(&self, prefix: &str, then: impl FnOnce(Vec<String>) + 'static) {
        let request = self.rows(IdbTransactionMode::Readonly).and_then(|rows| {
            let range = range(prefix)?;
            rows.get_all_with_key(&range).ok()
        });
        let Some(request) = request else {
            return then(Vec::new());
        };
        on_end(&request, move |result| {
            let list = result.map(JsCast::unchecked_into::<js_sys::Array>);
            let list = list.map(|list| list.iter().filter_map(|row| row.as_string()).collect());
            then(list.unwrap_or_default());
        });
    }

    /// Removes every row whose key begins with `prefix`.
    pub(crate) fn wipe(&self, prefix: &str, then: impl FnOnce(()) + 'static) {
        let request = self.rows(IdbTransactionMode::Readwrite).and_then(|rows| {
            let range = range(prefix)?;
            rows.delete(&range).ok()
        });
        match request {
            Some(request) => on_end(&request, move |_| then(())),
            None => then(()),
        }
    }
}

impl Store for IdbStore {
    fn put(&mut self, key: &str, value: &str) {
        let rows = self.rows(IdbTransactionMode::Readwrite);
        let Some((rows, request)) = rows.and_then(|rows| {
            let request = rows
                .put_with_key(&JsValue::from_str(value), &JsValue::from_str(key))
                .ok()?;
            Some((rows, request))
        }) else {
            self.0.borrow_mut().refused = true;
            return;
        };
        self.0.borrow_mut().pending += 1;
        // A row is safe when its transaction is complete, not when the request succeeded.
        let transaction = rows.transaction();
        let ended = self.0.clone();
        let on_end = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            let mut state = ended.borrow_mut();
            state.pending = state.pending.saturating_sub(1);
            state.refused |= event.type_() != "complete";
        });
        let handler = on_end.as_ref().unchecked_ref();
        transaction.set_oncomplete(Some(handler));
        transaction.set_onabort(Some(handler));
        let _keeps_quiet = request;
        on_end.forget();
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

/// Calls `then` with the request's result, or with nothing if it failed.
fn on_end(request: &IdbRequest, then: impl FnOnce(Option<JsValue>) + 'static) {
    let then: Rc<RefCell<Option<Then<Option<JsValue>>>>> =
        Rc::new(RefCell::new(Some(Box::new(then))));
    let done = request.clone();
    let handler = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        let result = if event.type_() == "success" {
            done.result().ok()
        } else {
            None
        };
        let taken = then.borrow_mut().take();
        if let Some(then) = taken {
            then(result);
        }
    });
    let function = handler.as_ref().unchecked_ref();
    request.set_onsuccess(Some(function));
    request.set_onerror(Some(function));
    handler.forget();
}
