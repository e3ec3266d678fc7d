//! Every class of malformed container, made from a valid capture, gets its
//! own code. The names are those of the research the classes come from.

mod common;

use common::capture::small;
use common::rawzip::{RawEntry, RawZip};
use eval752_validator::{Options, Profile, validate_bytes};

type Defect = fn(&mut RawZip);

fn extra(id: u16, data: &[u8]) -> Vec<u8> {
    let len = u16::try_from(data.len()).expect("short");
    [&id.to_le_bytes(), &len.to_le_bytes(), data].concat()
}

/// Class, expected code, how the defect is made.
#[rustfmt::skip]
const CLASSES: &[(&str, &str, Defect)] = &[
    ("junk before the first header", "zip.prefix_data", |z| z.prefix = b"junk".to_vec()),
    ("junk before, offsets not adjusted", "zip.prefix_data", |z| { z.prefix = b"junk".to_vec(); z.cd_offset = Some(0); z.entries[0].offset = Some(0); }),
    ("one space before", "zip.prefix_data", |z| z.prefix = b" ".to_vec()),
    ("a JPEG before", "zip.prefix_data", |z| z.prefix = [b"\xff\xd8\xff\xe0".as_slice(), &[1; 400]].concat()),
    ("bytes behind the end", "zip.trailing_data", |z| z.suffix = b"junk".to_vec()),
    ("a line feed behind the end", "zip.trailing_data", |z| z.suffix = b"\n".to_vec()),
    ("zeros behind the end", "zip.trailing_data", |z| z.suffix = vec![0; 512]),
    ("archive comment", "zip.comment_present", |z| z.comment = b"hello".to_vec()),
    ("end record in the comment", "zip.multiple_eocd", |z| z.comment = [b"PK\x05\x06".as_slice(), &[0; 18]].concat()),
    ("two archives", "zip.multiple_eocd", |z| z.suffix = RawZip::of(&small()).bytes()),
    ("a second end record", "zip.multiple_eocd", |z| z.suffix = [b"PK\x05\x06".as_slice(), &[0; 18]].concat()),
    ("comment longer than the file", "zip.eocd_comment_len", |z| z.comment_len = Some(9)),
    ("comment shorter than the file", "zip.trailing_data", |z| { z.comment = b"hello".to_vec(); z.comment_len = Some(0); }),
    ("no entries at all", "archive.missing_entry", |z| z.entries.clear()),
    ("directory offset wrong", "zip.cd_offset_mismatch", |z| z.cd_offset = Some(7)),
    ("directory size too large", "zip.cd_size_mismatch", |z| z.cd_size = Some(1000)),
    ("directory size too small", "zip.cd_size_mismatch", |z| z.cd_size = Some(0)),
    ("gap between entries", "zip.unaccounted_bytes", |z| z.entries[1].gap = b"gap".to_vec()),
    ("gap before the directory", "zip.unaccounted_bytes", |z| z.gap_before_directory = b"gap".to_vec()),
    ("gap before the end record", "zip.unaccounted_bytes", |z| z.gap_before_end = b"gap".to_vec()),
    ("entry not listed", "zip.orphan_local_entry", |z| z.entries[1].in_directory = false),
    ("last entry not listed", "zip.orphan_local_entry", |z| z.entries[2].in_directory = false),
    ("listed entry not there", "zip.missing_local_entry", |z| { let mut e = RawEntry::new("extra", b""); e.in_file = false; e.offset = Some(5); z.entries.push(e); }),
    ("count too high", "zip.entry_count_mismatch", |z| z.counts = Some([4, 4])),
    ("count too low", "zip.entry_count_mismatch", |z| z.counts = Some([2, 2])),
    ("count on this disk differs", "zip.entry_count_mismatch", |z| z.counts = Some([2, 3])),
    ("a fourth entry", "archive.unexpected_entry", |z| z.entries.push(RawEntry::new("notes.txt", b"x"))),
    ("disk number", "zip.multi_disk", |z| z.disks = [1, 0]),
    ("directory on another disk", "zip.multi_disk", |z| z.disks = [0, 1]),
    ("entry on another disk", "zip.multi_disk", |z| z.entries[0].disk = 1),
    ("mark of a split archive", "zip.multi_disk", |z| z.prefix = b"PK\x07\x08".to_vec()),
    ("directory signature wrong", "zip.bad_signature", |z| z.entries[0].central_signature = *b"PK\x01\x03"),
    ("second directory signature wrong", "zip.bad_signature", |z| z.entries[1].central_signature = *b"PK\x01\x03"),
    ("directory signature of an entry", "zip.bad_signature", |z| { z.entries.truncate(1); z.entries[0].central_signature = *b"PK\x03\x04"; }),
    ("first local signature wrong", "zip.bad_signature", |z| z.entries[0].local_signature = *b"PK\x03\x05"),
    ("second local signature wrong", "zip.bad_signature", |z| z.entries[1].local_signature = *b"PK\x03\x05"),
    ("end signature wrong", "zip.not_a_zip", |z| z.end_signature = *b"PK\x05\x07"),
    ("directory entry past the end", "zip.cd_overrun", |z| z.entries[2].comment_len = Some(10)),
    ("directory entry far past the end", "zip.cd_overrun", |z| z.entries[2].comment_len = Some(5000)),
    ("directory entry over the next", "zip.cd_overrun", |z| z.entries[0].comment_len = Some(10)),
    ("local offset behind the directory", "zip.local_offset_range", |z| z.entries[2].offset = Some(1_000_000)),
    ("local offset into data", "zip.local_offset_mismatch", |z| z.entries[2].offset = Some(40)),
    ("two listed share an entry", "zip.overlap", |z| z.entries[2].offset = Some(0)),
    ("directory in another order", "zip.entry_order", |z| { let b = z.bytes(); let o = u32::try_from(b[4..].windows(4).position(|w| w == b"PK\x03\x04").expect("a second entry") + 4).expect("small"); let (a, b) = (z.entries[0].clone(), z.entries[1].clone()); for (e, f, off) in [(0, b, o), (1, a, 0)] { z.entries[e].central = f.central; z.entries[e].central_name = f.central_name; z.entries[e].offset = Some(off); } }),
    ("digital signature record", "zip.unknown_record", |z| z.gap_before_end = b"PK\x05\x05\x00\x00".to_vec()),
    ("archive extra data record", "zip.unknown_record", |z| z.gap_before_directory = b"PK\x06\x08\x00\x00\x00\x00".to_vec()),
    ("ZIP64 end record", "limit.zip64", |z| z.gap_before_end = [b"PK\x06\x06".as_slice(), &[0; 52]].concat()),
    ("ZIP64 locator alone", "limit.zip64", |z| z.gap_before_end = [b"PK\x06\x07".as_slice(), &[0; 16]].concat()),
    ("ZIP64 sentinel in the end record", "limit.zip64", |z| z.cd_offset = Some(u32::MAX)),
    ("ZIP64 sentinel count", "limit.zip64", |z| z.counts = Some([u16::MAX; 2])),
    ("ZIP64 sentinel size", "limit.zip64", |z| z.entries[0].both(|f| f.packed = u32::MAX)),
    ("ZIP64 sentinel offset", "limit.zip64", |z| z.entries[0].offset = Some(u32::MAX)),
    ("ZIP64 extra", "limit.zip64", |z| z.entries[0].local_extra = extra(1, &[0; 16])),
    ("ZIP64 extra in the directory", "limit.zip64", |z| z.entries[0].central_extra = extra(1, &[0; 8])),
    ("extra twice", "zip.duplicate_extra", |z| z.entries[0].local_extra = [extra(0x5455, &[0]), extra(0x5455, &[0])].concat()),
    ("declared size beyond the file", "zip.data_overrun", |z| z.entries[2].both(|f| { f.packed = 0x7fff_ffff; f.size = 0x7fff_ffff; })),
    ("local size beyond the file", "zip.size_mismatch", |z| { z.entries[2].local.packed = 0x7fff_ffff; z.entries[2].local.size = 0x7fff_ffff; }),
    ("names differ", "zip.name_mismatch", |z| z.entries[0].central_name = b"Manifest.json".to_vec()),
    ("local name empty", "zip.name_mismatch", |z| z.entries[0].local_name.clear()),
    ("methods differ", "zip.method_mismatch", |z| z.entries[0].central.method = 8),
    ("local method differs", "zip.method_mismatch", |z| z.entries[0].local.method = 8),
    ("packed sizes differ", "zip.size_mismatch", |z| z.entries[0].central.packed += 1),
    ("unpacked sizes differ", "zip.size_mismatch", |z| z.entries[0].central.size += 1),
    ("local size too large", "zip.size_mismatch", |z| z.entries[0].local.packed += 5),
    ("local size too small", "zip.size_mismatch", |z| z.entries[0].local.packed -= 5),
    ("checksums differ, local wrong", "zip.crc_header_mismatch", |z| z.entries[0].local.crc ^= 1),
    ("checksums differ, central wrong", "zip.crc_header_mismatch", |z| z.entries[0].central.crc ^= 1),
    ("checksum wrong in both", "zip.crc_data_mismatch", |z| z.entries[0].both(|f| f.crc ^= 1)),
    ("data changed", "zip.crc_data_mismatch", |z| z.entries[2].data[20] ^= 1),
    ("checksum zero", "zip.crc_data_mismatch", |z| z.entries[0].both(|f| f.crc = 0)),
    ("stored with two sizes", "zip.stored_size", |z| z.entries[0].both(|f| f.size += 1)),
    ("deflate", "zip.method_unsupported", |z| z.entries[0].both(|f| f.method = 8)),
    ("zstd", "zip.method_unsupported", |z| z.entries[2].both(|f| f.method = 93)),
    ("AES", "zip.method_unsupported", |z| z.entries[2].both(|f| f.method = 99)),
    ("flags differ", "zip.flags_mismatch", |z| z.entries[0].central.flags = 1 << 11),
    ("reserved flag", "zip.flags", |z| z.entries[0].both(|f| f.flags = 1 << 7)),
    ("compression option flags", "zip.flags", |z| z.entries[0].both(|f| f.flags = 0b110)),
    ("patched data", "zip.flags", |z| z.entries[0].both(|f| f.flags = 1 << 5)),
    ("encryption bit", "zip.encrypted", |z| z.entries[0].both(|f| f.flags = 1)),
    ("encryption bit in the directory only", "zip.encrypted", |z| z.entries[0].central.flags = 1),
    ("strong encryption", "zip.encrypted", |z| z.entries[0].both(|f| f.flags = 1 << 6)),
    ("masked headers", "zip.encrypted", |z| z.entries[0].both(|f| f.flags = 1 << 13)),
    ("data descriptor flag", "zip.data_descriptor", |z| z.entries[0].both(|f| f.flags = 1 << 3)),
    ("data descriptor without the flag", "zip.data_descriptor", |z| z.entries[1].gap = [b"PK\x07\x08".as_slice(), &[0; 12]].concat()),
    ("version too high", "zip.version", |z| z.entries[0].both(|f| f.version = 63)),
    ("version with a system", "zip.version", |z| z.entries[0].both(|f| f.version = 0x0314)),
    ("versions differ", "zip.version", |z| z.entries[0].central.version = 10),
    ("times differ", "zip.time_mismatch", |z| z.entries[0].central.dos_time += 1),
    ("date zero", "zip.time_invalid", |z| z.entries[0].both(|f| f.dos_time = 0)),
    ("month 15", "zip.time_invalid", |z| z.entries[0].both(|f| f.dos_time |= 15 << 21)),
    ("day 31 of February", "zip.time_invalid", |z| z.entries[0].both(|f| f.dos_time = (46 << 9 | 2 << 5 | 31) << 16)),
    ("hour 31", "zip.time_invalid", |z| z.entries[0].both(|f| f.dos_time |= 31 << 11)),
    ("empty manifest", "archive.empty_entry", |z| z.entries[0] = RawEntry::new("manifest.json", b"")),
    ("empty results", "archive.empty_entry", |z| z.entries[2] = RawEntry::new("results.jsonl", b"")),
    ("empty entry with a checksum", "archive.empty_entry", |z| { z.entries.push(RawEntry::new("results.jsonl", b"")); z.entries.remove(2); z.entries[2].both(|f| f.crc = 1); }),
    ("reserved internal attributes", "zip.attrs", |z| z.entries[0].internal = 2),
    ("member comment", "zip.comment_present", |z| z.entries[0].comment = b"hi".to_vec()),
    ("extra overruns", "zip.extra_malformed", |z| z.entries[0].local_extra = vec![0x55, 0x54, 9, 0, 1]),
    ("extra of three bytes", "zip.extra_malformed", |z| z.entries[0].local_extra = vec![0; 3]),
    ("extra overruns in the directory", "zip.extra_malformed", |z| z.entries[0].central_extra = vec![0x55, 0x54, 9, 0, 1]),
    ("a second name in an extra", "zip.extra_forbidden", |z| z.entries[0].central_extra = extra(0x7075, b"\x01\0\0\0\0other")),
    ("unknown extra", "zip.extra_forbidden", |z| z.entries[0].local_extra = extra(0xcafe, b"")),
    ("manifest missing", "archive.missing_entry", |z| { z.entries.remove(0); }),
    ("results missing", "archive.missing_entry", |z| { z.entries.remove(2); }),
    ("name twice", "archive.duplicate_entry", |z| { let e = z.entries[0].clone(); z.entries.push(e); }),
    ("name twice but for case", "archive.duplicate_entry", |z| z.entries.push(RawEntry::new("MANIFEST.json", b"{}"))),
    ("name with ..", "zip.name_unsafe", |z| z.entries[0].rename(b"../manifest.json")),
    ("absolute name", "zip.name_unsafe", |z| z.entries[0].rename(b"/manifest.json")),
    ("drive letter", "zip.name_unsafe", |z| z.entries[0].rename(b"C:manifest.json")),
    ("UNC name", "zip.name_unsafe", |z| z.entries[0].rename(b"\\\\host\\manifest.json")),
    ("backslash", "zip.name_unsafe", |z| z.entries[0].rename(b"a\\manifest.json")),
    ("NUL in the name", "zip.name_unsafe", |z| z.entries[0].rename(b"manifest.json\0.txt")),
    ("line feed in the name", "zip.name_unsafe", |z| z.entries[0].rename(b"manifest.json\n")),
    ("directory entry", "archive.not_a_file", |z| z.entries.push(RawEntry::new("folder/", b""))),
    ("file with a slash at the end", "archive.not_a_file", |z| z.entries[0].rename(b"manifest.json/")),
    ("directory bit", "zip.attrs", |z| z.entries[0].external |= 0x10),
    ("volume bit", "zip.attrs", |z| z.entries[0].external |= 8),
    ("symbolic link", "archive.not_a_file", |z| z.entries[0].external = 0o120_777 << 16),
    ("named pipe", "archive.not_a_file", |z| z.entries[0].external = 0o010_644 << 16),
    ("set user id", "archive.not_a_file", |z| z.entries[0].external = 0o104_755 << 16),
    ("reparse point", "archive.not_a_file", |z| z.entries[0].external = 0x400),
    ("UTF-8 flag with other bytes", "zip.name_encoding", |z| { z.entries[0].rename(b"manifest\xff.json"); z.entries[0].both(|f| f.flags = 1 << 11); }),
    ("CP437 name", "zip.name_encoding", |z| z.entries[0].rename(b"manif\x82st.json")),
    ("entries in another order", "archive.entry_order", |z| z.entries.swap(0, 1)),
    ("packed again by macOS", "archive.unexpected_entry", |z| z.entries.push(RawEntry::new("__MACOSX/._manifest.json", b"x"))),
    ("a folder was packed", "archive.unexpected_entry", |z| for e in &mut z.entries { let n = [b"run/", e.local_name.as_slice()].concat(); e.rename(&n); }),
    ("a name longer than is read", "limit.names", |z| z.entries[0].rename(&[b'a'; 5000])),
];

#[test]
fn every_class_gets_its_code() {
    let mut wrong = Vec::new();
    for (class, expected, defect) in CLASSES {
        let mut raw = RawZip::of(&small());
        defect(&mut raw);
        let bytes = raw.bytes();
        for profile in [Profile::Format, Profile::Canonical] {
            let options = Options {
                profile,
                ..Options::default()
            };
            let report = validate_bytes(&bytes, &options);
            let found = report
                .first_error()
                .map_or("pass", |finding| finding.code.as_str());
            if found != *expected {
                wrong.push(format!(
                    "{class} ({profile:?}): expected {expected}, found {found}"
                ));
            }
            // A structural error stands alone.
            assert_eq!(report.findings.len(), 1, "{class}: {:?}", report.findings);
            assert!(!report.summary.content_judged);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Differences that change nothing: notes under `format`, errors under `canonical`.
#[rustfmt::skip]
const FORMS: &[(&str, &str, Defect)] = &[
    ("older version", "zip.version_value", |z| z.entries.iter_mut().for_each(|e| e.both(|f| f.version = 10))),
    ("ZIP64 version", "zip.version_value", |z| z.entries.iter_mut().for_each(|e| e.both(|f| f.version = 45))),
    ("other system", "zip.host", |z| z.entries[0].made_by = 0x0014),
    ("UTF-8 flag", "zip.utf8_flag", |z| z.entries[0].both(|f| f.flags = 1 << 11)),
    ("text attribute", "zip.attrs_value", |z| z.entries[0].internal = 1),
    ("no mode", "zip.attrs_value", |z| z.entries[0].external = 0),
    ("other mode", "zip.attrs_value", |z| z.entries[0].external = 0o100_600 << 16),
    ("Windows attributes", "zip.attrs_value", |z| z.entries[0].external = 0x2020),
    ("time stamp extra", "zip.extra_present", |z| z.entries[0].local_extra = extra(0x5455, &[1, 0, 0, 0, 0])),
    ("owner extra", "zip.extra_present", |z| z.entries[0].central_extra = extra(0x7875, &[1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0])),
    ("other time", "zip.time_value", |z| z.entries.iter_mut().for_each(|e| e.both(|f| f.dos_time -= 1 << 5))),
];

#[test]
fn harmless_differences_are_notes() {
    for (class, code, defect) in FORMS {
        let mut raw = RawZip::of(&small());
        defect(&mut raw);
        let report = validate_bytes(&raw.bytes(), &Options::default());
        assert!(report.is_good(), "{class}: {:?}", report.findings);
        assert!(
            report.findings.iter().any(|f| f.code.as_str() == *code),
            "{class}: {:?}",
            report.findings
        );
        let options = Options {
            profile: Profile::Canonical,
            ..Options::default()
        };
        let report = validate_bytes(&raw.bytes(), &options);
        let first = report.first_error().expect("an error");
        assert_eq!(first.code.as_str(), *code, "{class}");
    }
}

#[test]
fn hints_know_what_people_do() {
    let hint = |defect: Defect| {
        let mut raw = RawZip::of(&small());
        defect(&mut raw);
        let report = validate_bytes(&raw.bytes(), &Options::default());
        report.findings[0].remedy().to_owned()
    };
    // macOS compresses and adds its own entries: the hint names the cause.
    let mac = hint(|z| {
        z.entries[0].both(|f| f.flags = 1 << 3);
        z.entries
            .push(RawEntry::new("__MACOSX/._manifest.json", b"x"));
    });
    assert!(
        mac.contains("macOS") && mac.contains("eval752 repack"),
        "{mac}"
    );
    assert!(hint(|z| z.entries[2].both(|f| f.method = 8)).contains("eval752 repack"));
    assert!(hint(|z| z.entries[0].rename(b"run/manifest.json")).contains("folder was packed"));
}

#[test]
fn other_files_are_named() {
    for (bytes, says) in [
        (b"\x1f\x8b\x08\0\0\0\0\0".as_slice(), "gzip"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"%PDF-1.7", "PDF"),
        (b"", "empty"),
        (b"   \n", "blank"),
        (b"PK", "does not begin with an entry"),
    ] {
        let report = validate_bytes(bytes, &Options::default());
        let first = &report.findings[0];
        assert_eq!(first.code.as_str(), "zip.not_a_zip");
        assert!(first.message.contains(says), "{says}: {}", first.message);
    }
}

#[test]
fn signatures_inside_data_are_data() {
    let hidden = small().replace("Answer 0", "PK\\u0003\\u0004 PK PK\\u0005\\u0006 Answer 0");
    assert!(validate_bytes(&hidden.zip(), &Options::default()).is_good());
    // The prompts of the test pack hold U+2028 and more already.
    assert!(small().results.contains('\u{2028}'));
}

#[test]
fn another_format_is_named_rather_than_its_entries() {
    let mut raw = RawZip::of(&small());
    raw.entries[0] = RawEntry::new(
        "manifest.json",
        b"{\"format\":\"eval752.dataset_package.v3\",\"name\":\"x\"}",
    );
    raw.entries[1].rename(b"items.jsonl");
    let report = validate_bytes(&raw.bytes(), &Options::default());
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.findings[0].code.as_str(), "archive.format_unknown");
    assert!(
        report.findings[0]
            .message
            .contains("eval752.dataset_package.v3")
    );
}
