//! Saving: the archive from parts that nobody copies, with the JSON payload as the way out.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, Document, HtmlElement, Url, Window};

use crate::run::{Ledger, Pieces};

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
    if let Some(blob) = archive(pieces, ledger)
        && download(window, document, &blob, &[name, ".eval752.zip"].concat())
    {
        return Saved::Archive;
    }
    let payload = pieces.payload(ledger);
    let name = [name, ".eval752.json"].concat();
    let parts = Array::of1(&JsValue::from_str(&payload));
    if let Some(blob) = blob(&parts, "application/json")
        && download(window, document, &blob, &name)
    {
        return Saved::Json;
    }
    // No blob, no object URL: a data URL still goes where a policy forbids the others.
    let encoded: String = js_sys::encode_uri_component(&payload).into();
    let url = ["data:application/json,", &encoded].concat();
    if click(document, &url, &name) {
        Saved::Json
    } else {
        Saved::Nothing
    }
}

fn archive(pieces: &Pieces, ledger: &Ledger) -> Option<Blob> {
    let layout = pieces.layout().ok()?;
    let parts = Array::new();
    let bytes = |bytes: &[u8]| parts.push(&Uint8Array::from(bytes).into());
    bytes(&layout.local_header(0));
    bytes(pieces.manifest.as_bytes());
    bytes(&layout.local_header(1));
    bytes(pieces.browser_harness.as_bytes());
    bytes(&layout.local_header(2));
    for line in ledger.lines() {
        bytes(line.as_bytes());
    }
    bytes(&layout.tail());
    blob(&parts, "application/zip")
}

fn blob(parts: &Array, kind: &str) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    Blob::new_with_blob_sequence_and_options(parts, &options).ok()
}

fn download(window: &Window, document: &Document, blob: &Blob, name: &str) -> bool {
    let Ok(url) = Url::create_object_url_with_blob(blob) else {
        return false;
    };
    let clicked = click(document, &url, name);
    // The download reads the blob after this task: revoking at once would end it (B101).
    let later = wasm_bindgen::closure::Closure::once_into_js(move || {
        let _gone = Url::revoke_object_url(&url);
    });
    let _id = window
        .set_timeout_with_callback_and_timeout_and_arguments_0(later.unchecked_ref(), 120_000);
    clicked
}

fn click(document: &Document, url: &str, name: &str) -> bool {
    let Ok(link) = document.create_element("a") else {
        return false;
    };
    let set = link
        .set_attribute("href", url)
        .and_then(|()| link.set_attribute("download", name));
    link.unchecked_ref::<HtmlElement>().click();
    set.is_ok()
}
