//! One value type for every file format.
//!
//! Numbers stay as they are written: an answer of `1.0` or `007` is a text to compare with,
//! not a quantity.

use eval752_contract::json::{Node, Value};

/// A value out of JSON, YAML or a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tree {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

impl Tree {
    pub(crate) fn from_json(node: &Node<'_>) -> Self {
        match &node.value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(digits) => Self::Number((*digits).to_owned()),
            Value::String(text) => Self::Text(text.clone().into_owned()),
            Value::Array(nodes) => Self::List(nodes.iter().map(Self::from_json).collect()),
            Value::Object(members) => Self::Map(
                members
                    .iter()
                    .map(|member| (member.name.to_string(), Self::from_json(&member.node)))
                    .collect(),
            ),
        }
    }

    /// The member `name`.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(members) => members
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value at a dotted path; a member whose own name has the dots comes first.
    pub(crate) fn at(&self, path: &str) -> Option<&Self> {
        if let Some(value) = self.get(path) {
            return Some(value);
        }
        path.match_indices('.')
            .find_map(|(dot, _)| self.get(&path[..dot])?.at(&path[dot + 1..]))
    }

    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    pub(crate) fn as_map(&self) -> Option<&[(String, Self)]> {
        match self {
            Self::Map(members) => Some(members),
            _ => None,
        }
    }

    /// A scalar as the text it is written as.
    pub(crate) fn scalar(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Number(text) => Some(text),
            Self::Bool(true) => Some("true"),
            Self::Bool(false) => Some("false"),
            Self::Null | Self::List(_) | Self::Map(_) => None,
        }
    }

    /// Whether there is nothing in it: null, an empty text, list or map.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Text(text) => text.is_empty(),
            Self::List(list) => list.is_empty(),
            Self::Map(members) => members.is_empty(),
            Self::Bool(_) | Self::Number(_) => false,
        }
    }

    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Map(_) => "an object",
        }
    }
}
