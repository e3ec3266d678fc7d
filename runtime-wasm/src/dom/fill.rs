//! Writing into the composer as a hand on a keyboard would, one technique at a time.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, HtmlDocument, HtmlElement, Node, Window};

use super::composer::is_field;
use super::press;
use crate::js;
use crate::page::Technique;
use crate::text::listed;

/// Characters written before the page gets a turn (B17): editors work on each insertion.
const PIECE: usize = 4_000;
/// Lines written before the page gets a turn.
const PIECE_LINES: usize = 40;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Object, js_name = getPrototypeOf)]
    fn prototype_of(object: &JsValue) -> JsValue;
    #[wasm_bindgen(js_namespace = Reflect, js_name = set, catch)]
    fn set_with_receiver(
        target: &JsValue,
        name: &str,
        value: &str,
        receiver: &JsValue,
    ) -> Result<bool, JsValue>;
}

/// The techniques that fit an element.
pub(super) fn techniques(element: &Element) -> &'static [Technique] {
    if is_field(element) {
        &[Technique::ValueSetter, Technique::InsertText]
    } else {
        &[Technique::InsertText, Technique::InsertLineBreak]
    }
}

/// Writes the next piece of `prompt`; gives where the one after it begins.
#[inline(never)]
pub(super) fn fill(
    window: &Window,
    document: &Document,
    element: &Element,
    technique: Technique,
    prompt: &str,
    from: usize,
) -> usize {
    if technique == Technique::ValueSetter {
        set_value(element, prompt);
        return prompt.len();
    }
    let later = commits_later(element);
    if from == 0 {
        let focused = document.active_element().as_ref() == Some(element);
        focus(element);
        if !is_field(element) {
            place_caret(window, element);
        }
        if later && !focused {
            return 0;
        }
    }
    let line_break = match technique {
        Technique::InsertLineBreak => "insertLineBreak",
        _ => "insertParagraph",
    };
    let mut at = from;
    let mut lines = 0;
    while at < prompt.len() && at - from < PIECE && lines < PIECE_LINES {
        let rest = prompt.get(at..).unwrap_or_default();
        let bytes = rest.as_bytes();
        let end = bytes
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'))
            .unwrap_or(bytes.len());
        if end == 0 {
            command(document, line_break, "");
            at += if bytes.starts_with(b"\r\n") { 2 } else { 1 };
            lines += 1;
        } else {
            let cut = cut_at(rest, end);
            command(document, "insertText", rest.get(..cut).unwrap_or_default());
            at += cut;
        }
        if later {
            break;
        }
    }
    at
}

/// Whether the editor takes in a command only after the task that gave it (B7): it must not be
/// given two in one task.
fn commits_later(element: &Element) -> bool {
    element.has_attribute("data-lexical-editor")
}

/// The end of a piece: at the line's end, else behind white space, never inside a character.
fn cut_at(rest: &str, line_end: usize) -> usize {
    if line_end <= PIECE {
        return line_end;
    }
    let mut cut = PIECE;
    while !rest.is_char_boundary(cut) {
        cut -= 1;
    }
    // A piece that ends in white space would have it trimmed by some editors.
    let space = rest.bytes().take(cut).rposition(|byte| byte == b' ');
    space.filter(|&at| at > PIECE / 2).unwrap_or(cut)
}

/// Empties the composer; where the editor commits later, the first call selects and the next
/// one deletes.
pub(super) fn clear(document: &Document, element: &Element) {
    if is_field(element) {
        set_value(element, "");
    } else {
        focus(element);
        let selected = Some(js::window())
            .and_then(|window| window.get_selection().ok().flatten())
            .is_some_and(|selection| !selection.is_collapsed());
        if !(commits_later(element) && selected) {
            command(document, "selectAll", "");
        }
        if selected || !commits_later(element) {
            command(document, "delete", "");
        }
    }
}

fn focus(element: &Element) {
    let _may_fail = element.unchecked_ref::<HtmlElement>().focus();
}

#[inline(never)]
fn command(document: &Document, name: &str, value: &str) {
    let document: &HtmlDocument = document.unchecked_ref();
    let _refused_is_read_back = document.exec_command_with_show_ui_and_value(name, false, value);
}

/// Puts the caret into the editor's innermost first block, unless the editor did so itself.
fn place_caret(window: &Window, editor: &Element) {
    let Ok(Some(selection)) = window.get_selection() else {
        return;
    };
    let inside = selection
        .anchor_node()
        .is_some_and(|node| editor.contains(Some(&node)));
    if inside && selection.anchor_node().as_ref() != Some(editor.as_ref()) {
        return;
    }
    let mut target: Node = editor.clone().into();
    while let Some(first) = target.first_child().filter(|node| {
        node.node_type() == Node::ELEMENT_NODE
            && !listed(&js::text(node, "localName"), "br img button")
    }) {
        target = first;
    }
    let _may_fail = selection.collapse_with_offset(Some(&target), 0);
}

/// Sets the value by the prototype's own setter: frameworks replace the one on the element and
/// would not notice the change (B1, B2).
fn set_value(element: &Element, value: &str) {
    focus(element);
    let _ok = set_with_receiver(&prototype_of(element), "value", value, element);
    press::input(element);
}
