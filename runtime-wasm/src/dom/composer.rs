//! The one composer: found, judged, and read.

use eval752_contract::role::Role;
use web_sys::{Element, NodeList};

use super::editor_text::editor_text;
use super::find::{Finder, any_contains, attribute, closest, item, query, tag};
use crate::compare::compare;
use crate::js;
use crate::page::Composer;

/// The composer, or why there is none to write into.
#[inline(never)]
pub(super) fn find(finder: &mut Finder) -> Result<Element, Composer> {
    let mut found = finder.visible(Role::Composer);
    if found.is_empty() {
        found = finder.visible_in_shadow(Role::Composer);
    }
    let mut editable: Vec<Element> = Vec::new();
    for element in found {
        let inner = editable_in(&element, finder).unwrap_or(element);
        // One editor can match twice, by its wrapper and by itself.
        let around = editable.iter().any(|other| inner.contains(Some(other)));
        if !around && !any_contains(&editable, &inner) {
            editable.push(inner);
        }
    }
    let composer = editable.pop().ok_or(Composer::Missing);
    if editable.is_empty() {
        composer
    } else {
        Err(Composer::Several)
    }
}

/// The editable element that `element` is, or the one inside it.
fn editable_in(element: &Element, finder: &Finder) -> Option<Element> {
    if is_field(element) || js::get(element, "isContentEditable").is_truthy() {
        return Some(element.clone());
    }
    let fields = "textarea,input[type=text],[contenteditable]:not([contenteditable=false])";
    let list = query(element, fields);
    (0..list.as_ref().map_or(0, NodeList::length))
        .filter_map(|index| item(list.as_ref(), index))
        .find(|inside| finder.is_visible(inside))
}

/// A textarea or input, which holds plain text.
#[inline(never)]
pub(super) fn is_field(element: &Element) -> bool {
    let tag = tag(element);
    tag == "textarea" || tag == "input"
}

#[inline(never)]
pub(super) fn compare_with(element: &Element, prompt: &str) -> Composer {
    let field = is_field(element);
    let off = attribute(element, "aria-disabled") == "true"
        || attribute(element, "contenteditable") == "false"
        || (field && (element.has_attribute("disabled") || element.has_attribute("readonly")));
    if off {
        return Composer::Disabled;
    }
    let found = if field {
        js::text(element, "value")
    } else {
        editor_text(element)
    };
    if found.is_empty() || found == "\n" {
        return Composer::Empty;
    }
    match compare(prompt, &found) {
        Some(forgiven) => Composer::Prompt(forgiven),
        None => Composer::Other,
    }
}

/// Things near the composer that look like attachments.
#[inline(never)]
pub(super) fn attachments(element: &Element) -> u32 {
    let root = closest(element, "form").or_else(|| element.parent_element());
    let chips = "[data-testid*=attachment],[data-test-id*=attachment],[class*=attachment],[class*=file-preview],[class*=uploaded]";
    root.and_then(|root| query(&root, chips))
        .map_or(0, |list| list.length())
}
