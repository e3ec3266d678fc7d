//! Copying what an answer shows: without hidden nodes, furniture and what the preset excludes.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleDeclaration, Element, Node, Window};

use wasm_bindgen::prelude::wasm_bindgen;

use crate::markdown::{Dom, Element as Copied, Hints};

#[wasm_bindgen]
extern "C" {
    /// A string before it becomes UTF-8.
    type Text;
    #[wasm_bindgen(method, getter, js_name = nodeValue)]
    fn node_value(this: &Text) -> JsValue;
    #[wasm_bindgen(method, js_name = isWellFormed)]
    fn is_well_formed(this: &Text) -> bool;
}

/// Furniture, whatever the page.
const FURNITURE: &[&str] = &[
    "button", "svg", "script", "style", "noscript", "template", "nav", "select", "textarea",
    "video", "audio", "canvas", "iframe", "object", "dialog",
];

/// Copies elements.
pub(super) struct Copier<'a> {
    window: &'a Window,
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
}

impl<'a> Copier<'a> {
    pub(super) fn new(window: &'a Window, excluded: &'a [String]) -> Self {
        Self {
            window,
            excluded,
            replaced_surrogates: false,
        }
    }

    /// A copy of `body`'s content.
    pub(super) fn copy(&mut self, body: &Element) -> Vec<Dom> {
        let around = self
            .style(body)
            .map_or_else(Around::default, |style| Around {
                bold: is_bold(&style),
                italic: is_italic(&style),
                verbatim: false,
            });
        // A body that is one element of meaning, as a lone `pre`, is copied with it.
        if matches!(
            body.local_name().as_str(),
            "pre" | "table" | "ul" | "ol" | "code-block"
        ) {
            return self.element(body, around).into_iter().collect();
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
                    let value = node.unchecked_ref::<Text>().node_value();
                    self.replaced_surrogates |= !value.unchecked_ref::<Text>().is_well_formed();
                    copies.push(Dom::Text(value.as_string().unwrap_or_default()));
                }
                Node::ELEMENT_NODE => copies.extend(self.element(node.unchecked_ref(), around)),
                _ => {}
            }
        }
        copies
    }

    fn element(&mut self, element: &Element, around: Around) -> Option<Dom> {
        let tag = element.local_name();
        if FURNITURE.contains(&tag.as_str()) && !is_math_source(element, &tag) {
            return None;
        }
        if tag == "input" && element.get_attribute("type").as_deref() != Some("checkbox") {
            return None;
        }
        if self
            .excluded
            .iter()
            .any(|selector| element.matches(selector).unwrap_or(false))
        {
            return None;
        }
        if matches!(
            element.get_attribute("role").as_deref(),
            Some("toolbar" | "menu" | "tooltip")
        ) {
            return None;
        }
        let mut inside = around;
        let mut hints = Hints::default();
        let math = tag == "math" || tag == "mjx-container" || is_math(element);
        if !around.verbatim && !math && tag != "br" {
            let style = self.style(element)?;
            if is_hidden(&style) {
                return None;
            }
            inside.bold = is_bold(&style);
            inside.italic = is_italic(&style);
            let display = property(&style, "display");
            hints.block = !display.starts_with("inline") && display != "contents";
            // Blocks of their own weight (headings, quotes) are not emphasised text.
            hints.bold = !hints.block && inside.bold && !around.bold;
            hints.italic = !hints.block && inside.italic && !around.italic;
        }
        inside.verbatim |= math || matches!(tag.as_str(), "pre" | "code");
        let mut attributes = Vec::new();
        for name in Copied::KEPT {
            if let Some(value) = element.get_attribute(name) {
                attributes.push((*name, value));
            }
        }
        let children = self.children(element, inside);
        Some(Dom::Element(Copied {
            tag,
            attributes,
            hints,
            children,
        }))
    }

    fn style(&self, element: &Element) -> Option<CssStyleDeclaration> {
        self.window.get_computed_style(element).ok().flatten()
    }
}

fn property(style: &CssStyleDeclaration, name: &str) -> String {
    style.get_property_value(name).unwrap_or_default()
}

fn is_hidden(style: &CssStyleDeclaration) -> bool {
    if property(style, "display") == "none" || property(style, "visibility") == "hidden" {
        return true;
    }
    // Text for screen readers only: clipped to a pixel.
    property(style, "position") == "absolute"
        && matches!(property(style, "width").as_str(), "1px" | "0px")
        && property(style, "overflow").starts_with("hidden")
}

fn is_bold(style: &CssStyleDeclaration) -> bool {
    property(style, "font-weight")
        .parse::<u32>()
        .is_ok_and(|weight| weight >= 600)
}

fn is_italic(style: &CssStyleDeclaration) -> bool {
    property(style, "font-style") == "italic"
}

fn is_math(element: &Element) -> bool {
    element.get_attribute("class").is_some_and(|classes| {
        classes.split(' ').any(|c| {
            matches!(
                c,
                "katex" | "katex-display" | "math-inline" | "math-block" | "math-display"
            )
        })
    })
}

/// MathJax keeps its source in a script element.
fn is_math_source(element: &Element, tag: &str) -> bool {
    tag == "script"
        && element
            .get_attribute("type")
            .is_some_and(|t| t.starts_with("math/tex"))
}
