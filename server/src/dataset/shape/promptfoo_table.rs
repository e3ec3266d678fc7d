//! promptfoo's CSV: columns are variables, columns beginning with `__` are instructions.

use super::Reading;
use super::assertion::Assertion;
use super::promptfoo::{Test, drafts};
use crate::dataset::item::Blocked;
use crate::dataset::mapping::Mapping;
use crate::dataset::read::Row;
use crate::dataset::tree::Tree;

/// Whether a table's first row has promptfoo's columns.
pub(super) fn recognises(first: &Tree) -> bool {
    columns(first).any(|(name, _)| name.starts_with("__expected"))
}

fn columns(row: &Tree) -> impl Iterator<Item = (&str, &str)> {
    row.as_map()
        .unwrap_or_default()
        .iter()
        .map(|(name, cell)| (name.as_str(), cell.as_text().unwrap_or_default()))
}

pub(super) fn read(rows: &[Row], mapping: &Mapping) -> Result<Reading, String> {
    let typo = rows.first().and_then(|row| {
        columns(&row.tree)
            .map(|(name, _)| name)
            .find(|name| name.starts_with("_expected") || name.starts_with("_metadata"))
            .map(str::to_owned)
    });
    if let Some(name) = typo {
        return Err(format!(
            "the column \"{name}\" is most likely meant as \"_{name}\" (two underscores); rename it"
        ));
    }
    let tests = rows
        .iter()
        .map(|row| {
            let column = |wanted: &str| {
                columns(&row.tree)
                    .find(|(name, cell)| *name == wanted && !cell.is_empty())
                    .map(|(_, cell)| cell.to_owned())
            };
            Test {
                place: row.place.to_string(),
                id: column("id"),
                section: column("__metadata:section").or_else(|| column("__metadata:category")),
                vars: Tree::Map(
                    columns(&row.tree)
                        .filter(|(name, _)| !name.starts_with("__"))
                        .map(|(name, cell)| (name.to_owned(), Tree::Text(cell.to_owned())))
                        .collect(),
                ),
                assertions: assertions(&row.tree),
            }
        })
        .collect();
    drafts("promptfoo table", tests, Vec::new(), mapping)
}

fn assertions(row: &Tree) -> Result<Vec<Assertion>, Blocked> {
    let mut all = Vec::new();
    for (name, cell) in
        columns(row).filter(|(name, cell)| name.starts_with("__") && !cell.is_empty())
    {
        let number = name.strip_prefix("__expected");
        if number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
            all.push(Assertion::from_cell(cell)?);
            continue;
        }
        let threshold = name.starts_with("__config:") && name.ends_with(":threshold");
        let known = name == "__description"
            || name.starts_with("__metadata:")
            || name == "__metric"
            || (threshold && cell.parse::<f64>().is_ok_and(|t| t > 0.0 && t <= 1.0));
        if !known {
            let name: String = name.chars().take(40).flat_map(char::escape_debug).collect();
            return Err(Blocked::new(
                "item.test",
                format!("its column \"{name}\" can't be expressed here"),
            ));
        }
    }
    Ok(all)
}
