//! Names that travel through every document, each a type of its own so that they can't be
//! mixed up.

/// Makes a string newtype with a rule.
macro_rules! text_newtype {
    ($(#[$doc:meta])* $name:ident, $valid:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// The value, if `text` is one.
            #[must_use]
            pub fn new(text: impl Into<String>) -> Option<Self> {
                let text = text.into();
                let valid: fn(&str) -> bool = $valid;
                valid(&text).then_some(Self(text))
            }

            /// The value from text that another part of the product has checked already.
            #[must_use]
            pub fn from_checked(text: String) -> Self {
                Self(text)
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}
pub(crate) use text_newtype;

text_newtype!(
    /// The id of one item of a dataset: any text that is not empty.
    ItemId,
    |text| !text.is_empty()
);

text_newtype!(
    /// The id of a dataset: any text that is not empty.
    DatasetId,
    |text| !text.is_empty()
);

text_newtype!(
    /// The id of a section of a dataset: any text that is not empty.
    SectionId,
    |text| !text.is_empty()
);

text_newtype!(
    /// The id of a preset: lower-case letters, digits, `-` and `_`, beginning with a letter or
    /// digit, at most 64 characters. Presets that are not shipped here are legal.
    PresetId,
    is_slug
);

text_newtype!(
    /// A dataset token as it travels: opaque text until somebody verifies it.
    DatasetToken,
    |text| !text.is_empty()
);

fn is_slug(text: &str) -> bool {
    text.len() <= 64
        && text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b))
}
