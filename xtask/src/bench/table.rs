//! The rows as one table for people.

use super::row::Row;

const HEAD: [&str; 7] = ["name", "ours", "peer", "ratio", "budget", "verdict", ""];

/// The table's lines: columns as wide as their widest cell, the last one free.
pub(crate) fn lines(rows: &[Row]) -> Vec<String> {
    let mut cells = vec![HEAD.map(str::to_owned)];
    cells.extend(rows.iter().map(Row::cells));
    let widths: Vec<usize> = (0..HEAD.len() - 1)
        .map(|column| {
            let wide = cells.iter().map(|row| row[column].chars().count());
            wide.max().unwrap_or(0)
        })
        .collect();
    cells
        .iter()
        .map(|row| {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                line.push_str(cell);
                let Some(width) = widths.get(column) else {
                    break;
                };
                let pad = width - cell.chars().count() + 2;
                line.extend(std::iter::repeat_n(' ', pad));
            }
            line.trim_end().to_owned()
        })
        .collect()
}

/// The last line.
pub(crate) fn sum(rows: &[Row]) -> String {
    let count = |ok: Option<bool>| rows.iter().filter(|row| row.ok() == ok).count();
    format!(
        "{} within budget, {} over, {} without a verdict",
        count(Some(true)),
        count(Some(false)),
        count(None)
    )
}

#[cfg(test)]
mod tests {
    use super::super::budgets::{self, Judge};
    use super::super::row::{Measured, Row};
    use super::*;

    fn rows() -> Vec<Row> {
        let measured = |ours, peer| Measured {
            ours,
            peer,
            ..Measured::default()
        };
        vec![
            Row::new(
                budgets::of("validate-1-thread"),
                measured(840.0, Some(2400.0)),
            ),
            Row::new(budgets::of("lag"), measured(700.0, None)),
            Row::new(budgets::of("overlay"), measured(40.0, Some(10.0))),
            Row::skipped(budgets::of("import-10000"), "sqlite3 is not installed"),
            Row::new(budgets::shown("x", "y", "z", "s"), measured(1.0, Some(3.0))),
        ]
    }

    #[test]
    fn the_table_has_a_row_each_and_a_verdict() {
        let lines = lines(&rows());
        let words = |line: usize| {
            lines[line]
                .split("  ")
                .filter(|w| !w.is_empty())
                .collect::<Vec<_>>()
        };
        assert_eq!(lines.len(), 6);
        assert_eq!(
            words(1).iter().map(|w| w.trim()).collect::<Vec<_>>(),
            [
                "validate-1-thread",
                "840 MB/s",
                "2400",
                "0.35",
                "≥ 0.35×",
                "ok"
            ]
        );
        assert!(
            lines[2].contains("OVER") && lines[2].contains("≤ 600 ms"),
            "{}",
            lines[2]
        );
        assert!(
            lines[3].contains("ok") && lines[3].contains("≤ peer + 33.4 ms"),
            "{}",
            lines[3]
        );
        assert!(
            lines[4].ends_with("skipped  sqlite3 is not installed"),
            "{}",
            lines[4]
        );
        assert!(lines[5].contains("shown"));
        assert_eq!(sum(&rows()), "2 within budget, 1 over, 2 without a verdict");
    }

    #[test]
    fn each_object_has_the_six_members() {
        let objects: Vec<_> = rows().iter().map(Row::to_json).collect();
        for object in &objects {
            for member in ["name", "ours", "peer", "ratio", "budget", "ok"] {
                assert!(object.get(member).is_some(), "{member} in {object}");
            }
        }
        assert_eq!(objects[0]["ratio"], 0.35);
        assert_eq!(objects[1]["ok"], false);
        assert_eq!(objects[3]["skipped"], "sqlite3 is not installed");
        assert!(objects[3]["ours"].is_null() && objects[3]["ok"].is_null());
        assert!(objects[4]["budget"].is_null() && objects[4]["ok"].is_null());
    }

    #[test]
    fn a_budget_is_kept_on_its_limit_and_broken_beyond_it() {
        let judged = |judge, limit, ours, peer| {
            let mut budget = budgets::shown("x", "", "", "ms");
            (budget.judge, budget.limit) = (judge, Some(limit));
            let found = Measured {
                ours,
                peer: Some(peer),
                ..Measured::default()
            };
            Row::new(budget, found).ok()
        };
        for (judge, within, beyond) in [
            (Judge::OursAtMost, 2.0, 2.1),
            (Judge::RatioAtMost, 2.0, 2.1),
            (Judge::RatioAtLeast, 2.0, 1.9),
            (Judge::BeyondPeerAtMost, 3.0, 3.1),
        ] {
            assert_eq!(judged(judge, 2.0, within, 1.0), Some(true), "{judge:?}");
            assert_eq!(judged(judge, 2.0, beyond, 1.0), Some(false), "{judge:?}");
        }
    }
}
