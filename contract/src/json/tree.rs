//! JSON values of any maker, for readers that trust them.
//!
//! The chat page parses JSON itself, so the in-page runtime brings no parser: what the
//! packager wrote and what the runtime stored is read through this trait, from the page's own
//! objects there and from [`Node`] in the tests. Nothing is reported; a value that is not what
//! it should be is simply not there.

use super::{Node, Value};

/// A JSON value.
pub trait Tree: Sized {
    /// The member `name` of an object.
    fn get(&self, name: &str) -> Option<Self>;
    /// The string.
    fn text(&self) -> Option<String>;
    /// The plain unsigned integer.
    fn number(&self) -> Option<u64>;
    /// The boolean.
    fn flag(&self) -> Option<bool>;
    /// The elements of an array; none for anything else.
    fn list(&self) -> Vec<Self>;

    /// The string called `name`.
    fn text_of(&self, name: &str) -> Option<String> {
        self.get(name)?.text()
    }

    /// The plain unsigned integer called `name`.
    fn number_of(&self, name: &str) -> Option<u64> {
        self.get(name)?.number()
    }

    /// Whether the boolean called `name` is true.
    fn is(&self, name: &str) -> bool {
        self.get(name).and_then(|value| value.flag()) == Some(true)
    }

    /// The strings of the array called `name`.
    fn texts_of(&self, name: &str) -> Vec<String> {
        let mut texts = Vec::new();
        if let Some(list) = self.get(name) {
            for value in list.list() {
                texts.extend(value.text());
            }
        }
        texts
    }
}

impl Tree for &Node<'_> {
    fn get(&self, name: &str) -> Option<Self> {
        Node::get(self, name)
    }

    fn text(&self) -> Option<String> {
        self.as_str().map(str::to_owned)
    }

    fn number(&self) -> Option<u64> {
        self.as_integer()
    }

    fn flag(&self) -> Option<bool> {
        self.as_bool()
    }

    fn list(&self) -> Vec<Self> {
        match &self.value {
            Value::Array(nodes) => nodes.iter().collect(),
            _ => Vec::new(),
        }
    }
}
