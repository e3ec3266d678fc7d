//! Writing into the composer as a hand on a keyboard would, one technique at a time.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, Event, EventInit, HtmlDocument, HtmlElement, Node, Window};

use super::composer::is_field;
use crate::page::Technique;

/// Characters written before the page gets a turn (B17): editors work on each insertion.
const PIECE: usize = 4_000;
/// Lines written before the page gets a turn.
const PIECE_LINES: usize = 40;

/// The techniques that fit an element.
pub(super) fn techniques(element: &Element) -> &'static [Technique] {
    if is_field(element) {
        &[Technique::ValueSetter, Technique::InsertText]
    } else {
        &[Technique::InsertText, Technique::InsertLineBreak]
    }
}

/// Writes the next piece of `prompt`; gives where the one after it begins.
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
    if from == 0 {
        focus(element);
        if !is_field(element) {
            place_caret(window, element);
        }
    }
    let line_break = match technique {
        Technique::InsertLineBreak => "insertLineBreak",
        _ => "insertParagraph",
    };
    let mut at = from;
    let mut lines = 0;
    while at < prompt.len() && at - from < PIECE && lines < PIECE_LINES {
        let rest = &prompt[at..];
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        if end == 0 {
            command(document, line_break, "");
            at += if rest.starts_with("\r\n") { 2 } else { 1 };
            lines += 1;
            continue;
        }
        let cut = cut_at(rest, end);
        command(document, "insertText", &rest[..cut]);
        at += cut;
    }
    at
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
    let space = rest[..cut].rfind(' ').filter(|&at| at > PIECE / 2);
    space.unwrap_or(cut)
}

/// Empties the composer.
pub(super) fn clear(document: &Document, element: &Element) {
    if is_field(element) {
        set_value(element, "");
    } else {
        focus(element);
        command(document, "selectAll", "");
        command(document, "delete", "");
    }
}

fn focus(element: &Element) {
    let _may_fail = element.unchecked_ref::<HtmlElement>().focus();
}

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
            && !matches!(node.node_name().as_str(), "BR" | "IMG" | "BUTTON")
    }) {
        target = first;
    }
    let _may_fail = selection.collapse_with_offset(Some(&target), 0);
}

/// Sets the value by the prototype's own setter: frameworks replace the one on the element and
/// would not notice the change (B1, B2).
fn set_value(element: &Element, value: &str) {
    focus(element);
    let prototype = js_sys::Object::get_prototype_of(element);
    let value = JsValue::from_str(value);
    let _ok = js_sys::Reflect::set_with_receiver(&prototype, &"value".into(), &value, element);
    let init = EventInit::new();
    init.set_bubbles(true);
    if let Ok(event) = Event::new_with_event_init_dict("input", &init) {
        let _ok = element.dispatch_event(&event);
    }
}
