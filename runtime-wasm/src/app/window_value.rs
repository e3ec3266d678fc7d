//! The latest payload as a value of the window, made when somebody looks.

use wasm_bindgen::JsValue;
use web_sys::Window;

use super::Shared;
use crate::js;

const NAME: &str = "__EVAL752_LAST_BROWSER_HARNESS_RESULT__";

/// Defines the value. `null` until there is a record.
pub(super) fn define(window: &Window, shared: Shared) {
    let get = js::answering(Box::new(move |_| {
        let mut value = JsValue::NULL;
        shared.with(&mut |app| {
            if let Some(pieces) = &app.pieces {
                value = js::parse(&pieces.payload(app.run.ledger()));
            }
        });
        value
    }));
    let descriptor = js::flags(&["configurable", "enumerable"]);
    js::set(&descriptor, "get", &get);
    js::define_property(window, NAME, &descriptor);
}
