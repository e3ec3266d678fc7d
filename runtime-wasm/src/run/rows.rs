//! What is kept between two loads of the page: one head a session, one row an item.

use eval752_contract::json::{Tree, Writer};
use eval752_contract::time::push_padded;

use crate::text::text;

/// The head of a stored session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionHead {
    /// The session's id.
    pub id: String,
    /// The pack's token.
    pub token: String,
    /// The preset.
    pub preset: String,
    /// The label, for the offer to resume.
    pub label: Option<String>,
    /// First start, milliseconds since 1970.
    pub started_ms: i64,
    /// The number of items.
    pub items: usize,
    /// The user paused or stopped it.
    pub held: bool,
}

impl SessionHead {
    /// The head as a row.
    #[must_use]
    pub fn to_row(&self) -> String {
        let mut out = Writer::new();
        out.object(|out| {
            out.key("id").string(&self.id);
            out.key("token").string(&self.token);
            out.key("preset").string(&self.preset);
            out.key("label").optional(self.label.as_deref());
            out.key("started_ms")
                .integer(u64::try_from(self.started_ms).unwrap_or(0));
            out.key("items").integer(self.items as u64);
            out.key("held").bool(self.held);
        });
        out.finish()
    }

    /// Reads a row.
    #[must_use]
    pub fn from_row<T: Tree>(row: &T) -> Option<Self> {
        Some(Self {
            id: row.text_of("id")?,
            token: row.text_of("token")?,
            preset: row.text_of("preset")?,
            label: row.text_of("label"),
            started_ms: i64::try_from(row.number_of("started_ms")?).ok()?,
            items: usize::try_from(row.number_of("items")?).ok()?,
            held: row.is("held"),
        })
    }
}

/// The key of a session's head.
#[must_use]
pub fn session_key(id: &str) -> String {
    text(&["s/", id])
}

/// What the keys of a session's rows begin with.
#[must_use]
pub fn rows_prefix(id: &str) -> String {
    text(&["r/", id, "/"])
}

/// The key of an item's row. Padded, so that keys sort as items do.
#[must_use]
pub fn row_key(id: &str, index: usize) -> String {
    let mut key = rows_prefix(id);
    push_padded(&mut key, index as u64, 7);
    key
}
