//! A tree object's bytes, as git stores them: `mode SP name NUL raw-id`, again
//! and again. The mode decides what may be rendered; names are bytes.

use super::object::ObjectId;

/// What an entry is, by its mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryKind {
    File,
    Folder,
    Symlink,
    Submodule,
    Unknown,
}

/// Finds the entry of that name; `None` when there is none or the tree is damaged.
pub(crate) fn find(tree: &[u8], name: &[u8], id_len: usize) -> Option<(EntryKind, ObjectId)> {
    let raw_len = id_len / 2;
    let mut rest = tree;
    while !rest.is_empty() {
        let space = rest.iter().position(|byte| *byte == b' ')?;
        let (mode, after) = (&rest[..space], &rest[space + 1..]);
        let nul = after.iter().position(|byte| *byte == 0)?;
        let raw = after.get(nul + 1..nul + 1 + raw_len)?;
        if &after[..nul] == name {
            return Some((kind(mode), ObjectId::from_raw(raw)));
        }
        rest = &after[nul + 1 + raw_len..];
    }
    None
}

fn kind(mode: &[u8]) -> EntryKind {
    match mode {
        b"100644" | b"100755" => EntryKind::File,
        b"40000" | b"040000" => EntryKind::Folder,
        b"120000" => EntryKind::Symlink,
        b"160000" => EntryKind::Submodule,
        _ => EntryKind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::{EntryKind, find};

    fn tree() -> Vec<u8> {
        let mut bytes = Vec::new();
        for (mode, name, fill) in [
            ("100644", "a.html", 1_u8),
            ("120000", "link", b' '),
            ("40000", "sub", 0),
        ] {
            bytes.extend_from_slice(format!("{mode} {name}\0").as_bytes());
            bytes.extend_from_slice(&[fill; 20]);
        }
        bytes
    }

    #[test]
    fn entries_are_found_whatever_their_ids_hold() {
        let (kind, id) = find(&tree(), b"sub", 40).unwrap();
        assert_eq!(kind, EntryKind::Folder);
        assert_eq!(id.as_str(), "0".repeat(40));
        assert_eq!(find(&tree(), b"link", 40).unwrap().0, EntryKind::Symlink);
        assert!(find(&tree(), b"su", 40).is_none());
    }

    proptest::proptest! {
        #[test]
        fn bytes_that_are_no_tree_are_no_panic(bytes: Vec<u8>, name: Vec<u8>) {
            let _ = find(&bytes, &name, 40);
            let _ = find(&bytes, &name, 64);
        }
    }

    #[test]
    fn a_cut_tree_is_no_panic() {
        let whole = tree();
        for end in 0..whole.len() {
            let _ = find(&whole[..end], b"missing", 40);
            let _ = find(&whole[..end], b"missing", 64);
        }
    }
}
