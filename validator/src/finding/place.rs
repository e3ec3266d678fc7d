//! Where a finding is: as exact as the check could make it.

use std::fmt;

/// A place in a checked file. Every part is optional; lines and columns
/// count from 1, columns in characters, offsets in bytes from the start of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// Name of the archive entry, escaped for printing.
    pub entry: Option<String>,
    /// Line within the entry (or within a JSON file).
    pub line: Option<u64>,
    /// Column within the line.
    pub column: Option<u64>,
    /// Byte offset within the whole file.
    pub offset: Option<u64>,
    /// JSON pointer (RFC 6901) within the document or record.
    pub pointer: Option<String>,
}

impl Place {
    /// A byte of the file.
    pub fn at(offset: u64) -> Self {
        Self {
            offset: Some(offset),
            ..Self::default()
        }
    }

    /// The file as a whole.
    pub fn file() -> Self {
        Self::default()
    }

    /// Adds the entry's name.
    #[must_use]
    pub fn entry(mut self, name: impl Into<String>) -> Self {
        self.entry = Some(name.into());
        self
    }

    /// Adds a line number, counted from 1.
    #[must_use]
    pub fn line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    /// Adds a JSON pointer.
    #[must_use]
    pub fn pointer(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let mut part = |f: &mut fmt::Formatter<'_>, text: fmt::Arguments<'_>| {
            let lead = if first { "" } else { ", " };
            first = false;
            write!(f, "{lead}{text}")
        };
        if let Some(entry) = &self.entry {
            part(f, format_args!("{entry}"))?;
        }
        if let Some(line) = self.line {
            part(f, format_args!("line {line}"))?;
        }
        if let Some(column) = self.column {
            part(f, format_args!("column {column}"))?;
        }
        if let Some(offset) = self.offset {
            part(f, format_args!("byte {offset}"))?;
        }
        if let Some(pointer) = self.pointer.as_deref().filter(|p| !p.is_empty()) {
            part(f, format_args!("at {pointer}"))?;
        }
        Ok(())
    }
}
