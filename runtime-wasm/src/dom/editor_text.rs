//! The text in a rich editor: one line for each innermost block, breaks inside as line ends.

use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

use super::find::{attribute, tag};
use super::press;
use crate::js;
use crate::text::listed;

const BLOCKS: &str = "p div li ul ol h1 h2 h3 h4 h5 h6 pre blockquote section article";
/// Editors put images and buttons of their own between the text.
const FURNITURE: &str = "img button svg style script";

/// What a person would say stands in the editor.
pub(super) fn editor_text(editor: &Element) -> String {
    if let Some(text) = own_text(editor) {
        return text;
    }
    let mut lines = Lines::default();
    lines.block(editor);
    let mut text = String::new();
    for (index, line) in lines.done.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text.push_str(line);
    }
    text
}

/// The text of an editor that keeps only the lines near the visible ones in the page:
/// CodeMirror 6 leaves the way to its document on the element.
fn own_text(editor: &Element) -> Option<String> {
    let mut object = js::get(editor, "cmTile");
    if object.is_undefined() {
        // As version 6.38 calls it.
        object = js::get(editor, "cmView");
    }
    for name in ["view", "state", "doc"] {
        object = js::get(&object, name);
    }
    object.is_object().then(|| press::as_text(&object))
}

#[derive(Default)]
struct Lines {
    done: Vec<String>,
    /// The line that inline content is being added to.
    open: Option<String>,
}

impl Lines {
    /// Reads a block; an empty one is an empty line.
    fn block(&mut self, element: &Element) {
        let before = self.done.len();
        self.children(element);
        self.close();
        if self.done.len() == before {
            self.done.push(String::new());
        }
    }

    fn close(&mut self) {
        if let Some(mut line) = self.open.take() {
            // The last break of a block only holds the line open.
            if line.ends_with('\n') {
                line.pop();
            }
            self.done.push(line);
        }
    }

    fn children(&mut self, element: &Element) {
        let mut next = element.first_child();
        let only = next
            .as_ref()
            .is_some_and(|node| node.next_sibling().is_none());
        while let Some(node) = next {
            next = node.next_sibling();
            match node.node_type() {
                Node::TEXT_NODE => {
                    let text = js::text(&node, "nodeValue");
                    // Line ends between blocks are not content.
                    let between = !only
                        && self.open.is_none()
                        && text.bytes().all(|byte| b" \n\t".contains(&byte))
                        && text.as_bytes().contains(&b'\n');
                    if !between {
                        self.open.get_or_insert_default().push_str(&text);
                    }
                }
                Node::ELEMENT_NODE => self.element(node.unchecked_ref()),
                _ => {}
            }
        }
    }

    fn element(&mut self, element: &Element) {
        if attribute(element, "contenteditable") == "false" {
            return;
        }
        let tag = tag(element);
        if tag == "br" {
            self.open.get_or_insert_default().push('\n');
        } else if listed(&tag, BLOCKS) {
            self.close();
            self.block(element);
        } else if !listed(&tag, FURNITURE) {
            self.children(element);
        }
    }
}
