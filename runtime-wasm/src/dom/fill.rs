//! Writing into the composer as a hand on a keyboard would, one technique at a time.
//!
//! What a key causes is an event that says what is about to happen (`beforeinput`), and then,
//! unless the editor does it by itself, the browser's editing command. Some editors, such as
//! Lexical, know the event alone, others the command's effect alone.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, HtmlDocument, HtmlElement, Node, Window};

use super::composer::is_field;
use super::find::tag;
use super::press;
use crate::js;
use crate::overlay::make;
use crate::page::Technique;
use crate::text::{listed, split};

/// So many line ends are typed at most. For each the browser lays out all lines before it, which
/// takes 10 seconds of work for 2,000 (B17); the lines behind them are put there as blocks.
const TYPED_LINES: usize = 40;

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

/// Writes `prompt`, in one task: an editor that got a turn between two lines might see nothing
/// but a line end come, and take that for the Enter key, which sends.
pub(super) fn fill(
    window: &Window,
    document: &Document,
    element: &Element,
    technique: Technique,
    prompt: &str,
) {
    if technique == Technique::ValueSetter {
        return set_value(element, prompt);
    }
    focus(element);
    if is_field(element) {
        return command(document, "insertText", prompt);
    }
    place_caret(window, element);
    // Where runs of white space show as one space, some would be lost on the way.
    if js::text(&js::computed_style(element), "whiteSpaceCollapse") == "collapse" {
        js::set_text(&js::get(element, "style"), "whiteSpace", "pre-wrap");
    }
    let line_break = match technique {
        Technique::InsertLineBreak => "insertLineBreak",
        _ => "insertParagraph",
    };
    // The tag of the blocks, once lines are no longer typed.
    let mut block: Option<String> = None;
    let mut lines = 0;
    for part in &split(prompt, b'\n') {
        for line in &split(part.strip_suffix('\r').unwrap_or(part), b'\r') {
            if lines > 0 && block.is_none() && press::before_input(element, line_break, "") {
                if lines < TYPED_LINES || technique == Technique::InsertLineBreak {
                    command(document, line_break, "");
                } else {
                    let last = element.last_element_child();
                    block = Some(last.map_or_else(|| "div".to_owned(), |last| tag(&last)));
                }
            }
            lines += 1;
            if let Some(block) = &block {
                let block = make(document, element, block, line);
                if line.is_empty() {
                    make(document, &block, "br", "");
                }
            } else if !line.is_empty() {
                typed(document, element, "insertText", "insertText", line);
            }
        }
    }
    if block.is_some() {
        press::input(element);
    }
}

/// Empties the composer.
pub(super) fn clear(document: &Document, element: &Element) {
    if is_field(element) {
        set_value(element, "");
    } else {
        focus(element);
        command(document, "selectAll", "");
        typed(document, element, "deleteContentBackward", "delete", "");
    }
}

fn focus(element: &Element) {
    let _may_fail = element.unchecked_ref::<HtmlElement>().focus();
}

/// What a key does: the event, and the command unless the editor acts by itself.
fn typed(document: &Document, editor: &Element, input: &str, name: &str, text: &str) {
    if press::before_input(editor, input, text) {
        command(document, name, text);
    }
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
    let editor: &Node = editor;
    let inside = |node: &Node| node != editor && editor.contains(Some(node));
    if selection.anchor_node().as_ref().is_some_and(inside) {
        return;
    }
    let mut target = editor.clone();
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
