//! A copy of what the page showed, without what it hid and without furniture.

use crate::text::listed;

/// A node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dom {
    /// Text as it stands in the page.
    Text(String),
    /// An element.
    Element(Element),
}

/// An element with what its meaning depends on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Element {
    /// The tag, lower case.
    pub tag: String,
    /// The attributes that can matter, see [`Element::KEPT`].
    pub attributes: Vec<(&'static str, String)>,
    /// What only the computed style says.
    pub hints: Hints,
    /// What is inside.
    pub children: Vec<Dom>,
}

/// What only the computed style says, each as a difference from the parent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hints {
    /// Bolder than the text around it.
    pub bold: bool,
    /// Italic in upright text.
    pub italic: bool,
    /// Laid out as a block.
    pub block: bool,
}

impl Element {
    /// The attributes that are copied.
    pub const KEPT: &[&'static str] = &[
        "class",
        "href",
        "title",
        "alt",
        "start",
        "type",
        "checked",
        "encoding",
        "data-math",
        "align",
        "display",
        "style",
        "data-language",
        "alttext",
    ];

    /// The attribute's value.
    #[must_use]
    #[inline(never)]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Whether the class attribute names `class`.
    #[must_use]
    #[inline(never)]
    pub fn has_class(&self, class: &str) -> bool {
        self.attribute("class")
            .is_some_and(|all| listed(class, all))
    }

    /// The first element, this one included, that `test` holds for, in document order.
    pub(super) fn find(&self, test: &dyn Fn(&Self) -> bool) -> Option<&Self> {
        if test(self) {
            return Some(self);
        }
        self.children.iter().find_map(|child| match child {
            Dom::Element(element) => element.find(test),
            Dom::Text(_) => None,
        })
    }

    /// How many elements inside have the tag.
    pub(super) fn count(&self, tag: &str) -> usize {
        let mut count = 0;
        for child in &self.children {
            if let Dom::Element(element) = child {
                count += usize::from(element.tag == tag) + element.count(tag);
            }
        }
        count
    }

    /// The text inside, as it stands, with line breaks for `br` and between blocks.
    pub(super) fn raw_text(&self, out: &mut String) {
        for child in &self.children {
            match child {
                Dom::Text(text) => out.push_str(text),
                Dom::Element(element) if element.tag == "br" => out.push('\n'),
                Dom::Element(element) => {
                    let line = listed(&element.tag, "div li p tr") || element.has_class("cm-line");
                    if line && !out.is_empty() && !out.ends_with('\n') {
                        out.push('\n');
                    }
                    let before = out.len();
                    element.raw_text(out);
                    // An empty line is written as an element with only a filler br.
                    if line && (out.len() == before || !out.ends_with('\n')) {
                        out.push('\n');
                    }
                }
            }
        }
    }
}
