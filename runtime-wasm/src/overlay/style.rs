//! How the overlay looks. A constructed style sheet is not subject to the page's policy on
//! inline styles.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CssStyleSheet, Document, Element, HtmlElement, PointerEvent};

use super::{Root, set};

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
table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:3px 6px 3px 0;vertical-align:top;\
border-bottom:1px solid var(--line);overflow-wrap:anywhere}th{font-weight:600}\
@media (prefers-reduced-motion:no-preference){button{transition:border-color .12s}}";

/// Gives the shadow root its style, light or dark as the page is.
pub(super) fn apply(document: &Document, root: &Root, host: &Element) {
    if let Ok(sheet) = CssStyleSheet::new() {
        let replace = js_sys::Reflect::get(&sheet, &"replaceSync".into());
        if let Ok(replace) = replace
            && let Some(replace) = replace.dyn_ref::<js_sys::Function>()
        {
            let _ok = replace.call1(&sheet, &CSS.into());
        }
        let sheets = js_sys::Array::of1(&sheet);
        let _ok = js_sys::Reflect::set(root, &"adoptedStyleSheets".into(), &sheets);
    }
    if page_is_dark(document) {
        set(host, "class", "dark");
    }
}

/// Whether the page's own background is dark, whatever the system prefers.
fn page_is_dark(document: &Document) -> bool {
    let Some(window) = web_sys::window() else {
        return false;
    };
    let elements = [
        document.body().map(wasm_bindgen::JsCast::unchecked_into),
        document.document_element(),
    ];
    for element in elements.into_iter().flatten() {
        let Ok(Some(style)) = window.get_computed_style(&element) else {
            continue;
        };
        let color = style
            .get_property_value("background-color")
            .unwrap_or_default();
        let numbers: Vec<f64> = color
            .split(|c: char| !(c.is_ascii_digit() || c == '.'))
            .filter_map(|number| number.parse().ok())
            .collect();
        if let [red, green, blue, ..] = numbers[..]
            && numbers.get(3).is_none_or(|alpha| *alpha > 0.5)
        {
            return 0.3 * red + 0.6 * green + 0.1 * blue < 110.0;
        }
    }
    false
}

/// Lets the panel be dragged by its head.
pub(super) fn make_movable(panel: &Element, head: &Element) {
    let grip = std::rc::Rc::new(std::cell::Cell::new(None::<(f64, f64)>));
    for name in ["pointerdown", "pointermove", "pointerup", "pointercancel"] {
        let grip = grip.clone();
        let panel: HtmlElement = panel.clone().unchecked_into();
        let head_too = head.clone();
        let closure = Closure::<dyn Fn(PointerEvent)>::new(move |event: PointerEvent| {
            let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
            match event.type_().as_str() {
                "pointerdown" => {
                    let on_button = event
                        .target()
                        .is_some_and(|t| t.unchecked_ref::<Element>().local_name() == "button");
                    if !on_button {
                        let place = panel.get_bounding_client_rect();
                        grip.set(Some((x - place.left(), y - place.top())));
                        let _ok = head_too.set_pointer_capture(event.pointer_id());
                    }
                }
                "pointermove" => {
                    if let Some((dx, dy)) = grip.get() {
                        let px = |value: f64| {
                            #[expect(
                                clippy::cast_possible_truncation,
                                clippy::cast_sign_loss,
                                reason = "a place on the screen"
                            )]
                            let whole = value.max(0.0) as usize;
                            super::number(whole) + "px"
                        };
                        let style = panel.style();
                        let _ok = style.set_property("left", &px(x - dx));
                        let _ok = style.set_property("top", &px(y - dy));
                        let _ok = style.set_property("right", "auto");
                    }
                }
                _ => grip.set(None),
            }
        });
        let _ok = head.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        closure.forget();
    }
}
