//! The registry of finding codes, one file a group.

pub mod archive;
pub mod json;
pub mod limit;
pub mod record;
pub mod schema;
pub mod token;
pub mod zip;

use super::Code;

/// Every code there is, group by group, in the order of the tables.
pub fn all() -> impl Iterator<Item = Code> {
    [
        zip::TABLE,
        archive::TABLE,
        json::TABLE,
        schema::TABLE,
        record::TABLE,
        token::TABLE,
        limit::TABLE,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// Looks a code up by its name.
pub fn find(id: &str) -> Option<Code> {
    all().find(|code| code.as_str() == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_complete() {
        let mut seen = std::collections::BTreeSet::new();
        for code in all() {
            let info = code.info();
            assert!(seen.insert(info.id), "{} twice", info.id);
            assert!(
                info.id.contains('.') && !info.id.contains(' '),
                "{}",
                info.id
            );
            for text in [info.meaning, info.cause, info.remedy] {
                assert!(
                    text.len() > 10 && text.ends_with('.'),
                    "{}: {text}",
                    info.id
                );
            }
            assert_eq!(find(info.id), Some(code));
        }
        assert_eq!(find("zip.nonsense"), None);
    }
}
