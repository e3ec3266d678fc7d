//! Checks of the fields that both headers of an entry carry.

use super::extra::{self, Extra};
use super::fields::Shared;
use super::time::DosTime;
use super::verdict::{Rank, Verdict};
use crate::finding::Place;
use crate::finding::codes::{limit, zip};

/// Which of the two headers is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Local,
    Central,
}

impl Side {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Local => "the local header",
            Self::Central => "the central header",
        }
    }
}

pub(super) const FLAG_ENCRYPTED: u16 = 1 << 0 | 1 << 6 | 1 << 13;
pub(super) const FLAG_DESCRIPTOR: u16 = 1 << 3;
pub(super) const FLAG_UTF8: u16 = 1 << 11;
/// ZIP64 needs 4.5; what is above needs features that a stored file has not.
const VERSION_MAX: u16 = 45;
const VERSION_CANONICAL: u16 = 20;
const SENTINEL: u32 = u32::MAX;

/// Checks one header by itself.
pub(super) fn check(
    verdict: &mut Verdict,
    side: Side,
    place: &Place,
    fields: &Shared,
    extra: &[u8],
) {
    let by = side.name();
    let mut fail = |code, message: String| {
        verdict.fail(Rank::Header, code, place.clone(), message);
    };
    let flags = fields.flags;
    if flags & FLAG_ENCRYPTED != 0 {
        fail(
            zip::ENCRYPTED,
            format!("{by} marks the entry as encrypted (flags {flags:#06x})"),
        );
    }
    if flags & FLAG_DESCRIPTOR != 0 {
        fail(
            zip::DATA_DESCRIPTOR,
            format!("{by} says that sizes follow the data (flag bit 3, flags {flags:#06x})"),
        );
    }
    if fields.method != 0 {
        let name = method_name(fields.method);
        fail(
            zip::METHOD_UNSUPPORTED,
            format!(
                "expected method 0 (stored), found method {} ({name}) in {by}",
                fields.method
            ),
        );
    }
    let rest = flags & !(FLAG_ENCRYPTED | FLAG_DESCRIPTOR | FLAG_UTF8);
    if rest != 0 {
        fail(
            zip::FLAGS,
            format!("expected flags 0x0000, found {flags:#06x} in {by}"),
        );
    }
    if fields.version > VERSION_MAX {
        fail(
            zip::VERSION,
            format!(
                "version needed is {} in {by}; a stored file needs at most {VERSION_MAX}",
                fields.version
            ),
        );
    }
    if fields.packed == SENTINEL || fields.size == SENTINEL {
        fail(limit::ZIP64, format!("{by} leaves a size to a ZIP64 field"));
    } else if fields.method == 0 && fields.packed != fields.size && flags & FLAG_DESCRIPTOR == 0 {
        fail(
            zip::STORED_SIZE,
            format!(
                "stored, but {} bytes packed and {} bytes unpacked in {by}",
                fields.packed, fields.size
            ),
        );
    }
    check_extra(verdict, by, place, extra);
    let time = DosTime {
        date: fields.date,
        time: fields.time,
    };
    if !time.is_valid() {
        verdict.fail(
            Rank::Time,
            zip::TIME_INVALID,
            place.clone(),
            format!("{by} gives the time {time}, which does not exist"),
        );
    }
    // The two headers agree about these or it is an error, so once is enough.
    if side == Side::Central {
        if flags & FLAG_UTF8 != 0 {
            verdict.form(zip::UTF8_FLAG, place.clone(), "flag bit 11 is set");
        }
        if fields.version != VERSION_CANONICAL && fields.version <= VERSION_MAX {
            verdict.form(
                zip::VERSION_VALUE,
                place.clone(),
                format!(
                    "version needed is {}, our writer writes {VERSION_CANONICAL}",
                    fields.version
                ),
            );
        }
    }
}

/// Judges the extra field of one header.
fn check_extra(verdict: &mut Verdict, by: &str, place: &Place, extra: &[u8]) {
    let mut fail = |code, message: String| {
        verdict.fail(Rank::Header, code, place.clone(), message);
    };
    match extra::judge(extra) {
        Extra::Empty => {}
        Extra::Harmless(id) => verdict.form(
            zip::EXTRA_PRESENT,
            place.clone(),
            format!("{by} has an extra field {id:#06x} (times or owner)"),
        ),
        Extra::Zip64 => fail(limit::ZIP64, format!("{by} has a ZIP64 extra field")),
        Extra::Duplicate(id) => fail(
            zip::EXTRA_DUPLICATE,
            format!("{by} has extra field {id:#06x} twice"),
        ),
        Extra::Forbidden(id) => fail(
            zip::EXTRA_FORBIDDEN,
            format!("{by} has extra field {id:#06x}"),
        ),
        Extra::Malformed => fail(
            zip::EXTRA_MALFORMED,
            format!(
                "the extra field of {} bytes in {by} does not divide into whole fields",
                extra.len()
            ),
        ),
    }
}

/// Demands that the central header repeats the local one.
pub(super) fn compare(verdict: &mut Verdict, place: &Place, local: &Shared, central: &Shared) {
    let mut differ = |rank, code, what: &str, a: u64, b: u64| {
        if a != b {
            verdict.fail(
                rank,
                code,
                place.clone(),
                format!("{what}: the local header says {a}, the central header says {b}"),
            );
        }
    };
    differ(
        Rank::Agreement,
        zip::METHOD_MISMATCH,
        "method",
        local.method.into(),
        central.method.into(),
    );
    differ(
        Rank::Header,
        zip::FLAGS_MISMATCH,
        "flags",
        local.flags.into(),
        central.flags.into(),
    );
    differ(
        Rank::Agreement,
        zip::SIZE_MISMATCH,
        "packed size",
        local.packed.into(),
        central.packed.into(),
    );
    differ(
        Rank::Agreement,
        zip::SIZE_MISMATCH,
        "unpacked size",
        local.size.into(),
        central.size.into(),
    );
    differ(
        Rank::Agreement,
        zip::VERSION,
        "version needed",
        local.version.into(),
        central.version.into(),
    );
    let time = |f: &Shared| DosTime {
        date: f.date,
        time: f.time,
    };
    if local.crc != central.crc {
        verdict.fail(
            Rank::Agreement,
            zip::CRC_HEADER_MISMATCH,
            place.clone(),
            format!(
                "checksum: the local header says {:08x}, the central header says {:08x}",
                local.crc, central.crc
            ),
        );
    }
    if time(local) != time(central) {
        verdict.fail(
            Rank::Agreement,
            zip::TIME_MISMATCH,
            place.clone(),
            format!(
                "time: the local header says {}, the central header says {}",
                time(local),
                time(central)
            ),
        );
    }
}

/// The name of a compression method, for messages.
pub(super) fn method_name(method: u16) -> &'static str {
    match method {
        0 => "stored",
        1 => "shrink",
        2..=5 => "reduce",
        6 => "implode",
        8 => "deflate",
        9 => "deflate64",
        12 => "bzip2",
        14 => "LZMA",
        93 => "zstd",
        95 => "xz",
        98 => "PPMd",
        99 => "AES encryption",
        _ => "unknown",
    }
}
