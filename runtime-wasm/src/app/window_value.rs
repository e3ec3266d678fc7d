//! The latest payload as a value of the window, made when somebody looks.

use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::Window;

use super::Shared;

const NAME: &str = "__EVAL752_LAST_BROWSER_HARNESS_RESULT__";

/// Defines the value. `null` until there is a record.
pub(super) fn define(window: &Window, shared: &Shared) {
    let shared = shared.clone();
    let get = Closure::<dyn Fn() -> JsValue>::new(move || {
        let mut value = JsValue::NULL;
        shared.with(|app| {
            if let Some(pieces) = &app.pieces {
                let payload = pieces.payload(app.run.ledger());
                value = js_sys::JSON::parse(&payload).unwrap_or(JsValue::NULL);
            }
        });
        value
    });
    super::define(window, NAME, get.as_ref());
    get.forget();
}
