//! The files of one commit, found by walking its trees. Only regular files are
//! handed out: a symlink would read another place, a submodule or a folder has
//! no bytes, and a pointer to large-file storage is not the picture's content.

use std::collections::HashMap;

use super::object::{Kind, ObjectId};
use super::objects::{Objects, Read};
use super::page_path::PagePath;
use super::tree::{self, EntryKind};
use crate::Error;

/// The largest file that is rendered or served to a page.
const FILE_LIMIT: usize = 64 << 20;

/// A commit's files.
#[derive(Debug)]
pub struct Snapshot {
    objects: Objects,
    commit: ObjectId,
    root: ObjectId,
    trees: HashMap<ObjectId, Vec<u8>>,
}

/// A file's bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content(pub Vec<u8>);

/// Why a path of the commit has no bytes to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotServed {
    /// No entry of that name.
    #[error("the commit has no such file")]
    Missing,
    /// A symbolic link; links are not followed.
    #[error("it is a symbolic link, and links are not followed")]
    Symlink,
    /// Another repository's commit.
    #[error("it is a submodule")]
    Submodule,
    /// A folder.
    #[error("it is a folder")]
    Folder,
    /// A pointer to git-lfs storage instead of content.
    #[error("it is a git-lfs pointer, and the content is not in the commit")]
    LfsPointer,
    /// Larger than the limit.
    #[error("it is larger than 64 MiB")]
    TooLarge,
    /// A mode git does not document.
    #[error("it has a file mode that is neither a file's nor a folder's")]
    OddMode,
}

impl Snapshot {
    pub(crate) fn open(mut objects: Objects, commit: ObjectId) -> Result<Self, Error> {
        let data = read_kind(&mut objects, &commit, Kind::Commit)?;
        let root = data
            .split(|byte| *byte == b'\n')
            .next()
            .and_then(|line| std::str::from_utf8(line).ok())
            .and_then(|line| line.strip_prefix("tree "))
            .and_then(ObjectId::from_hex)
            .ok_or_else(|| Error::git(format!("commit {commit} does not begin with its tree")))?;
        Ok(Self {
            objects,
            commit,
            root,
            trees: HashMap::new(),
        })
    }

    /// The commit's full id.
    pub fn commit(&self) -> &ObjectId {
        &self.commit
    }

    /// The page's bytes, or a refusal of the path argument.
    pub fn page(&mut self, path: &PagePath) -> Result<Content, Error> {
        let parts: Vec<&[u8]> = path.parts().collect();
        self.file(&parts)?.map_err(|reason| Error::Path {
            given: path.as_str().to_owned(),
            reason: reason.to_string(),
        })
    }

    /// The bytes of the file at these path parts.
    pub fn file(&mut self, parts: &[&[u8]]) -> Result<Result<Content, NotServed>, Error> {
        let Some((name, folders)) = parts.split_last() else {
            return Ok(Err(NotServed::Folder));
        };
        let mut folder = self.root.clone();
        for part in folders {
            match self.entry(&folder, part)? {
                Some((EntryKind::Folder, id)) => folder = id,
                Some((EntryKind::Symlink, _)) => return Ok(Err(NotServed::Symlink)),
                Some((EntryKind::Submodule, _)) => return Ok(Err(NotServed::Submodule)),
                _ => return Ok(Err(NotServed::Missing)),
            }
        }
        let id = match self.entry(&folder, name)? {
            None => return Ok(Err(NotServed::Missing)),
            Some((EntryKind::File, id)) => id,
            Some((EntryKind::Folder, _)) => return Ok(Err(NotServed::Folder)),
            Some((EntryKind::Symlink, _)) => return Ok(Err(NotServed::Symlink)),
            Some((EntryKind::Submodule, _)) => return Ok(Err(NotServed::Submodule)),
            Some((EntryKind::Unknown, _)) => return Ok(Err(NotServed::OddMode)),
        };
        match self.objects.read(&id, FILE_LIMIT)? {
            Read::Missing => Err(missing(&id)),
            Read::TooLarge(_) => Ok(Err(NotServed::TooLarge)),
            Read::Whole(Kind::Blob, data) if is_lfs_pointer(&data) => {
                Ok(Err(NotServed::LfsPointer))
            }
            Read::Whole(Kind::Blob, data) => Ok(Ok(Content(data))),
            Read::Whole(kind, _) => Err(Error::git(format!(
                "object {id} is a {}, though its tree calls it a file; run `git fsck`",
                kind.word()
            ))),
        }
    }

    fn entry(
        &mut self,
        folder: &ObjectId,
        name: &[u8],
    ) -> Result<Option<(EntryKind, ObjectId)>, Error> {
        if !self.trees.contains_key(folder) {
            let data = read_kind(&mut self.objects, folder, Kind::Tree)?;
            self.trees.insert(folder.clone(), data);
        }
        let tree = self.trees.get(folder).map_or(&[][..], Vec::as_slice);
        Ok(tree::find(tree, name, folder.len()))
    }
}

fn read_kind(objects: &mut Objects, id: &ObjectId, wanted: Kind) -> Result<Vec<u8>, Error> {
    match objects.read(id, FILE_LIMIT)? {
        Read::Whole(kind, data) if kind == wanted => Ok(data),
        Read::Whole(kind, _) => Err(Error::git(format!(
            "object {id} is a {} where a {} belongs; run `git fsck`",
            kind.word(),
            wanted.word()
        ))),
        Read::TooLarge(size) => Err(Error::git(format!(
            "object {id} has {size} bytes, over the limit"
        ))),
        Read::Missing => Err(missing(id)),
    }
}

fn missing(id: &ObjectId) -> Error {
    Error::git(format!(
        "object {id} is not in this clone; fetch it first (`git fetch --refetch`)"
    ))
}

/// The pointer format's first line is fixed by its specification, and a pointer
/// is under 1,024 bytes.
fn is_lfs_pointer(data: &[u8]) -> bool {
    data.len() < 1024
        && [
            &b"version https://git-lfs.github.com/spec/"[..],
            b"version https://hawser.github.com/spec/",
        ]
        .iter()
        .any(|line| data.starts_with(line))
}
