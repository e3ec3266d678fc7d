//! Building the overlay, element by element.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element};

use super::{BUTTONS, DECLARED, HOST, OnPress, Overlay, PANEL, PARTS, Part, Press, style};
use crate::js;
use crate::text::split;

#[wasm_bindgen]
extern "C" {
    /// The part of `Document` and `Element` that can't fail with the constant names used here:
    /// `web-sys` has these methods only with a check for an exception around each call.
    type Plain;
    #[wasm_bindgen(method, js_name = createElement)]
    fn create_element(this: &Plain, tag: &str) -> Element;
    #[wasm_bindgen(method, js_name = setAttribute)]
    fn set_attribute(this: &Plain, name: &str, value: &str);
    #[wasm_bindgen(method)]
    fn append(this: &Plain, child: &Element);
    #[wasm_bindgen(method, js_name = addEventListener)]
    fn add_event_listener(this: &Plain, event: &str, listener: &JsValue);
    #[wasm_bindgen(method, js_name = attachShadow)]
    fn attach_shadow(this: &Plain, how: &JsValue) -> Element;
}

/// Makes an element at the end of `parent`: a tag and `;name=value` for each attribute.
#[inline(never)]
pub(crate) fn make(document: &Document, parent: &Element, what: &str, text: &str) -> Element {
    let words = split(what, b';');
    let element = document.unchecked_ref::<Plain>().create_element(words[0]);
    for word in words.get(1..).unwrap_or_default() {
        if let [name, value] = split(word, b'=')[..] {
            set(&element, name, value);
        }
    }
    if !text.is_empty() {
        js::set_text(&element, "textContent", text);
    }
    parent.unchecked_ref::<Plain>().append(&element);
    element
}

/// Sets an attribute.
#[inline(never)]
pub(super) fn set(element: &Element, name: &str, value: &str) {
    element.unchecked_ref::<Plain>().set_attribute(name, value);
}

/// Calls `listener` on `event`.
#[inline(never)]
pub(super) fn listen(element: &Element, event: &str, listener: &JsValue) {
    element
        .unchecked_ref::<Plain>()
        .add_event_listener(event, listener);
}

impl Overlay {
    /// Puts the overlay on the page; `None` if the page has no place for it.
    #[inline(never)]
    pub(crate) fn new(document: &Document, on_press: OnPress) -> Option<Self> {
        let page = document.document_element()?;
        let host = make(document, &page, HOST, "");
        let how = js::flags(&[]);
        js::set_text(&how, "mode", "open");
        let root = host.unchecked_ref::<Plain>().attach_shadow(&how);
        style::apply(document, &root, &host);

        let mut parts = vec![make(document, &root, PANEL, "")];
        for (parent, what, text) in PARTS {
            parts.push(make(document, &parts[parent as usize], what, text));
        }
        let mut overlay = Self {
            document: document.clone(),
            parts,
            buttons: Vec::new(),
        };
        for (index, (press, name)) in BUTTONS.into_iter().enumerate() {
            let (parent, class, sign) = match press {
                Press::Start | Press::Resume => (Part::Buttons, "main", name),
                Press::Fold => (Part::Head, "icon", "\u{2013}"),
                Press::Close => (Part::Head, "icon", "\u{D7}"),
                _ => (Part::Buttons, "", name),
            };
            let button = make(document, overlay.part(parent), "button;type=button", sign);
            set(&button, "class", class);
            set(&button, "aria-label", name);
            set(&button, "name", letter(index));
            overlay.buttons.push(button);
        }
        declarations(document, overlay.part(Part::Declared));
        let panel = overlay.part(Part::Panel);
        let listener = js::callback(Box::new(move |event| {
            if let Some(press) = pressed(&event) {
                on_press(press);
            }
        }));
        listen(panel, "click", &listener);
        listen(panel, "change", &listener);
        style::make_movable(panel, overlay.part(Part::Head));
        Some(overlay)
    }
}

/// A name for the control `index`: one letter.
fn letter(index: usize) -> &'static str {
    "abcdefghijklmnopq".get(index..=index).unwrap_or_default()
}

/// What a click on a button or a change of a list means.
fn pressed(event: &JsValue) -> Option<Press> {
    let target = js::get(event, "target");
    let index = usize::from(
        js::text(&target, "name")
            .bytes()
            .next()?
            .checked_sub(b'a')?,
    );
    if let Some((press, _)) = BUTTONS.get(index) {
        return Some(*press);
    }
    if js::text(event, "type") != "change" {
        return None;
    }
    let chosen = js::get(&target, "selectedIndex").as_f64();
    let value = chosen
        .filter(|chosen| *chosen > 0.0)
        .map(|chosen| chosen < 2.0);
    Some(Press::Declare(index - BUTTONS.len(), value))
}

fn declarations(document: &Document, group: &Element) {
    let legend = "What you state about this account (goes into the archive)";
    make(document, group, "legend", legend);
    for (index, name) in DECLARED.into_iter().enumerate() {
        let label = make(document, group, "label", "");
        make(document, &label, "span", name);
        let select = make(document, &label, "select", "");
        set(&select, "name", letter(BUTTONS.len() + index));
        for text in ["not stated", "on", "off"] {
            make(document, &select, "option", text);
        }
    }
}
