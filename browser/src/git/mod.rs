//! Reading one file of one commit straight from git's object database.
//!
//! `git show COMMIT:PATH` is not used: it takes options for revisions, follows
//! replace refs, resolves `./` against the current folder, and prints listings
//! and link texts with exit code 0. Here the commit is looked up by its hash,
//! the trees are walked entry by entry, and every object's hash is recomputed.

mod command;
mod commit_arg;
mod object;
mod objects;
mod page_path;
mod snapshot;
mod tree;

pub use command::Repository;
pub use commit_arg::CommitArg;
pub use object::ObjectId;
pub use page_path::PagePath;
pub use snapshot::{Content, NotServed, Snapshot};
