//! A script without prompts: the user gives the pack on the page, as a file, a drop or a paste.

use std::cell::RefCell;

use eval752_contract::json::Tree as _;
use eval752_contract::script::PlanPack;
use js_sys::Uint8Array;
use wasm_bindgen::JsValue;

use super::loading::Opening;
use crate::js::{self, Parsed};
use crate::overlay::{Screen, View};
use crate::text::push_hex;

const ASK: &str = "Which prompts?";

/// Asks for a pack until one is given, then goes on.
pub(super) fn choose(opening: Opening) {
    say(&opening, "Nothing is sent before you press Start.", "");
    let waiting: &'static RefCell<Option<Opening>> =
        Box::leak(Box::new(RefCell::new(Some(opening))));
    if let Some(opening) = waiting.borrow().as_ref() {
        let given = Box::new(move |text: String| take(waiting, &text));
        opening.overlay.ask_for_pack(given);
    }
}

#[inline(never)]
fn say(opening: &Opening, detail: &str, problem: &str) {
    let view = View {
        status: ASK.to_owned(),
        detail: detail.to_owned(),
        problem: problem.to_owned(),
        ..View::default()
    };
    opening.overlay.show(Screen::Words, &view);
}

/// Takes a pack, unless it is none or was changed since it was made.
fn take(waiting: &'static RefCell<Option<Opening>>, text: &str) {
    let refuse = move |why| {
        if let Some(opening) = waiting.borrow().as_ref() {
            say(opening, "", why);
        }
    };
    let read = Parsed::new(text);
    let Some(pack) = PlanPack::of_pack(&read) else {
        return refuse(
            "This is no pack. Give the JSON file that `eval752 pack` or the page made for you.",
        );
    };
    let made = read.text_of("pack_digest").unwrap_or_default();
    let digested = pack.digested();
    let go_on = move || {
        let opening = waiting.borrow_mut().take();
        if let Some(opening) = opening {
            opening.overlay.forget_pack_question();
            opening.find_sessions(pack);
        }
    };
    // Browsers lend their SHA-256 to pages with a secure origin only. Elsewhere a changed pack
    // is found when the archive is held against the token.
    let crypto = js::get(&js::get(&js::window(), "crypto"), "subtle");
    if crypto.is_undefined() {
        return go_on();
    }
    let bytes = Uint8Array::from(&digested[..]);
    let hashing = js::call(&crypto, "digest", &[&JsValue::from_str("SHA-256"), &bytes]);
    let mut go_on = Some(go_on);
    let compared = js::callback(Box::new(move |hash| {
        let mut digest = String::from("sha256:");
        for byte in Uint8Array::new(&hash).to_vec() {
            push_hex(&mut digest, byte);
        }
        if digest == made {
            if let Some(go_on) = go_on.take() {
                go_on();
            }
        } else {
            refuse("This pack was changed after it was made: make it again.");
        }
    }));
    js::call(&hashing, "then", &[&compared]);
}
