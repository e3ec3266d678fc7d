//! The page check on the overlay: a table, frames around what was found, the same as JSON.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use super::build::{make, set};
use super::{Overlay, Part};
use crate::js;
use crate::text::{number, text};

impl Overlay {
    /// Makes room for a report, and removes the frames of the last; gives its table.
    pub(crate) fn begin_report(&self) -> Element {
        self.empty(Part::Report);
        let panel = self.part(Part::Panel);
        for frame in
            core::iter::from_fn(|| Some(js::get(panel, "nextSibling")).filter(JsValue::is_object))
        {
            js::call(&frame, "remove", &[]);
        }
        let table = make(&self.document, self.part(Part::Report), "table", "");
        self.report(&table, "th", &["Role", "Selector", "Found"]);
        table
    }

    /// Adds a row to it.
    #[inline(never)]
    pub(crate) fn report(&self, table: &Element, tag: &str, cells: &[&str]) {
        let row = make(&self.document, table, "tr", "");
        for cell in cells {
            make(&self.document, &row, tag, cell);
        }
    }

    /// Ends it with text to copy.
    pub(crate) fn report_json(&self, json: &str) {
        let field = "textarea;readonly=;rows=4;aria-label=The check as JSON, for --selectors";
        make(&self.document, self.part(Part::Report), field, json);
    }

    /// Draws a frame around `element` that goes away by itself. It lies in the overlay, beside
    /// the panel and under it: the page is not touched.
    pub(crate) fn frame(&self, element: &Element, name: &str) {
        let root = js::get(self.part(Part::Panel), "parentNode");
        let frame = make(
            &self.document,
            root.unchecked_ref(),
            "div;class=frame",
            name,
        );
        let place = js::call(element, "getBoundingClientRect", &[]);
        let mut style = String::new();
        for side in ["left", "top", "width", "height"] {
            let length = js::get(&place, side).as_f64().unwrap_or(0.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a place on the screen; below 0 becomes 0"
            )]
            let whole = number(length as u64);
            style = text(&[&style, side, ":", &whole, "px;"]);
        }
        set(&frame, "style", &style);
    }

    /// Copies the JSON of the check.
    pub(crate) fn copy_report(&self) {
        let field = js::get(self.part(Part::Report), "lastChild");
        js::call(&field, "select", &[]);
        let _copied = js::call(
            self.document.unchecked_ref(),
            "execCommand",
            &[&"copy".into()],
        );
    }
}
