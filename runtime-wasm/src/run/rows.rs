//! What is kept between two loads of the page: one head a session, one row an item.

use eval752_contract::json::{self, Node, Writer};

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
        });
        out.finish()
    }

    /// Reads a row.
    #[must_use]
    pub fn from_row(row: &str) -> Option<Self> {
        let node = json::parse(row.as_bytes()).ok()?;
        let text = |name| node.get(name).and_then(Node::as_str).map(str::to_owned);
        let number = |name| node.get(name).and_then(Node::as_integer);
        Some(Self {
            id: text("id")?,
            token: text("token")?,
            preset: text("preset")?,
            label: text("label"),
            started_ms: i64::try_from(number("started_ms")?).ok()?,
            items: usize::try_from(number("items")?).ok()?,
        })
    }
}

/// The key of a session's head.
#[must_use]
pub fn session_key(id: &str) -> String {
    ["s/", id].concat()
}

/// The key of an item's row. Padded, so that keys sort as items do.
#[must_use]
pub fn row_key(id: &str, index: usize) -> String {
    let mut digits = [b'0'; 7];
    let mut rest = index;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
    }
    let mut key = ["r/", id, "/"].concat();
    key.extend(digits.map(char::from));
    key
}
