//! Pressing controls and keys with the events a hand would cause.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement};

use super::find::attribute;
use crate::js;

#[wasm_bindgen]
extern "C" {
    type Event;
    #[wasm_bindgen(constructor)]
    fn new(kind: &str, init: &JsValue) -> Event;
    type PointerEvent;
    #[wasm_bindgen(constructor)]
    fn new(kind: &str, init: &JsValue) -> PointerEvent;
    type InputEvent;
    #[wasm_bindgen(constructor)]
    fn new(kind: &str, init: &JsValue) -> InputEvent;
    type KeyboardEvent;
    #[wasm_bindgen(constructor)]
    fn new(kind: &str, init: &JsValue) -> KeyboardEvent;
    type Target;
    #[wasm_bindgen(method, js_name = dispatchEvent)]
    fn dispatch(this: &Target, event: &JsValue) -> bool;
}

/// Whether a control can't be pressed now.
pub(super) fn is_disabled(element: &Element) -> bool {
    element.has_attribute("disabled") || attribute(element, "aria-disabled") == "true"
}

/// Presses and clicks, once.
#[inline(never)]
pub(super) fn press(element: &Element) {
    let init = js::flags(&["bubbles", "cancelable", "composed"]);
    for name in ["pointerdown", "mousedown", "pointerup", "mouseup"] {
        dispatch(element, &PointerEvent::new(name, &init));
    }
    element.unchecked_ref::<HtmlElement>().click();
}

/// Presses Enter; not while a composition or a popup is open (B31, B33).
#[inline(never)]
pub(super) fn press_enter(element: &Element) {
    let init = js::flags(&["bubbles", "cancelable", "composed"]);
    for (name, value) in [
        ("key", JsValue::from_str("Enter")),
        ("code", JsValue::from_str("Enter")),
        ("keyCode", JsValue::from_f64(13.0)),
    ] {
        js::set(&init, name, &value);
    }
    for name in ["keydown", "keypress", "keyup"] {
        dispatch(element, &KeyboardEvent::new(name, &init));
    }
}

/// Says that a key is about to change the editor; false if the editor makes the change itself.
pub(super) fn before_input(editor: &Element, kind: &str, text: &str) -> bool {
    dispatch(editor, &input_event(kind, &JsValue::from_str(text)))
}

#[inline(never)]
fn input_event(kind: &str, data: &JsValue) -> InputEvent {
    let init = js::flags(&["bubbles", "cancelable", "composed"]);
    js::set_text(&init, "inputType", kind);
    js::set(&init, "data", data);
    InputEvent::new("beforeinput", &init)
}

/// An object as text, for which it has a method of its own: an event's data is text, whatever it
/// is given.
pub(super) fn as_text(object: &JsValue) -> String {
    js::text(&input_event("", object), "data")
}

/// Says that the element's value changed.
pub(super) fn input(element: &Element) {
    dispatch(element, &Event::new("input", &js::flags(&["bubbles"])));
}

fn dispatch(element: &Element, event: &JsValue) -> bool {
    element.unchecked_ref::<Target>().dispatch(event)
}
