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
    Wrapped(Wrapper, Vec<Inline>),
    Break,
    Math(String),
}

/// What is around inlines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wrapper {
    Strong,
    Emphasis,
    Strike,
    /// `sup` or `sub`, which CommonMark has only as HTML: 10<sup>6</sup> is not 106.
    Script(String),
    /// Target and title, which is empty where there is none.
    Link(String, String),
}

impl Wrapper {
    /// Twice the same is no more than once, and its marks would close the outer ones.
    pub(super) fn kind(&self) -> u8 {
        match self {
            Self::Strong => 1,
            Self::Emphasis => 2,
            Self::Strike => 4,
            Self::Script(_) | Self::Link(..) => 0,
        }
    }
}
