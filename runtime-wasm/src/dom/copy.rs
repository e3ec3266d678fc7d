//! Copying what an answer shows: without hidden nodes, furniture and what the preset excludes.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Node};

use super::find::{attribute, tag};
use crate::js;
use crate::markdown::{Dom, Element as Copied, Hints};
use crate::text::{leading_number, listed};

#[wasm_bindgen]
extern "C" {
    /// A string before it becomes UTF-8.
    type Text;
    #[wasm_bindgen(method, js_name = isWellFormed)]
    fn is_well_formed(this: &Text) -> bool;
}

/// Furniture, whatever the page.
const FURNITURE: &str = "button svg script style noscript template nav select textarea video audio \
     canvas iframe object dialog";

/// Copies elements.
pub(super) struct Copier<'a> {
    excluded: &'a [String],
    /// A lone surrogate became U+FFFD.
    pub(super) replaced_surrogates: bool,
}

/// The style of the text around an element.
#[derive(Clone, Copy, Default)]
struct Around {
    bold: bool,
    italic: bool,
    /// Inside code or math, where style says nothing.
    verbatim: bool,
    /// Inside math, which hides its source from one reader and its glyphs from the other.
    math: bool,
    /// In a row within a line, whose parts are blocks only in name.
    in_row: bool,
}

impl<'a> Copier<'a> {
    pub(super) fn new(excluded: &'a [String]) -> Self {
        Self {
            excluded,
            replaced_surrogates: false,
        }
    }

    /// A copy of `body`'s content.
    pub(super) fn copy(&mut self, body: &Element) -> Vec<Dom> {
        let style = js::computed_style(body);
        let around = Around {
            bold: is_bold(&style),
            italic: is_italic(&style),
            ..Around::default()
        };
        // A body that is one element of meaning, as a lone `pre`, is copied with it.
        if listed(&tag(body), "pre table ul ol code-block") {
            let mut copies = Vec::new();
            self.element(body, around, &mut copies);
            return copies;
        }
        self.children(body, around)
    }

    fn children(&mut self, element: &Element, around: Around) -> Vec<Dom> {
        let mut copies = Vec::new();
        let mut next = element.first_child();
        while let Some(node) = next {
            next = node.next_sibling();
            match node.node_type() {
                Node::TEXT_NODE => {
                    let value = js::get(&node, "nodeValue");
                    self.replaced_surrogates |= !value.unchecked_ref::<Text>().is_well_formed();
                    copies.push(Dom::Text(value.as_string().unwrap_or_default()));
                }
                Node::ELEMENT_NODE => self.element(node.unchecked_ref(), around, &mut copies),
                _ => {}
            }
        }
        copies
    }

    fn element(&mut self, element: &Element, around: Around, copies: &mut Vec<Dom>) {
        let tag = tag(element);
        let skipped = (listed(&tag, FURNITURE) && !is_math_source(element, &tag))
            || (tag == "input" && attribute(element, "type") != "checkbox")
            || listed(&attribute(element, "role"), "toolbar menu tooltip")
            || self
                .excluded
                .iter()
                .any(|selector| element.matches(selector).unwrap_or(false));
        if skipped {
            return;
        }
        let mut inside = around;
        let mut hints = Hints::default();
        let classes = attribute(element, "class");
        let math = listed(&tag, "math mjx-container script") || is_math(&classes);
        inside.math |= math;
        // What MathJax 2 shows; its source follows in a script. And what is there for the eye
        // alone: icons, carets, numbers of lines.
        if !inside.math
            && (classes.starts_with("MathJax") || attribute(element, "aria-hidden") == "true")
        {
            return;
        }
        if !around.verbatim && !math && tag != "br" {
            let style = js::computed_style(element);
            if is_hidden(&style) {
                return;
            }
            inside.bold = is_bold(&style);
            inside.italic = is_italic(&style);
            let display = js::text(&style, "display");
            let inline = display.starts_with("inline");
            hints.block = !(inline || around.in_row) && display != "contents";
            inside.in_row |= inline && display != "inline";
            // Blocks of their own weight (headings, quotes) are not emphasised text.
            hints.bold = !hints.block && inside.bold && !around.bold;
            hints.italic = !hints.block && inside.italic && !around.italic;
        }
        inside.verbatim |= math || tag == "pre" || tag == "code";
        let mut attributes = Vec::new();
        for name in Copied::KEPT {
            if let Some(value) = element.get_attribute(name) {
                attributes.push((*name, value));
            }
        }
        let children = self.children(element, inside);
        copies.push(Dom::Element(Copied {
            tag,
            attributes,
            hints,
            children,
        }));
    }
}

#[inline(never)]
fn is_hidden(style: &JsValue) -> bool {
    let says = |name, value| js::text(style, name) == value;
    if says("display", "none") || says("visibility", "hidden") {
        return true;
    }
    // Text for screen readers only: clipped to a pixel.
    says("position", "absolute")
        && listed(&js::text(style, "width"), "1px 0px")
        && js::text(style, "overflow").starts_with("hidden")
}

fn is_bold(style: &JsValue) -> bool {
    leading_number(&js::text(style, "fontWeight")) >= 600
}

fn is_italic(style: &JsValue) -> bool {
    js::text(style, "fontStyle") == "italic"
}

fn is_math(classes: &str) -> bool {
    [
        "katex",
        "katex-display",
        "math-inline",
        "math-block",
        "math-display",
    ]
    .iter()
    .any(|class| listed(class, classes))
}

/// MathJax keeps its source in a script element.
fn is_math_source(element: &Element, tag: &str) -> bool {
    tag == "script" && attribute(element, "type").starts_with("math/tex")
}
