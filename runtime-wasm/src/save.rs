//! Saving: the archive from parts that nobody copies, with the JSON payload as the way out.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, HtmlElement, Window};

use crate::js;
use crate::run::{Ledger, Pieces};
use crate::text::text;

#[wasm_bindgen]
extern "C" {
    type Blob;
    #[wasm_bindgen(constructor, catch)]
    fn new(parts: &Array, options: &JsValue) -> Result<Blob, JsValue>;
    #[wasm_bindgen(js_name = encodeURIComponent)]
    fn encode(text: &JsValue) -> String;
    #[wasm_bindgen(js_namespace = URL, js_name = createObjectURL, catch)]
    fn create_object_url(blob: &Blob) -> Result<JsValue, JsValue>;
}

/// What was saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Saved {
    /// The archive.
    Archive,
    /// The JSON payload, since no archive could be made.
    Json,
    /// Nothing: the browser refused both.
    Nothing,
}

/// Offers the capture as a download named `name`.
pub(crate) fn save(
    window: &Window,
    document: &Document,
    pieces: &Pieces,
    ledger: &Ledger,
    name: &str,
) -> Saved {
    if let Some(parts) = archive(pieces, ledger)
        && download(
            window,
            document,
            &parts,
            "application/zip",
            &text(&[name, ".eval752.zip"]),
        )
    {
        return Saved::Archive;
    }
    let payload = JsValue::from_str(&pieces.payload(ledger));
    let parts = Array::of1(&payload);
    let kind = "application/json";
    let name = text(&[name, ".eval752.json"]);
    if download(window, document, &parts, kind, &name) {
        return Saved::Json;
    }
    // No blob, no object URL: a data URL still goes where a policy forbids the others.
    let url = ["data:application/json,", &encode(&payload)];
    let url = JsValue::from_str(&text(&url));
    if click(document, &url, &name) {
        Saved::Json
    } else {
        Saved::Nothing
    }
}

fn archive(pieces: &Pieces, ledger: &Ledger) -> Option<Array> {
    let layout = pieces.layout().ok()?;
    let parts = Array::new();
    push(&parts, &layout.local_header(0));
    push(&parts, pieces.manifest.as_bytes());
    push(&parts, &layout.local_header(1));
    push(&parts, pieces.browser_harness.as_bytes());
    push(&parts, &layout.local_header(2));
    for line in ledger.lines() {
        push(&parts, line.as_bytes());
    }
    push(&parts, &layout.tail());
    Some(parts)
}

#[inline(never)]
fn push(parts: &Array, bytes: &[u8]) {
    parts.push(&Uint8Array::from(bytes));
}

#[inline(never)]
fn download(window: &Window, document: &Document, parts: &Array, kind: &str, name: &str) -> bool {
    let options = js::flags(&[]);
    js::set_text(&options, "type", kind);
    let Ok(url) = Blob::new(parts, &options).and_then(|blob| create_object_url(&blob)) else {
        return false;
    };
    let clicked = click(document, &url, name);
    // The download reads the blob after this task: revoking at once would end it (B101).
    let revoke = js::get(&js::get(window, "URL"), "revokeObjectURL");
    js::call(window, "setTimeout", &[&revoke, &120_000.into(), &url]);
    clicked
}

fn click(document: &Document, url: &JsValue, name: &str) -> bool {
    let Ok(link) = document.create_element("a") else {
        return false;
    };
    js::set(&link, "href", url);
    js::set_text(&link, "download", name);
    link.unchecked_ref::<HtmlElement>().click();
    true
}
