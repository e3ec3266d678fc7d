//! From a copy of the answer's DOM to CommonMark with GFM tables and `$`/`$$` math.
//!
//! Three steps, each pure: [`Dom`] is what the page showed, `build` reads blocks and inlines
//! out of it, `write` spells them so that a CommonMark reader gets the same blocks back.

mod ast;
mod build;
mod code;
mod dom;
mod escape;
mod inline;
mod math;
mod table;
mod write;

pub use dom::{Dom, Element, Hints};

/// The Markdown of what the page showed; empty if it showed nothing.
#[must_use]
pub fn markdown(nodes: &[Dom]) -> String {
    write::document(&build::blocks(nodes))
}

#[cfg(test)]
mod tests;
