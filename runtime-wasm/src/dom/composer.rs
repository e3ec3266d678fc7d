//! The one composer: found, judged, and read.

use eval752_contract::role::Role;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlTextAreaElement};

use super::editor_text::editor_text;
use super::find::Finder;
use crate::compare::compare;
use crate::page::Composer;

/// The composer, or why there is none to write into.
pub(super) fn find(finder: &mut Finder) -> Result<Element, Composer> {
    let mut found = finder.visible(Role::Composer);
    if found.is_empty() {
        found = finder.visible_in_shadow(Role::Composer);
    }
    let mut editable: Vec<Element> = Vec::new();
    for element in found {
        let inner = editable_in(&element, finder).unwrap_or(element);
        // One editor can match twice, by its wrapper and by itself.
        let same = |other: &Element| other.contains(Some(&inner)) || inner.contains(Some(other));
        if !editable.iter().any(same) {
            editable.push(inner);
        }
    }
    match editable.len() {
        0 => Err(Composer::Missing),
        1 => editable.pop().ok_or(Composer::Missing),
        _ => Err(Composer::Several),
    }
}

/// The editable element that `element` is, or the one inside it.
fn editable_in(element: &Element, finder: &Finder) -> Option<Element> {
    if is_field(element) || element.unchecked_ref::<HtmlElement>().is_content_editable() {
        return Some(element.clone());
    }
    let list = element
        .query_selector_all(
            "textarea,input[type=text],[contenteditable]:not([contenteditable=false])",
        )
        .ok()?;
    super::find::elements(&list).find(|inside| finder.is_visible(inside))
}

/// A textarea or input, which holds plain text.
pub(super) fn is_field(element: &Element) -> bool {
    matches!(element.local_name().as_str(), "textarea" | "input")
}

/// What the composer holds.
pub(super) fn text(element: &Element) -> String {
    match element.local_name().as_str() {
        "textarea" => element.unchecked_ref::<HtmlTextAreaElement>().value(),
        "input" => element.unchecked_ref::<HtmlInputElement>().value(),
        _ => editor_text(element),
    }
}

pub(super) fn compare_with(element: &Element, prompt: &str) -> Composer {
    let has = |name: &str| element.has_attribute(name);
    let off = element.get_attribute("aria-disabled").as_deref() == Some("true")
        || element.get_attribute("contenteditable").as_deref() == Some("false")
        || (is_field(element) && (has("disabled") || has("readonly")));
    if off {
        return Composer::Disabled;
    }
    let found = text(element);
    if found.is_empty() || found == "\n" {
        return Composer::Empty;
    }
    match compare(prompt, &found) {
        Some(forgiven) => Composer::Prompt(forgiven),
        None => Composer::Other,
    }
}

/// Things near the composer that look like attachments.
pub(super) fn attachments(element: &Element) -> u32 {
    let root = element
        .closest("form")
        .ok()
        .flatten()
        .or_else(|| element.parent_element());
    let Some(root) = root else { return 0 };
    let chips = "[data-testid*=attachment],[data-test-id*=attachment],[class*=attachment],[class*=file-preview],[class*=uploaded]";
    root.query_selector_all(chips)
        .map_or(0, |list| list.length())
}
