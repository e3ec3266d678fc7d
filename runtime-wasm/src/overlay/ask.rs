//! The question for a pack: a file to choose, a place to drop one or to paste its text.

use wasm_bindgen::{JsCast, JsValue};

use super::build::{listen, make};
use super::{Overlay, Part};
use crate::js;

impl Overlay {
    /// Asks for a pack; `given` is called with the text of everything that is given.
    pub(crate) fn ask_for_pack(&self, given: Box<dyn Fn(String)>) {
        let given: &'static dyn Fn(String) = Box::leak(given);
        let ask = self.part(Part::Ask);
        let make = |what| make(&self.document, ask, what, "");
        make("input;type=file;accept=.json;aria-label=Choose a pack");
        make("textarea;rows=4;aria-label=Pack;placeholder=or drop a pack here, or paste its text");
        let listener = js::callback(Box::new(move |event| {
            let kind = js::text(&event, "type");
            // The page would open what is dropped, and attach what is pasted.
            js::call(&event, "stopPropagation", &[]);
            let mut holder = js::get(&event, "target");
            if kind != "change" && kind != "input" {
                if kind != "paste" {
                    js::call(&event, "preventDefault", &[]);
                }
                holder = js::get(&event, "dataTransfer");
            }
            if kind == "input" {
                let text = js::text(&holder, "value");
                if !text.is_empty() {
                    given(text);
                }
                return;
            }
            let file = js::get(&js::get(&holder, "files"), "0");
            if file.is_undefined() || kind == "dragover" {
                return;
            }
            let read = js::callback(Box::new(move |text| {
                given(text.as_string().unwrap_or_default());
            }));
            js::call(&js::call(&file, "text", &[]), "then", &[&read]);
        }));
        for event in ["change", "input", "paste", "drop", "dragover"] {
            listen(
                self.part(Part::Panel),
                event,
                listener.unchecked_ref::<JsValue>(),
            );
        }
    }

    /// Takes the question away.
    pub(crate) fn forget_pack_question(&self) {
        self.empty(Part::Ask);
    }
}
