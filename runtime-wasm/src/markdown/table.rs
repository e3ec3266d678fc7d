//! Tables, as GFM writes them.

use super::ast::{Align, Inline, Table};
use super::dom::{Dom, Element};
use super::inline;
use crate::text::{find, listed, split};

const ALIGN: &str = "text-align:";

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
        if child.tag == "tr" {
            let mut cells = Vec::new();
            for cell in &child.children {
                if let Dom::Element(cell) = cell
                    && (cell.tag == "td" || cell.tag == "th")
                {
                    let mut run = inline::of(&cell.children, 0);
                    inline::trim(&mut run);
                    cells.push(run);
                    if rows.is_empty() {
                        align.resize(cells.len(), align_of(cell));
                    }
                }
            }
            if !cells.is_empty() {
                rows.push(cells);
            }
        } else if child.tag != "table" {
            collect_rows(child, rows, align);
        }
    }
}

fn align_of(cell: &Element) -> Align {
    let named = cell.attribute("align").or_else(|| {
        let style = cell.attribute("style")?;
        let value = style.get(find(style, ALIGN)? + ALIGN.len()..)?;
        split(value, b';').first().copied()
    });
    let named = named.unwrap_or_default().trim_ascii();
    if named == "center" {
        Align::Center
    } else if listed(named, "left start") {
        Align::Left
    } else if listed(named, "right end") {
        Align::Right
    } else {
        Align::None
    }
}
