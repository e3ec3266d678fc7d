//! Blocks and inlines, as CommonMark and GFM name them.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Block {
    Paragraph(Vec<Inline>),
    Heading(u8, Vec<Inline>),
    List(List),
    Code { language: String, text: String },
    Quote(Vec<Block>),
    Table(Table),
    Rule,
    Math(String),
}

impl Block {
    /// Whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Heading(_, run) => run.is_empty(),
            Self::List(list) => list.items.is_empty(),
            Self::Quote(blocks) => blocks.is_empty(),
            _ => false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct List {
    /// The first number of an ordered list.
    pub(super) start: Option<u64>,
    /// No item holds paragraphs of its own.
    pub(super) tight: bool,
    pub(super) items: Vec<Vec<Block>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) align: Vec<Align>,
    /// The first row is the header.
    pub(super) rows: Vec<Vec<Vec<Inline>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    None,
    Left,
    Center,
    Right,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Inline {
    Text(String),
    Code(String),
    Strong(Vec<Inline>),
    Emphasis(Vec<Inline>),
    Strike(Vec<Inline>),
    Link {
        href: String,
        title: Option<String>,
        text: Vec<Inline>,
    },
    Break,
    Math(String),
}
