//! Reads a document strictly.
//!
//! A reader goes through all members and notes every problem instead of stopping at the
//! first, so that a person sees them together.

use super::{Problem, Reason};
use crate::json::{Fields, Node, Value};
use crate::role::Role;

/// An object whose member names have been checked.
#[derive(Debug, Clone, Copy)]
pub struct Object<'n, 'a> {
    at: usize,
    fields: Fields<'n, 'a>,
}

/// Collects problems and knows where in the document the reader stands.
#[derive(Debug, Default)]
pub struct Problems {
    path: String,
    found: Vec<Problem>,
}

impl Problems {
    /// No problems yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The problems found, in the order of reading.
    #[must_use]
    pub fn into_vec(self) -> Vec<Problem> {
        self.found
    }

    /// Whether none was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Notes a problem with the value that is being read; `None`, so that readers can end with it.
    pub fn note<T>(&mut self, at: usize, reason: Reason) -> Option<T> {
        self.found.push(Problem {
            pointer: self.path.clone(),
            at,
            reason,
        });
        None
    }

    /// Notes that another kind of value is expected, as "a string".
    pub fn wrong_type<T>(&mut self, node: &Node<'_>, expected: &'static str) -> Option<T> {
        let found = node.kind();
        self.note(node.at, Reason::Type { expected, found })
    }

    /// Reads a value one level further down.
    pub fn within<T>(&mut self, segment: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        self.path.push('/');
        for character in segment.chars() {
            match character {
                '~' => self.path.push_str("~0"),
                '/' => self.path.push_str("~1"),
                other => self.path.push(other),
            }
        }
        let value = read(self);
        self.path.truncate(length);
        value
    }

    /// The value as an object that has no members but `members`.
    pub fn object<'n, 'a>(
        &mut self,
        node: &'n Node<'a>,
        members: &[&'static str],
    ) -> Option<Object<'n, 'a>> {
        let Value::Object(found) = &node.value else {
            return self.wrong_type(node, "an object");
        };
        for member in found {
            if !members.iter().any(|name| *name == member.name) {
                self.note::<()>(member.at, Reason::Unknown(member.name.to_string()));
            }
        }
        Some(Object {
            at: node.at,
            fields: Fields(found),
        })
    }

    /// A member that must be there.
    pub fn required<'n, 'a, T>(
        &mut self,
        object: Object<'n, 'a>,
        name: &'static str,
        read: impl FnOnce(&mut Self, &'n Node<'a>) -> Option<T>,
    ) -> Option<T> {
        match object.fields.get(name) {
            Some(node) => self.within(name, |problems| read(problems, node)),
            None => self.note(object.at, Reason::Missing(name)),
        }
    }

    /// A member that must be there and may be `null`.
    pub fn nullable<'n, 'a, T>(
        &mut self,
        object: Object<'n, 'a>,
        name: &'static str,
        read: impl FnOnce(&mut Self, &'n Node<'a>) -> Option<T>,
    ) -> Option<Option<T>> {
        self.required(object, name, |problems, node| {
            if node.is_null() {
                Some(None)
            } else {
                read(problems, node).map(Some)
            }
        })
    }

    /// A member that may be absent; `null` is no way to say that.
    pub fn optional<'n, 'a, T>(
        &mut self,
        object: Object<'n, 'a>,
        name: &'static str,
        read: impl FnOnce(&mut Self, &'n Node<'a>) -> Option<T>,
    ) -> Option<Option<T>> {
        match object.fields.get(name) {
            Some(node) => self.within(name, |problems| read(problems, node)).map(Some),
            None => Some(None),
        }
    }

    /// Every element of an array.
    pub fn array<'n, 'a, T>(
        &mut self,
        node: &'n Node<'a>,
        mut read: impl FnMut(&mut Self, &'n Node<'a>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Value::Array(nodes) = &node.value else {
            return self.wrong_type(node, "an array");
        };
        let mut all = Some(Vec::new());
        for (index, node) in nodes.iter().enumerate() {
            let mut writer = crate::json::Writer::new();
            writer.integer(index as u64);
            match (
                self.within(&writer.finish(), |problems| read(problems, node)),
                &mut all,
            ) {
                (Some(value), Some(values)) => values.push(value),
                _ => all = None,
            }
        }
        all
    }

    /// An object of role → what `read` makes of its value, in the order of the document.
    pub fn by_role<T>(
        &mut self,
        node: &Node<'_>,
        mut read: impl FnMut(&mut Self, &Node<'_>) -> Option<T>,
    ) -> Option<Vec<(Role, T)>> {
        let Value::Object(members) = &node.value else {
            return self.wrong_type(node, "an object");
        };
        let mut all = Some(Vec::new());
        for member in members {
            let Some(role) = Role::parse(&member.name) else {
                all = self.note(member.at, Reason::Role(member.name.to_string()));
                continue;
            };
            let value = self.within(&member.name, |problems| read(problems, &member.node));
            match (value, &mut all) {
                (Some(value), Some(values)) => values.push((role, value)),
                _ => all = None,
            }
        }
        all
    }

    /// Any text.
    pub fn text(&mut self, node: &Node<'_>) -> Option<String> {
        match node.as_str() {
            Some(text) => Some(text.to_owned()),
            None => self.wrong_type(node, "a string"),
        }
    }

    /// A text that `make` turns into a value, or `reason`.
    pub fn text_as<T>(
        &mut self,
        node: &Node<'_>,
        reason: Reason,
        make: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let Some(text) = node.as_str() else {
            return self.wrong_type(node, "a string");
        };
        match make(text) {
            Some(value) => Some(value),
            None => self.note(node.at, reason),
        }
    }

    /// A text that is not empty.
    pub fn filled(&mut self, node: &Node<'_>) -> Option<String> {
        self.text_as(node, Reason::Empty, |text| {
            (!text.is_empty()).then(|| text.to_owned())
        })
    }

    /// A plain integer.
    pub fn integer(&mut self, node: &Node<'_>) -> Option<u64> {
        if !matches!(node.value, Value::Number(_)) {
            return self.wrong_type(node, "an integer");
        }
        match node.as_integer() {
            Some(number) => Some(number),
            None => self.note(node.at, Reason::Integer),
        }
    }

    /// A boolean.
    pub fn boolean(&mut self, node: &Node<'_>) -> Option<bool> {
        match node.as_bool() {
            Some(value) => Some(value),
            None => self.wrong_type(node, "a boolean"),
        }
    }

    /// A time.
    pub fn time(&mut self, node: &Node<'_>) -> Option<crate::time::Timestamp> {
        self.text_as(node, Reason::Time, crate::time::Timestamp::parse)
    }
}
