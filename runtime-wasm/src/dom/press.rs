//! Pressing controls and keys with the events a hand would cause.

use wasm_bindgen::JsCast;
use web_sys::{
    Element, HtmlElement, KeyboardEvent, KeyboardEventInit, PointerEvent, PointerEventInit,
};

/// Whether a control can't be pressed now.
pub(super) fn is_disabled(element: &Element) -> bool {
    element.has_attribute("disabled")
        || element.get_attribute("aria-disabled").as_deref() == Some("true")
}

/// Presses and clicks, once.
pub(super) fn press(element: &Element) {
    for name in ["pointerdown", "mousedown", "pointerup", "mouseup"] {
        let init = PointerEventInit::new();
        init.set_bubbles(true);
        init.set_cancelable(true);
        init.set_composed(true);
        if let Ok(event) = PointerEvent::new_with_event_init_dict(name, &init) {
            let _ok = element.dispatch_event(&event);
        }
    }
    element.unchecked_ref::<HtmlElement>().click();
}

/// Presses Enter; not while a composition or a popup is open (B31, B33).
pub(super) fn press_enter(element: &Element) {
    for name in ["keydown", "keypress", "keyup"] {
        let init = KeyboardEventInit::new();
        init.set_bubbles(true);
        init.set_cancelable(true);
        init.set_composed(true);
        init.set_key("Enter");
        init.set_code("Enter");
        init.set_key_code(13);
        if let Ok(event) = KeyboardEvent::new_with_keyboard_event_init_dict(name, &init) {
            let _ok = element.dispatch_event(&event);
        }
    }
}
