//! A parsed JSON value that remembers where it stood.

use std::borrow::Cow;

use crate::MAX_INTEGER;

/// A value and the byte offset at which it begins.
#[derive(Debug, Clone, PartialEq)]
pub struct Node<'a> {
    /// Byte offset into the parsed text.
    pub at: usize,
    /// What stands there.
    pub value: Value<'a>,
}

/// The six kinds of JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it is written; see [`Node::as_integer`].
    Number(&'a str),
    /// A string, unescaped; borrowed where the text holds no escape.
    String(Cow<'a, str>),
    /// A list.
    Array(Vec<Node<'a>>),
    /// Members in the order of the text; names are unique.
    Object(Vec<Member<'a>>),
}

/// One member of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Member<'a> {
    /// Byte offset of the name.
    pub at: usize,
    /// The name, unescaped.
    pub name: Cow<'a, str>,
    /// Its value.
    pub node: Node<'a>,
}

impl<'a> Node<'a> {
    /// What kind of value this is, in the words of an error message.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        }
    }

    /// The value as an unsigned integer that is written plainly: digits only, at most 2^53 − 1.
    #[must_use]
    pub fn as_integer(&self) -> Option<u64> {
        let Value::Number(digits) = self.value else {
            return None;
        };
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        digits.parse().ok().filter(|&number| number <= MAX_INTEGER)
    }

    /// The string, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The elements, if it is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Node<'a>]> {
        match &self.value {
            Value::Array(nodes) => Some(nodes),
            _ => None,
        }
    }

    /// The members, if it is an object.
    #[must_use]
    pub fn as_object(&self) -> Option<Fields<'_, 'a>> {
        match &self.value {
            Value::Object(members) => Some(Fields(members)),
            _ => None,
        }
    }

    /// The member `name` of an object.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Node<'a>> {
        self.as_object()?.get(name)
    }

    /// Whether this is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }
}

/// The members of an object, in the order of the text.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'n, 'a>(pub &'n [Member<'a>]);

impl<'n, 'a> Fields<'n, 'a> {
    /// The member called `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'n Node<'a>> {
        self.0
            .iter()
            .find(|member| member.name == name)
            .map(|member| &member.node)
    }
}
