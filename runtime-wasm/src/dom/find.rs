//! Finding elements by role: the first selector of the list that matches anything counts.

use eval752_contract::role::{Role, Selectors};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, NodeList};

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// `Element.checkVisibility` with options, which `web-sys` has not yet.
    type Checkable;
    #[wasm_bindgen(method, js_name = checkVisibility)]
    fn check_visibility(this: &Checkable, options: &JsValue) -> bool;
}

/// Finds elements, and remembers which selector found them.
#[derive(Debug)]
pub(crate) struct Finder {
    document: Document,
    selectors: Selectors,
    matched: Vec<Option<usize>>,
    visibility: JsValue,
}

impl Finder {
    pub(super) fn new(document: Document, selectors: Selectors) -> Self {
        let visibility = js_sys::Object::new();
        // Hidden by `visibility` counts as hidden; by scrolling or opacity does not.
        let _ok = js_sys::Reflect::set(&visibility, &"visibilityProperty".into(), &true.into());
        Self {
            document,
            selectors,
            matched: vec![None; Role::ALL.len()],
            visibility: visibility.into(),
        }
    }

    pub(crate) fn selectors(&self, role: Role) -> &[String] {
        self.selectors.get(role)
    }

    pub(super) fn has(&self, role: Role) -> bool {
        !self.selectors.get(role).is_empty()
    }

    pub(super) fn take_matched(&mut self) -> Vec<(Role, String)> {
        let mut all = Vec::new();
        for &role in Role::ALL {
            if let Some(index) = self.matched[role as usize].take() {
                all.push((role, self.selectors.get(role)[index].clone()));
            }
        }
        all
    }

    fn note(&mut self, role: Role, index: usize) {
        self.matched[role as usize] = Some(index);
    }

    pub(crate) fn is_visible(&self, element: &Element) -> bool {
        element
            .unchecked_ref::<Checkable>()
            .check_visibility(&self.visibility)
    }

    /// Everything that `selector` matches in the document; nothing for a bad selector.
    pub(crate) fn query(&self, selector: &str) -> Option<NodeList> {
        self.document
            .query_selector_all(selector)
            .ok()
            .filter(|list| list.length() > 0)
    }

    /// The visible elements of the first selector that has any.
    pub(super) fn visible(&mut self, role: Role) -> Vec<Element> {
        for index in 0..self.selectors.get(role).len() {
            let Some(list) = self.query(&self.selectors.get(role)[index]) else {
                continue;
            };
            let found: Vec<Element> = elements(&list)
                .filter(|element| self.is_visible(element))
                .collect();
            if !found.is_empty() {
                self.note(role, index);
                return found;
            }
        }
        Vec::new()
    }

    pub(super) fn first_visible(&mut self, role: Role) -> Option<Element> {
        for index in 0..self.selectors.get(role).len() {
            let Some(list) = self.query(&self.selectors.get(role)[index]) else {
                continue;
            };
            if let Some(element) = elements(&list).find(|element| self.is_visible(element)) {
                self.note(role, index);
                return Some(element);
            }
        }
        None
    }

    /// Whether any selector of the role matches something visible; all of them count.
    pub(super) fn any_visible(&mut self, role: Role) -> bool {
        self.first_visible(role).is_some()
    }

    /// How many elements the first selector that matches anything matches.
    pub(super) fn count(&mut self, role: Role) -> u32 {
        self.list(role).map_or(0, |(_, list)| list.length())
    }

    /// The first selector that matches anything, and what it matches, hidden or not.
    pub(super) fn list(&mut self, role: Role) -> Option<(usize, NodeList)> {
        for index in 0..self.selectors.get(role).len() {
            if let Some(list) = self.query(&self.selectors.get(role)[index]) {
                self.note(role, index);
                return Some((index, list));
            }
        }
        None
    }

    /// What the role's first fitting selector matches inside `root`, outermost only.
    pub(super) fn inside(&mut self, role: Role, root: &Element) -> Vec<Element> {
        for index in 0..self.selectors.get(role).len() {
            let selector = &self.selectors.get(role)[index];
            let Ok(list) = root.query_selector_all(selector) else {
                continue;
            };
            let found: Vec<Element> = elements(&list).collect();
            let outermost: Vec<Element> = found
                .iter()
                .filter(|one| {
                    !found
                        .iter()
                        .any(|other| other != *one && other.contains(Some(one)))
                })
                .cloned()
                .collect();
            if !outermost.is_empty() {
                self.note(role, index);
                return outermost;
            }
        }
        Vec::new()
    }

    /// Composers can live in open shadow roots, where no document-wide query reaches.
    pub(super) fn visible_in_shadow(&mut self, role: Role) -> Vec<Element> {
        let mut roots = Vec::new();
        if let Some(all) = self.query("*") {
            collect_roots(&all, &mut roots, 0);
        }
        for index in 0..self.selectors.get(role).len() {
            let selector = self.selectors.get(role)[index].clone();
            let mut found = Vec::new();
            for root in &roots {
                if let Ok(list) = root.query_selector_all(&selector) {
                    found.extend(elements(&list).filter(|element| self.is_visible(element)));
                }
            }
            if !found.is_empty() {
                self.note(role, index);
                return found;
            }
        }
        Vec::new()
    }
}

fn collect_roots(all: &NodeList, roots: &mut Vec<web_sys::ShadowRoot>, depth: u32) {
    for element in elements(all) {
        let Some(root) = element.shadow_root() else {
            continue;
        };
        // Our own overlay is nobody's composer.
        if depth < 8 && element.local_name() != crate::overlay::HOST {
            if let Ok(inside) = root.query_selector_all("*") {
                collect_roots(&inside, roots, depth + 1);
            }
            roots.push(root);
        }
    }
}

pub(super) fn elements(list: &NodeList) -> impl Iterator<Item = Element> + '_ {
    (0..list.length())
        .filter_map(|index| list.item(index))
        .map(JsCast::unchecked_into)
}

/// Text in one line, at most `limit` characters.
pub(crate) fn one_line(text: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut count = 0;
    for word in text
        .split([' ', '\n', '\r', '\t', '\u{A0}'])
        .filter(|word| !word.is_empty())
    {
        if !out.is_empty() {
            out.push(' ');
            count += 1;
        }
        for character in word.chars() {
            if count >= limit {
                return out;
            }
            out.push(character);
            count += 1;
        }
    }
    out
}
