//! File attributes of the central header: they must describe a plain file.

/// What internal and external attributes amount to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attrs {
    /// What our writer writes.
    Canonical,
    /// A plain file, written differently.
    Plain,
    /// Not a plain file.
    Special(&'static str),
    /// Contradicts a plain file.
    Contradiction(&'static str),
}

const TYPE: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const CANONICAL: u32 = 0o100_644 << 16;

const DOS_VOLUME: u32 = 0x08;
const DOS_DIRECTORY: u32 = 0x10;
const DOS_DEVICE: u32 = 0x40;
const WINDOWS_REPARSE: u32 = 0x400;

/// Judges the attributes of an entry whose name is a file's.
pub(super) fn judge(internal: u16, external: u32) -> Attrs {
    let mode = external >> 16;
    // Bit 0 only says "probably text"; the others are reserved or PKWARE's.
    if internal & !1 != 0 {
        return Attrs::Contradiction("reserved internal attribute bits are set");
    }
    match mode & TYPE {
        0 | REGULAR => {}
        0o040_000 => return Attrs::Special("its mode is that of a directory"),
        0o120_000 => return Attrs::Special("its mode is that of a symbolic link"),
        _ => return Attrs::Special("its mode is that of a device, pipe or socket"),
    }
    if mode & 0o7000 != 0 {
        return Attrs::Special("its mode sets user id, group id or the sticky bit");
    }
    if external & DOS_DIRECTORY != 0 {
        return Attrs::Contradiction("the directory bit is set on a file");
    }
    if external & DOS_VOLUME != 0 {
        return Attrs::Contradiction("the volume label bit is set on a file");
    }
    if external & DOS_DEVICE != 0 {
        return Attrs::Special("the device bit is set");
    }
    if external & WINDOWS_REPARSE != 0 {
        return Attrs::Special("the reparse point bit is set");
    }
    if internal == 0 && external == CANONICAL {
        Attrs::Canonical
    } else {
        Attrs::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_pass() {
        assert_eq!(judge(0, 0o100_644 << 16), Attrs::Canonical);
        assert_eq!(judge(1, 0o100_600 << 16), Attrs::Plain);
        assert_eq!(judge(0, 0x2020), Attrs::Plain);
        assert!(matches!(judge(2, 0), Attrs::Contradiction(_)));
        assert!(matches!(judge(0, 0x10), Attrs::Contradiction(_)));
        assert!(matches!(judge(0, 0o120_777 << 16), Attrs::Special(_)));
        assert!(matches!(judge(0, 0o104_755 << 16), Attrs::Special(_)));
    }
}
