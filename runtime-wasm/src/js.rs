//! The browser's objects without the weight: plain property access, objects from pairs, one
//! shape of callback, and the page's own JSON parser.
//!
//! Every function imported from the page costs characters that nothing compresses, and every
//! closure type its own glue; so what is rarely used goes through the few below by name.

use eval752_contract::json::Tree;
use js_sys::Function;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Window};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Reflect, js_name = get, catch)]
    fn reflect_get(target: &JsValue, name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = Reflect, js_name = set)]
    fn reflect_set(target: &JsValue, name: &str, value: &JsValue) -> bool;
    #[wasm_bindgen(js_namespace = JSON, js_name = parse, catch)]
    fn json_parse(text: &str) -> Result<JsValue, JsValue>;
    /// Defines a property by its descriptor.
    #[wasm_bindgen(js_namespace = Object, js_name = defineProperty)]
    pub(crate) fn define_property(target: &JsValue, name: &str, descriptor: &JsValue);
    /// `globalThis.valueOf()` is the window itself, in fewer characters than asking for it.
    #[wasm_bindgen(js_namespace = globalThis, js_name = valueOf)]
    pub(crate) fn window() -> Window;
    /// Writes a line to the console.
    #[wasm_bindgen(js_namespace = console)]
    pub(crate) fn error(text: &str);
    /// The computed style of an element, live.
    #[wasm_bindgen(js_name = getComputedStyle)]
    pub(crate) fn computed_style(element: &Element) -> JsValue;
}

/// The property `name`; `undefined` where there is none.
#[inline(never)]
pub(crate) fn get(target: &JsValue, name: &str) -> JsValue {
    reflect_get(target, name).unwrap_or(JsValue::UNDEFINED)
}

/// Sets a property of an object.
#[inline(never)]
pub(crate) fn set(target: &JsValue, name: &str, value: &JsValue) {
    reflect_set(target, name, value);
}

/// Sets a property of an object to text.
#[inline(never)]
pub(crate) fn set_text(target: &JsValue, name: &str, text: &str) {
    set(target, name, &JsValue::from_str(text));
}

/// The property `name` as text; empty where it is none.
#[inline(never)]
pub(crate) fn text(target: &JsValue, name: &str) -> String {
    get(target, name).as_string().unwrap_or_default()
}

/// An object in which all of `names` are true.
#[inline(never)]
pub(crate) fn flags(names: &[&str]) -> JsValue {
    let object: JsValue = js_sys::Object::new().into();
    for name in names {
        set(&object, name, &JsValue::TRUE);
    }
    object
}

/// A function that calls `act` with its first argument.
#[inline(never)]
pub(crate) fn callback(mut act: Box<dyn FnMut(JsValue)>) -> Function {
    answering(Box::new(move |argument| {
        act(argument);
        JsValue::UNDEFINED
    }))
}

/// A function that answers with what `act` makes of its first argument.
#[inline(never)]
pub(crate) fn answering(act: Box<dyn FnMut(JsValue) -> JsValue>) -> Function {
    Closure::wrap(act).into_js_value().unchecked_into()
}

/// Calls the method `name` of `target`; `undefined` where it has none or it throws.
#[inline(never)]
pub(crate) fn call(target: &JsValue, name: &str, arguments: &[&JsValue]) -> JsValue {
    let list = js_sys::Array::new();
    for argument in arguments {
        list.push(argument);
    }
    match get(target, name).dyn_ref::<Function>() {
        Some(method) => method.apply(target, &list).unwrap_or(JsValue::UNDEFINED),
        None => JsValue::UNDEFINED,
    }
}

/// The value that JSON text stands for; `undefined` if it is no JSON.
#[inline(never)]
pub(crate) fn parse(json: &str) -> JsValue {
    json_parse(json).unwrap_or(JsValue::UNDEFINED)
}

/// A value that the page's parser made.
#[derive(Debug, Clone)]
pub(crate) struct Parsed(JsValue);

impl Parsed {
    /// Reads JSON text.
    pub(crate) fn new(json: &str) -> Self {
        Self(parse(json))
    }
}

impl Tree for Parsed {
    #[inline(never)]
    fn get(&self, name: &str) -> Option<Self> {
        let value = get(&self.0, name);
        (!value.is_undefined()).then_some(Self(value))
    }

    fn text(&self) -> Option<String> {
        self.0.as_string()
    }

    fn number(&self) -> Option<u64> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "written by us as a plain integer"
        )]
        self.0.as_f64().map(|number| number as u64)
    }

    fn flag(&self) -> Option<bool> {
        self.0.as_bool()
    }

    #[inline(never)]
    fn list(&self) -> Vec<Self> {
        let mut values = Vec::new();
        if let Some(array) = self.0.dyn_ref::<js_sys::Array>() {
            for index in 0..array.length() {
                values.push(Self(array.get(index)));
            }
        }
        values
    }
}
