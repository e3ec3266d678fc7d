//! Datasets as people have them, read into items that can be asked and scored.
//!
//! Three steps, each with its own kind of complaint: bytes become rows (`read`: encoding,
//! syntax, ragged tables), rows get a meaning (`shape`: which field is what), and each row
//! becomes an [`Item`] or is blocked by name. Nothing is guessed silently and nothing dropped.

mod bundle;
mod check;
mod grading;
mod item;
mod load;
mod mapping;
mod mcq;
mod read;
mod shape;
mod template;
mod tree;

pub use bundle::{load_path, load_source};
pub use check::Check;
pub use grading::{Grading, GradingDefault};
pub use item::{Blocked, Dataset, Entry, Item};
pub use load::{LoadOptions, Source, load};
pub use mapping::Mapping;
