//! Codes of the container: what makes a file not an unambiguous,
//! store-only ZIP archive.

use crate::finding::code::codes;

codes! {
    NOT_A_ZIP = "zip.not_a_zip", Error,
        means "The file is not a ZIP archive: it has no end record, or does not begin like one.",
        cause "Another kind of file, an empty file, or a damaged end.",
        remedy "Save the capture again from the page, and check that this is the file you meant.";
    TRUNCATED = "zip.truncated", Error,
        means "The file ends in the middle of the archive.",
        cause "An interrupted download or copy.",
        remedy "Download or copy the file again, or press Save in the page once more.";
    PREFIX_DATA = "zip.prefix_data", Error,
        means "There are bytes before the first entry.",
        cause "Another file was put in front, or a program that makes self-extracting archives.",
        remedy "Use the file as the page saved it; readers disagree about what such a file holds.";
    TRAILING_DATA = "zip.trailing_data", Error,
        means "There are bytes after the end of the archive.",
        cause "Something was appended, or the file was padded by a transfer.",
        remedy "Use the file as the page saved it, or rewrite it with `eval752 repack`.";
    MULTIPLE_EOCD = "zip.multiple_eocd", Error,
        means "There is more than one end record, so readers may see different archives.",
        cause "Two archives joined together, or an archive hidden in a comment.",
        remedy "Use the file as the page saved it; do not trust this one.";
    COMMENT_PRESENT = "zip.comment_present", Error,
        means "The archive or an entry carries a comment.",
        cause "An archiver or a tool added it.",
        remedy "Remove the comment with `eval752 repack`, or use the file as the page saved it.";
    EOCD_COMMENT_LEN = "zip.eocd_comment_len", Error,
        means "The end record announces a longer comment than the file holds.",
        cause "A cut file or a forged end record.",
        remedy "Download the file again, or press Save in the page once more.";
    CD_OFFSET_MISMATCH = "zip.cd_offset_mismatch", Error,
        means "The end record gives the wrong position for the central directory.",
        cause "Bytes were inserted or removed, or the end record was forged.",
        remedy "Use the file as the page saved it.";
    CD_SIZE_MISMATCH = "zip.cd_size_mismatch", Error,
        means "The end record gives the wrong size for the central directory.",
        cause "Bytes were inserted or removed, or the end record was forged.",
        remedy "Use the file as the page saved it.";
    UNACCOUNTED_BYTES = "zip.unaccounted_bytes", Error,
        means "There are bytes that belong to no record of the archive.",
        cause "A gap left by an editor of archives, or data hidden between entries.",
        remedy "Rewrite the archive with `eval752 repack`, or use the file as the page saved it.";
    ORPHAN_LOCAL_ENTRY = "zip.orphan_local_entry", Error,
        means "An entry is in the file but not in the central directory.",
        cause "An entry deleted by a tool that left its data, or one hidden from most readers.",
        remedy "Use the file as the page saved it.";
    MISSING_LOCAL_ENTRY = "zip.missing_local_entry", Error,
        means "The central directory lists an entry that is not in the file.",
        cause "A damaged or forged central directory.",
        remedy "Use the file as the page saved it.";
    ENTRY_COUNT_MISMATCH = "zip.entry_count_mismatch", Error,
        means "The end record counts a different number of entries than there are.",
        cause "A damaged or forged end record.",
        remedy "Use the file as the page saved it.";
    MULTI_DISK = "zip.multi_disk", Error,
        means "The archive says that it is one part of several.",
        cause "A split archive, or forged disk numbers.",
        remedy "Join the parts with the tool that split them, or use the file as the page saved it.";
    BAD_SIGNATURE = "zip.bad_signature", Error,
        means "A record does not begin with its signature.",
        cause "Damaged bytes.",
        remedy "Download the file again, or press Save in the page once more.";
    CD_OVERRUN = "zip.cd_overrun", Error,
        means "A record of the central directory runs past its end.",
        cause "A damaged or forged length.",
        remedy "Use the file as the page saved it.";
    LOCAL_OFFSET_MISMATCH = "zip.local_offset_mismatch", Error,
        means "The central directory gives the wrong position for an entry.",
        cause "Bytes were inserted or removed, or the directory was forged.",
        remedy "Use the file as the page saved it.";
    LOCAL_OFFSET_RANGE = "zip.local_offset_range", Error,
        means "The central directory places an entry inside or behind the directory itself.",
        cause "A damaged or forged directory.",
        remedy "Use the file as the page saved it.";
    OVERLAP = "zip.overlap", Error,
        means "Two entries of the central directory share the same bytes.",
        cause "An archive made to unpack to more than it holds, or to differ between readers.",
        remedy "Do not trust this file; use the one the page saved.";
    CD_ORDER = "zip.entry_order", Error,
        means "The central directory lists the entries in another order than the file holds them.",
        cause "An editor of archives.",
        remedy "Rewrite the archive with `eval752 repack`, or use the file as the page saved it.";
    UNKNOWN_RECORD = "zip.unknown_record", Error,
        means "There is a record that a capture archive does not have.",
        cause "A digital signature, an encryption header, or a tool's own record.",
        remedy "Rewrite the archive with `eval752 repack`, or use the file as the page saved it.";
    DATA_OVERRUN = "zip.data_overrun", Error,
        means "An entry says that it is longer than the file.",
        cause "A damaged or forged size.",
        remedy "Use the file as the page saved it.";
    NAME_MISMATCH = "zip.name_mismatch", Error,
        means "An entry has one name in its own header and another in the central directory.",
        cause "A damaged or forged header: readers would see different names.",
        remedy "Do not trust this file; use the one the page saved.";
    METHOD_MISMATCH = "zip.method_mismatch", Error,
        means "The two headers of an entry name different compression methods.",
        cause "A damaged or forged header.",
        remedy "Do not trust this file; use the one the page saved.";
    SIZE_MISMATCH = "zip.size_mismatch", Error,
        means "The two headers of an entry give different sizes.",
        cause "A damaged or forged header: readers would see different data.",
        remedy "Do not trust this file; use the one the page saved.";
    STORED_SIZE = "zip.stored_size", Error,
        means "An uncompressed entry gives two different sizes for the same data.",
        cause "A damaged or forged header.",
        remedy "Use the file as the page saved it.";
    CRC_HEADER_MISMATCH = "zip.crc_header_mismatch", Error,
        means "The two headers of an entry give different checksums.",
        cause "A damaged or forged header.",
        remedy "Use the file as the page saved it.";
    CRC_DATA_MISMATCH = "zip.crc_data_mismatch", Error,
        means "The data of an entry does not have the checksum its header gives.",
        cause "Damaged bytes, or data edited without a proper tool.",
        remedy "Download the file again, or press Save in the page once more.";
    METHOD_UNSUPPORTED = "zip.method_unsupported", Error,
        means "An entry is compressed; a capture archive only stores.",
        cause "The archive was unpacked and packed again by an archiver.",
        remedy "Use the file as the page saved it, or rewrite this one with `eval752 repack`.";
    FLAGS_MISMATCH = "zip.flags_mismatch", Error,
        means "The two headers of an entry have different flags.",
        cause "A damaged or forged header.",
        remedy "Use the file as the page saved it.";
    FLAGS = "zip.flags", Error,
        means "A header has flags set that a stored entry cannot have.",
        cause "A damaged header, or a feature that a capture archive does not use.",
        remedy "Rewrite the archive with `eval752 repack`, or use the file as the page saved it.";
    ENCRYPTED = "zip.encrypted", Error,
        means "An entry is marked as encrypted.",
        cause "A password was set, or the mark was forged to mislead readers.",
        remedy "Use the file as the page saved it; captures are never encrypted.";
    DATA_DESCRIPTOR = "zip.data_descriptor", Error,
        means "The sizes of an entry come after its data instead of in its header.",
        cause "The archive was packed again by a streaming archiver.",
        remedy "Use the file as the page saved it, or rewrite this one with `eval752 repack`.";
    VERSION = "zip.version", Error,
        means "The version needed to unpack an entry is unknown, or its two headers disagree about it.",
        cause "A damaged or forged header.",
        remedy "Use the file as the page saved it.";
    TIME_MISMATCH = "zip.time_mismatch", Error,
        means "The two headers of an entry give different times.",
        cause "A damaged header, or an editor of archives.",
        remedy "Rewrite the archive with `eval752 repack`, or use the file as the page saved it.";
    TIME_INVALID = "zip.time_invalid", Error,
        means "The time of an entry is no date and time that exists.",
        cause "A writer that leaves the time empty, or damaged bytes.",
        remedy "Rewrite the archive with `eval752 repack`, or use the file as the page saved it.";
    ATTRS = "zip.attrs", Error,
        means "The attributes of an entry contradict a plain file.",
        cause "A directory or volume mark on a file, or reserved bits.",
        remedy "Use the file as the page saved it.";
    EXTRA_MALFORMED = "zip.extra_malformed", Error,
        means "The extra field of a header does not divide into whole parts.",
        cause "A damaged or forged header.",
        remedy "Use the file as the page saved it.";
    EXTRA_DUPLICATE = "zip.duplicate_extra", Error,
        means "A header carries the same kind of extra field twice.",
        cause "A forged header: readers would pick different ones.",
        remedy "Do not trust this file; use the one the page saved.";
    EXTRA_FORBIDDEN = "zip.extra_forbidden", Error,
        means "A header carries an extra field that can change what readers see.",
        cause "A second name, encryption data, or a tool's private field.",
        remedy "Rewrite the archive with `eval752 repack`, or use the file as the page saved it.";
    NAME_UNSAFE = "zip.name_unsafe", Error,
        means "An entry has a name that could write outside a folder or mislead a reader.",
        cause "An archive made to attack whoever unpacks it.",
        remedy "Do not unpack this file; use the one the page saved.";
    NAME_ENCODING = "zip.name_encoding", Error,
        means "An entry's name is not ASCII, or not the UTF-8 it claims to be.",
        cause "An archiver with another character set.",
        remedy "Use the file as the page saved it.";
    VERSION_VALUE = "zip.version_value", Form,
        means "The version needed is not the one our writer writes; it changes nothing.",
        cause "Another program wrote the archive.",
        remedy "Nothing to do; `eval752 repack` writes the canonical form.";
    HOST = "zip.host", Form,
        means "The archive was made by another program or on another system than our writer names.",
        cause "Another program wrote the archive.",
        remedy "Nothing to do; `eval752 repack` writes the canonical form.";
    UTF8_FLAG = "zip.utf8_flag", Form,
        means "The flag for UTF-8 names is set; with ASCII names it changes nothing.",
        cause "Another program wrote the archive.",
        remedy "Nothing to do; `eval752 repack` writes the canonical form.";
    ATTRS_VALUE = "zip.attrs_value", Form,
        means "The attributes are not the ones our writer writes; the entry is still a plain file.",
        cause "Another program wrote the archive.",
        remedy "Nothing to do; `eval752 repack` writes the canonical form.";
    EXTRA_PRESENT = "zip.extra_present", Form,
        means "A header carries times or an owner in an extra field; they change nothing.",
        cause "Another program wrote the archive.",
        remedy "Nothing to do; `eval752 repack` writes the canonical form.";
    TIME_VALUE = "zip.time_value", Form,
        means "The time of an entry is not the time of export.",
        cause "Another program wrote the archive, or the file was packed again.",
        remedy "Nothing to do; `eval752 repack` writes the canonical form.";
}
