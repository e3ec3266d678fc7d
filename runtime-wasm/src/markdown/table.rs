//! Tables, as GFM writes them.

use super::ast::{Align, Inline, Table};
use super::dom::{Dom, Element};
use super::inline;

/// The table that `element` shows; `None` if it has no cells.
pub(super) fn table(element: &Element) -> Option<Table> {
    let mut rows = Vec::new();
    let mut align = Vec::new();
    collect_rows(element, &mut rows, &mut align);
    let width = rows.iter().map(Vec::len).max().filter(|&width| width > 0)?;
    for row in &mut rows {
        row.resize(width, Vec::new());
    }
    align.resize(width, Align::None);
    Some(Table { align, rows })
}

fn collect_rows(element: &Element, rows: &mut Vec<Vec<Vec<Inline>>>, align: &mut Vec<Align>) {
    for child in &element.children {
        let Dom::Element(child) = child else { continue };
        match child.tag.as_str() {
            "tr" => {
                let mut cells = Vec::new();
                for cell in &child.children {
                    if let Dom::Element(cell) = cell
                        && matches!(cell.tag.as_str(), "td" | "th")
                    {
                        if rows.is_empty() {
                            align.push(align_of(cell));
                        }
                        cells.push(cell_text(cell));
                    }
                }
                if !cells.is_empty() {
                    rows.push(cells);
                }
            }
            "table" => {}
            _ => collect_rows(child, rows, align),
        }
    }
}

/// A cell holds one line: blocks inside are joined.
fn cell_text(cell: &Element) -> Vec<Inline> {
    let run = inline::of(&cell.children);
    let run = run.into_iter().map(|inline| match inline {
        Inline::Text(text) => Inline::Text(text.replace('\n', " ")),
        Inline::Break => Inline::Text(" ".to_owned()),
        other => other,
    });
    inline::trim(run.collect())
}

fn align_of(cell: &Element) -> Align {
    let named = cell.attribute("align").or_else(|| {
        let style = cell.attribute("style")?;
        let (_, value) = style.split_once("text-align:")?;
        value.split(';').next()
    });
    match named.unwrap_or_default().trim() {
        "left" | "start" => Align::Left,
        "center" => Align::Center,
        "right" | "end" => Align::Right,
        _ => Align::None,
    }
}
