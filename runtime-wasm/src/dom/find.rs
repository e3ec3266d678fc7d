//! Finding elements by role: the first selector of the list that matches anything counts.

use eval752_contract::page_check::RoleCheck;
use eval752_contract::role::{Role, Selectors};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, NodeList};

use crate::js;
use crate::text::text;

#[wasm_bindgen]
extern "C" {
    /// What `Document`, `Element` and `ShadowRoot` have in common here, and
    /// `Element.checkVisibility` with options, which `web-sys` has not yet.
    type Tree;
    #[wasm_bindgen(method, js_name = querySelectorAll, catch)]
    fn query_selector_all(this: &Tree, selector: &str) -> Result<NodeList, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn closest(this: &Tree, selector: &str) -> Result<Option<Element>, JsValue>;
    #[wasm_bindgen(method, js_name = checkVisibility)]
    fn check_visibility(this: &Tree, options: &JsValue) -> bool;
}

/// Which of the elements that a selector matches are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Visible,
    /// Those that are in no other match.
    Outermost,
}

/// Finds elements, and remembers which selector found them.
#[derive(Debug)]
pub(crate) struct Finder {
    document: Document,
    selectors: Selectors,
    matched: [Option<usize>; Role::ALL.len()],
    visibility: JsValue,
}

impl Finder {
    pub(super) fn new(document: Document, selectors: Selectors) -> Self {
        Self {
            document,
            selectors,
            matched: [None; Role::ALL.len()],
            // Hidden by `visibility` counts as hidden; by scrolling or opacity does not.
            visibility: js::flags(&["visibilityProperty"]),
        }
    }

    pub(super) fn selectors(&self, role: Role) -> &[String] {
        self.selectors.get(role)
    }

    pub(super) fn has(&self, role: Role) -> bool {
        !self.selectors.get(role).is_empty()
    }

    pub(super) fn take_matched(&mut self) -> Vec<(Role, String)> {
        let mut all = Vec::new();
        for (&role, matched) in Role::ALL.iter().zip(&mut self.matched) {
            if let Some(selector) = matched.take().and_then(|i| self.selectors.get(role).get(i)) {
                all.push((role, selector.clone()));
            }
        }
        all
    }

    #[inline(never)]
    pub(super) fn is_visible(&self, element: &Element) -> bool {
        element
            .unchecked_ref::<Tree>()
            .check_visibility(&self.visibility)
    }

    /// Whether `element` is on the page, visible, and still what `role` looks for.
    pub(super) fn still_shows(&self, role: Role, element: &Element) -> bool {
        let fits = |selector: &String| element.matches(selector).unwrap_or(false);
        element.is_connected()
            && self.selectors.get(role).iter().any(fits)
            && self.is_visible(element)
    }

    /// Everything that `selector` matches in the document; nothing for a bad selector.
    pub(super) fn query(&self, selector: &str) -> Option<NodeList> {
        query(&self.document, selector)
    }

    #[inline(never)]
    fn scan(
        &mut self,
        role: Role,
        roots: &[&JsValue],
        wanted: Wanted,
        most: usize,
    ) -> Vec<Element> {
        let mut found: Vec<Element> = Vec::new();
        for (index, selector) in self.selectors.get(role).iter().enumerate() {
            for root in roots {
                let list = match wanted {
                    Wanted::Visible => query(root, selector),
                    Wanted::Outermost => query_inside(root, selector),
                };
                for index in 0..list.as_ref().map_or(0, NodeList::length) {
                    let Some(element) = item(list.as_ref(), index) else {
                        break;
                    };
                    let fits = match wanted {
                        Wanted::Visible => self.is_visible(&element),
                        // Ancestors come first in the list.
                        Wanted::Outermost => !any_contains(&found, &element),
                    };
                    if fits {
                        found.push(element);
                    }
                    if found.len() == most {
                        break;
                    }
                }
            }
            if !found.is_empty() {
                self.matched[role as usize] = Some(index);
                break;
            }
        }
        found
    }

    /// The visible elements of the first selector that has any.
    pub(super) fn visible(&mut self, role: Role) -> Vec<Element> {
        let document = self.document.clone();
        self.scan(role, &[&document], Wanted::Visible, usize::MAX)
    }

    #[inline(never)]
    pub(super) fn first_visible(&mut self, role: Role) -> Option<Element> {
        let document = self.document.clone();
        self.scan(role, &[&document], Wanted::Visible, 1).pop()
    }

    /// What the role's first fitting selector matches inside `root`, outermost only.
    pub(super) fn inside(&mut self, role: Role, root: &Element) -> Vec<Element> {
        self.scan(role, &[root], Wanted::Outermost, usize::MAX)
    }

    /// Composers can live in open shadow roots, where no document-wide query reaches.
    pub(super) fn visible_in_shadow(&mut self, role: Role) -> Vec<Element> {
        let mut roots = Vec::new();
        collect_roots(&self.document, &mut roots, 0);
        let roots: Vec<&JsValue> = roots.iter().collect();
        self.scan(role, &roots, Wanted::Visible, usize::MAX)
    }

    /// How many turns the first selector that matches anything matches; none if the newest is
    /// hidden, for pages keep conversations that were left.
    pub(super) fn count(&mut self, role: Role) -> u32 {
        let Some((_, list)) = self.list(role) else {
            return 0;
        };
        let newest = list.item(list.length() - 1);
        let shown = newest.is_some_and(|node| self.is_visible(node.unchecked_ref()));
        if shown { list.length() } else { 0 }
    }

    /// What `role` matches on the page as it stands, without remembering it, and the first
    /// element of it that can be seen.
    pub(crate) fn check(&self, role: Role) -> (RoleCheck<'_>, Option<Element>) {
        let mut check = RoleCheck::default();
        let mut first = None;
        let mut roots: Vec<JsValue> = Vec::new();
        if role == Role::Composer {
            collect_roots(&self.document, &mut roots, 0);
        }
        roots.push(self.document.clone().into());
        for selector in self.selectors.get(role) {
            for root in &roots {
                let list = query(root, selector);
                for index in 0..list.as_ref().map_or(0, NodeList::length) {
                    check.count += 1;
                    let element = item(list.as_ref(), index);
                    if let Some(element) = element.filter(|element| self.is_visible(element)) {
                        check.visible += 1;
                        first.get_or_insert(element);
                    }
                }
            }
            if check.count > 0 {
                check.selector = Some(selector);
                break;
            }
        }
        check.tried = self.selectors.get(role);
        (check, first)
    }

    /// The first selector that matches anything behind `element`, and what it matches there.
    /// None after the one that was used up to here: it stands for another kind of page.
    pub(super) fn first_behind(
        &mut self,
        role: Role,
        element: &Element,
    ) -> Option<(String, Vec<Element>)> {
        for (index, selector) in self.selectors.get(role).iter().enumerate() {
            let found = behind(element, selector);
            if !found.is_empty() {
                self.matched[role as usize] = Some(index);
                return Some((selector.clone(), found));
            }
            if element.matches(selector).unwrap_or(false) {
                break;
            }
        }
        None
    }

    /// The first selector that matches anything, and what it matches, hidden or not.
    #[inline(never)]
    pub(super) fn list(&mut self, role: Role) -> Option<(String, NodeList)> {
        for (index, selector) in self.selectors.get(role).iter().enumerate() {
            if let Some(list) = self.query(selector) {
                self.matched[role as usize] = Some(index);
                return Some((selector.clone(), list));
            }
        }
        None
    }
}

/// What `selector` matches inside `root`; `None` for nothing and for a bad selector.
#[inline(never)]
pub(super) fn query(root: &JsValue, selector: &str) -> Option<NodeList> {
    root.unchecked_ref::<Tree>()
        .query_selector_all(selector)
        .ok()
        .filter(|list| list.length() > 0)
}

/// What `selector` matches inside an element that is a small part of the page. Chromium goes
/// through the whole document for a selector with an ancestor in it (`.a .b`), whatever the
/// root is, unless the selector is one piece.
#[inline(never)]
pub(super) fn query_inside(root: &JsValue, selector: &str) -> Option<NodeList> {
    query(root, &text(&[":is(", selector, ")"]))
}

/// What `selector` matches behind `element` in the document, in order. Only what follows is
/// searched: what stands before, thousands of old turns perhaps, costs nothing.
#[inline(never)]
pub(super) fn behind(element: &Element, selector: &str) -> Vec<Element> {
    let mut found = Vec::new();
    let mut above = Some(element.clone());
    while let Some(here) = above {
        let mut next = here.next_element_sibling();
        while let Some(sibling) = next {
            if sibling.matches(selector).unwrap_or(false) {
                found.push(sibling.clone());
            }
            collect(query_inside(&sibling, selector).as_ref(), &mut found);
            next = sibling.next_element_sibling();
        }
        above = here.parent_element();
    }
    found
}

/// Adds the elements of a list.
#[inline(never)]
pub(super) fn collect(list: Option<&NodeList>, found: &mut Vec<Element>) {
    for index in 0..list.map_or(0, NodeList::length) {
        found.extend(item(list, index));
    }
}

/// The element `index` of a list.
#[inline(never)]
pub(super) fn item(list: Option<&NodeList>, index: u32) -> Option<Element> {
    list?.item(index).map(JsCast::unchecked_into)
}

/// The nearest element that `selector` matches, from `element` upwards.
#[inline(never)]
pub(super) fn closest(element: &Element, selector: &str) -> Option<Element> {
    element
        .unchecked_ref::<Tree>()
        .closest(selector)
        .ok()
        .flatten()
}

/// Whether one of `elements` is `element` or holds it.
#[inline(never)]
pub(super) fn any_contains(elements: &[Element], element: &Element) -> bool {
    elements.iter().any(|other| other.contains(Some(element)))
}

/// An attribute; empty where there is none.
#[inline(never)]
pub(super) fn attribute(element: &Element, name: &str) -> String {
    element.get_attribute(name).unwrap_or_default()
}

/// The text inside an element.
#[inline(never)]
pub(super) fn text_of(element: &Element) -> String {
    js::text(element, "textContent")
}

/// The tag, lower case.
#[inline(never)]
pub(super) fn tag(element: &Element) -> String {
    js::text(element, "localName")
}

fn collect_roots(inside: &JsValue, roots: &mut Vec<JsValue>, depth: u32) {
    let all = query(inside, "*");
    for index in 0..all.as_ref().map_or(0, NodeList::length) {
        let Some(element) = item(all.as_ref(), index) else {
            continue;
        };
        let root = js::get(&element, "shadowRoot");
        // Our own overlay is nobody's composer.
        if root.is_object() && depth < 8 && tag(&element) != crate::overlay::HOST {
            collect_roots(&root, roots, depth + 1);
            roots.push(root);
        }
    }
}

/// Text in one line, at most `limit` characters.
#[inline(never)]
pub(crate) fn one_line(text: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut count = 0;
    let mut space = false;
    for character in text.chars() {
        if matches!(character, ' ' | '\n' | '\r' | '\t' | '\u{A0}') {
            space = true;
            continue;
        }
        if space && count > 0 {
            out.push(' ');
            count += 1;
        }
        if count >= limit {
            break;
        }
        space = false;
        out.push(character);
        count += 1;
    }
    out
}
