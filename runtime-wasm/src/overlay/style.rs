//! How the overlay looks. A constructed style sheet is not subject to the page's policy on
//! inline styles.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleSheet, Document, Element};

use super::build::{listen, set};
use crate::js;
use crate::text::{number, text};

const CSS: &str = "\
:host{all:initial;color-scheme:light dark}\
.panel{--bg:#fff;--fg:#1d2433;--dim:#5a6478;--line:#d5dae3;--main:#1f5fbf;--on:#fff;--bad:#a3262a;\
position:fixed;z-index:2147483647;top:16px;right:16px;width:340px;max-width:calc(100vw - 32px);\
max-height:calc(100vh - 180px);overflow:auto;box-sizing:border-box;background:var(--bg);color:var(--fg);\
border:1px solid var(--line);border-radius:12px;box-shadow:0 8px 28px #0003;\
font:14px/1.45 system-ui,sans-serif}\
:host(.dark) .panel{--bg:#1b2029;--fg:#e8ebf1;--dim:#a3adbf;--line:#3a4352;--main:#8ab4ff;--on:#10151d;--bad:#ff9a94}\
header{display:flex;align-items:center;gap:4px;padding:10px 8px 10px 16px;cursor:move;touch-action:none;\
border-bottom:1px solid var(--line)}\
h2{flex:1;margin:0;font-size:14px;font-weight:650}\
.body{padding:12px 16px 16px}.folded .body{display:none}.folded header{border:0}\
p{margin:0 0 8px;overflow-wrap:anywhere}.status{font-weight:600}.detail,.counts{color:var(--dim);white-space:pre-line}\
.problem{color:var(--bad)}p:empty,.report:empty{display:none}\
progress{width:100%;height:8px;margin:0 0 8px;accent-color:var(--main)}\
.buttons{display:flex;flex-wrap:wrap;gap:8px}\
button{font:inherit;color:var(--fg);background:none;border:1px solid var(--line);border-radius:8px;\
padding:6px 12px;min-height:34px;cursor:pointer}\
button:hover{border-color:var(--main)}\
button.main{background:var(--main);border-color:var(--main);color:var(--on);font-weight:600}\
button.icon{border:0;padding:0;width:34px;font-size:18px}\
button:focus-visible,select:focus-visible,.panel:focus-visible{outline:3px solid var(--main);outline-offset:2px}\
[hidden]{display:none!important}\
fieldset{border:1px solid var(--line);border-radius:8px;margin:0 0 10px;padding:6px 10px 8px}\
legend{color:var(--dim);font-size:12px;padding:0 4px}\
label{display:flex;justify-content:space-between;gap:8px;padding:2px 0}\
select{font:inherit;color:var(--fg);background:var(--bg);border:1px solid var(--line);border-radius:6px}\
.report{margin-top:10px;font-size:12px;max-height:260px;overflow:auto}\
textarea{width:100%;box-sizing:border-box;font:12px/1.4 ui-monospace,monospace;color:var(--fg);\
background:none;border:1px solid var(--line);border-radius:6px;margin-top:8px}input{max-width:100%;color:inherit}\
.frame{position:fixed;z-index:2147483646;box-sizing:border-box;pointer-events:none;border:2px solid #d6336c;border-radius:4px;\
color:#fff;text-shadow:0 0 3px #000,0 0 3px #000;font:700 12px system-ui;animation:gone 8s step-end forwards}\
@keyframes gone{to{visibility:hidden}}\
table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:3px 6px 3px 0;vertical-align:top;\
border-bottom:1px solid var(--line);overflow-wrap:anywhere}th{font-weight:600}\
@media (prefers-reduced-motion:no-preference){button{transition:border-color .12s}}";

/// Gives the shadow root its style, light or dark as the page is.
pub(super) fn apply(document: &Document, root: &Element, host: &Element) {
    if let Ok(sheet) = CssStyleSheet::new() {
        js::call(&sheet, "replaceSync", &[&JsValue::from_str(CSS)]);
        js::set(root, "adoptedStyleSheets", &js_sys::Array::of1(&sheet));
    }
    if page_is_dark(document) {
        set(host, "class", "dark");
    }
}

/// Whether the page's own background is dark, whatever the system prefers.
fn page_is_dark(document: &Document) -> bool {
    let elements = [
        document.body().map(JsCast::unchecked_into),
        document.document_element(),
    ];
    for element in elements.into_iter().flatten() {
        // Browsers write an opaque color so, and any other with its alpha.
        let color = js::text(&js::computed_style(&element), "backgroundColor");
        if let Some(parts) = color.strip_prefix("rgb(") {
            let mut numbers = [0_u32; 3];
            let mut at = 0;
            for byte in parts.bytes() {
                match (byte, numbers.get_mut(at)) {
                    (b'0'..=b'9', Some(number)) => *number = *number * 10 + u32::from(byte - b'0'),
                    (b',', _) => at += 1,
                    _ => {}
                }
            }
            let [red, green, blue] = numbers;
            return 3 * red + 6 * green + blue < 1100;
        }
    }
    false
}

/// Lets the panel be dragged by its head.
pub(super) fn make_movable(panel: &Element, head: &Element) {
    let moved = panel.clone();
    let events = ["pointerdown", "pointermove", "pointerup", "pointercancel"];
    let mut grip = None;
    let grabbed = head.clone();
    let listener = js::callback(Box::new(move |event| {
        let place = |what, name| js::get(what, name).as_f64().unwrap_or(0.0);
        let (x, y) = (place(&event, "clientX"), place(&event, "clientY"));
        let kind = js::text(&event, "type");
        if kind == "pointermove" {
            if let Some((dx, dy)) = grip {
                let style = js::get(&moved, "style");
                set_px(&style, "left", x - dx);
                set_px(&style, "top", y - dy);
                js::set_text(&style, "right", "auto");
            }
            return;
        }
        // A button in the head is pressed, not dragged.
        let button = js::text(&js::get(&event, "target"), "localName") == "button";
        grip = None;
        if kind == "pointerdown" && !button {
            grip = Some((
                x - place(&moved, "offsetLeft"),
                y - place(&moved, "offsetTop"),
            ));
            let pointer = js::get(&event, "pointerId");
            js::call(&grabbed, "setPointerCapture", &[&pointer]);
        }
    }));
    for event in events {
        listen(head, event, &listener);
    }
}

#[inline(never)]
fn set_px(style: &JsValue, name: &str, value: f64) {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place on the screen; below 0 becomes 0"
    )]
    let whole = number(value as u64);
    js::set_text(style, name, &text(&[&whole, "px"]));
}
