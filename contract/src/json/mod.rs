//! Strict JSON (RFC 8259, with RFC 7493's restrictions), read and written.
//!
//! General parsers are lenient where an archive from a stranger must not be: they accept a
//! repeated key, a lone surrogate or an array in place of an object. This one refuses what
//! two readers could understand differently, borrows strings from its input and keeps the
//! byte offset of every value, so that a finding can point at it.

mod node;
mod parse;
mod scan;
mod syntax;
mod tree;
mod write;

pub use node::{Fields, Member, Node, Value};
pub use parse::{MAX_DEPTH, parse};
pub use syntax::{SyntaxError, SyntaxKind};
pub use tree::Tree;
pub use write::{Writer, write_string};
