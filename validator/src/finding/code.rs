//! The type of a finding code and what is known about each.
//! Codes are data: one row in a table, so that adding one is one edit.

use std::fmt;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file is refused.
    Error,
    /// The file passes, but somebody should look.
    Warning,
    /// The file passes; good to know.
    Note,
}

impl Severity {
    /// The word used in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Which rules a file is held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Profile {
    /// An unambiguous store-only archive with the three entries, whoever
    /// wrote it. Differences that change nothing are notes.
    #[default]
    Format,
    /// Byte for byte what our own writer would have written.
    Canonical,
}

/// How a code is graded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grade {
    /// Always an error.
    Error,
    /// Always a warning.
    Warning,
    /// Always a note.
    Note,
    /// A matter of form: a note under `format`, an error under `canonical`.
    Form,
}

/// The row of a code in the registry.
#[derive(Debug)]
pub struct CodeInfo {
    /// The stable name.
    pub id: &'static str,
    /// How it is graded.
    pub grade: Grade,
    /// What it says about the file.
    pub meaning: &'static str,
    /// What usually causes it.
    pub cause: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
}

/// A stable finding code; compare and print it by its name.
#[derive(Clone, Copy)]
pub struct Code(&'static CodeInfo);

impl Code {
    /// Makes a code out of its row; rows live in the registry only.
    pub(crate) const fn new(info: &'static CodeInfo) -> Self {
        Self(info)
    }

    /// The stable name, such as `zip.prefix_data`.
    pub const fn as_str(self) -> &'static str {
        self.0.id
    }

    /// The row of the registry.
    pub const fn info(self) -> &'static CodeInfo {
        self.0
    }

    /// How bad the code is under a profile.
    pub const fn severity(self, profile: Profile) -> Severity {
        match (self.0.grade, profile) {
            (Grade::Error, _) | (Grade::Form, Profile::Canonical) => Severity::Error,
            (Grade::Warning, _) => Severity::Warning,
            (Grade::Note, _) | (Grade::Form, Profile::Format) => Severity::Note,
        }
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Code {}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Declares a group of codes: a constant for each, and the group's table.
macro_rules! codes {
    ($($name:ident = $id:literal, $grade:ident,
        means $meaning:literal,
        cause $cause:literal,
        remedy $remedy:literal;)+) => {
        $(
            #[doc = $meaning]
            pub const $name: $crate::finding::Code =
                $crate::finding::Code::new(&$crate::finding::CodeInfo {
                    id: $id,
                    grade: $crate::finding::Grade::$grade,
                    meaning: $meaning,
                    cause: $cause,
                    remedy: $remedy,
                });
        )+
        /// Every code of this group, in the order of the table.
        pub(crate) static TABLE: &[$crate::finding::Code] = &[$($name),+];
    };
}
pub(crate) use codes;
