//! Math from its TeX source, once; never from the glyphs that a page lays out for the eye.

use super::dom::Element;
use crate::text::listed;

/// The TeX of `element` if it is display math.
#[inline(never)]
pub(super) fn display(element: &Element) -> Option<String> {
    let wrapper = element.has_class("katex-display")
        || element.has_class("math-block")
        || element.has_class("math-display");
    let block = wrapper
        || (element.tag == "mjx-container" && element.attribute("display") == Some("true"))
        || (element.tag == "math" && element.attribute("display") == Some("block"))
        || (element.tag == "script" && element.attribute("type") != Some("math/tex"));
    if block { source(element) } else { None }
}

/// The TeX of `element` if it is math within text.
pub(super) fn inline(element: &Element) -> Option<String> {
    let is_math = element.has_class("katex")
        || element.has_class("math-inline")
        || listed(&element.tag, "mjx-container math script")
        || element.attribute("data-math").is_some();
    if is_math && display(element).is_none() {
        source(element)
    } else {
        None
    }
}

fn source(element: &Element) -> Option<String> {
    if let Some(with) = element.find(&|e| e.attribute("data-math").is_some()) {
        return with
            .attribute("data-math")
            .map(|tex| tex.trim_ascii().to_owned());
    }
    let annotation = element.find(&|e| {
        e.tag == "annotation" && e.attribute("encoding") == Some("application/x-tex")
            || e.tag == "script"
                && e.attribute("type")
                    .is_some_and(|t| t.starts_with("math/tex"))
    });
    let tex = match annotation {
        Some(annotation) => {
            let mut text = String::new();
            annotation.raw_text(&mut text);
            text
        }
        None => element
            .find(&|e| e.attribute("alttext").is_some())?
            .attribute("alttext")?
            .to_owned(),
    };
    let tex = tex.trim_ascii();
    (!tex.is_empty()).then(|| tex.to_owned())
}
