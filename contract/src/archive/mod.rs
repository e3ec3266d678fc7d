//! The canonical capture archive: a store-only ZIP with one possible byte layout.
//!
//! The in-page runtime hands the pieces to the browser as they are, so nothing here copies a
//! payload: checksums and sizes go in, headers come out (`docs/adr/0001`).

mod crc;
mod layout;

pub use crc::Crc32;
pub use layout::{
    CENTRAL_HEADER_SIZE, DOS_TIME_MIN, END_RECORD_SIZE, Extent, LOCAL_HEADER_SIZE, Layout,
    TooLarge, dos_time, write_archive,
};
