//! The text in a rich editor: one line for each innermost block, breaks inside as line ends.

use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

/// What a person would say stands in the editor.
pub(super) fn editor_text(editor: &Element) -> String {
    let mut lines = Lines::default();
    lines.block(editor);
    lines.done.join("\n")
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
        let list = element.child_nodes();
        for index in 0..list.length() {
            let Some(node) = list.item(index) else {
                continue;
            };
            match node.node_type() {
                Node::TEXT_NODE => {
                    let text = node.node_value().unwrap_or_default();
                    // Line ends between blocks are not content.
                    let between = text.trim_matches([' ', '\n', '\t']).is_empty()
                        && text.contains('\n')
                        && self.open.is_none()
                        && list.length() > 1;
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
        if element.get_attribute("contenteditable").as_deref() == Some("false") {
            return;
        }
        match element.local_name().as_str() {
            "br" => self.open.get_or_insert_default().push('\n'),
            "p" | "div" | "li" | "ul" | "ol" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "pre"
            | "blockquote" | "section" | "article" => {
                self.close();
                self.block(element);
            }
            // Editors put images and buttons of their own between the text.
            "img" | "button" | "svg" | "style" | "script" => {}
            _ => self.children(element),
        }
    }
}
