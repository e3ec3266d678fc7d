//! Two small charts as SVG text, drawn from the recorded rows: how much of each
//! budget is used, and how costs grow with the work. Light and dark by the
//! reader's own scheme.

use std::fmt::Write as _;

use serde_json::Value;

use super::row::short;

const STYLE: &str = "<style>text{font:12px system-ui,sans-serif;fill:#24292f}\
    .dim{fill:#6e7781}.bar{fill:#2f7d4f}.over{fill:#b3362b}.line{stroke:#8c959f;stroke-dasharray:4 3}\
    .axis{stroke:#d0d7de}.curve{fill:none;stroke:#2f7d4f;stroke-width:2}.dot{fill:#2f7d4f}\
    @media(prefers-color-scheme:dark){text{fill:#e6edf3}.dim{fill:#8b949e}.axis{stroke:#30363d}}</style>";

/// Bars reach to this share of a budget at most; the number beside says more.
const MOST: f64 = 1.5;

/// How much of its budget each row uses; shorter is better.
pub(super) fn budgets(rows: &[Value]) -> String {
    let used: Vec<_> = rows
        .iter()
        .filter_map(|row| Some((row, used(row)?)))
        .collect();
    let (left, width, step) = (190.0, 420.0, 24.0);
    let height = 50.0 + step * count(used.len());
    let mut svg = open(720.0, height, "How much of each budget is used");
    let limit = left + width / MOST;
    for (index, (row, used)) in used.iter().enumerate() {
        let y = 34.0 + step * count(index);
        let class = if row["ok"] == Value::Bool(false) {
            "over"
        } else {
            "bar"
        };
        let long = width / MOST * used.min(MOST);
        let name = row["name"].as_str().unwrap_or_default();
        let _ = writeln!(
            svg,
            "<text x='{:.0}' y='{:.0}' text-anchor='end'>{name}</text>\
             <rect class='{class}' x='{left:.0}' y='{:.0}' width='{long:.1}' height='14' rx='2'/>\
             <text class='dim' x='{:.1}' y='{:.0}'>{:.0} %</text>",
            left - 8.0,
            y + 12.0,
            y,
            left + long + 6.0,
            y + 12.0,
            used * 100.0,
        );
    }
    let _ = writeln!(
        svg,
        "<line class='line' x1='{limit:.1}' x2='{limit:.1}' y1='26' y2='{:.0}'/>\
         <text class='dim' x='{limit:.1}' y='18' text-anchor='middle'>budget</text></svg>",
        height - 10.0,
    );
    svg
}

/// The share of its budget that a row uses, whatever way it is judged.
fn used(row: &Value) -> Option<f64> {
    let limit = row["budget"].as_f64()?;
    let ours = row["ours"].as_f64()?;
    match row["judge"].as_str()? {
        "ours-at-most" => Some(ours / limit),
        "ratio-at-most" => Some(row["ratio"].as_f64()? / limit),
        "ratio-at-least" => Some(limit / row["ratio"].as_f64()?),
        "beyond-peer-at-most" => Some((ours - row["peer"].as_f64()?).max(0.0) / limit),
        _ => None,
    }
}

/// A curve of the growth chart: rows whose name is this and a number.
struct Curve {
    prefix: &'static str,
    title: &'static str,
}

const CURVES: &[Curve] = &[
    Curve {
        prefix: "growth-validate-",
        title: "Validator: MB/s by megabytes",
    },
    Curve {
        prefix: "growth-import-",
        title: "Import: ms an item by items",
    },
    Curve {
        prefix: "growth-item-",
        title: "Runtime: main-thread ms an item, at the nth item",
    },
    Curve {
        prefix: "growth-turns-",
        title: "Runtime: % of main thread by old turns",
    },
];

/// Small charts of how costs grow.
pub(super) fn growth(rows: &[Value]) -> String {
    let mut svg = open(720.0, 400.0, "How costs grow with the work");
    for (index, curve) in CURVES.iter().enumerate() {
        let x = 40.0 + 350.0 * count(index % 2);
        let y = 30.0 + 190.0 * count(index / 2);
        small(&mut svg, curve, &points(rows, curve.prefix), x, y);
    }
    svg.push_str("</svg>\n");
    svg
}

fn points(rows: &[Value], prefix: &str) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = rows
        .iter()
        .filter_map(|row| {
            let rest = row["name"].as_str()?.strip_prefix(prefix)?;
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            Some((digits.parse().ok()?, row["ours"].as_f64()?))
        })
        .collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

/// One small chart: the points evenly spaced, since their numbers are powers of ten.
fn small(svg: &mut String, curve: &Curve, points: &[(f64, f64)], x: f64, y: f64) {
    let (width, height) = (280.0, 110.0);
    let base = y + 20.0 + height;
    let _ = writeln!(
        svg,
        "<text x='{x:.0}' y='{y:.0}'>{}</text>\
         <line class='axis' x1='{x:.0}' x2='{:.0}' y1='{base:.0}' y2='{base:.0}'/>",
        curve.title,
        x + width,
    );
    if points.is_empty() {
        let _ = writeln!(
            svg,
            "<text class='dim' x='{x:.0}' y='{:.0}'>not measured</text>",
            base - 8.0
        );
        return;
    }
    let highest = points
        .iter()
        .map(|point| point.1)
        .fold(f64::MIN_POSITIVE, f64::max);
    let at = |index: usize, value: f64| {
        let step = width / count(points.len().max(2));
        (
            x + step * (count(index) + 0.5),
            base - height * 0.8 * value / highest,
        )
    };
    let path: Vec<String> = points
        .iter()
        .enumerate()
        .map(|(index, (_, value))| {
            let (px, py) = at(index, *value);
            format!("{px:.1},{py:.1}")
        })
        .collect();
    let _ = writeln!(svg, "<polyline class='curve' points='{}'/>", path.join(" "));
    for (index, (work, value)) in points.iter().enumerate() {
        let (px, py) = at(index, *value);
        let _ = writeln!(
            svg,
            "<circle class='dot' cx='{px:.1}' cy='{py:.1}' r='3'/>\
             <text x='{px:.1}' y='{:.1}' text-anchor='middle'>{}</text>\
             <text class='dim' x='{px:.1}' y='{:.0}' text-anchor='middle'>{work:.0}</text>",
            py - 8.0,
            short(*value),
            base + 16.0,
        );
    }
}

fn open(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.0} {height:.0}' \
         role='img' aria-label='{title}'>\n<title>{title}</title>{STYLE}\n"
    )
}

/// A number of things as a length.
#[expect(clippy::cast_precision_loss, reason = "a chart has few rows")]
fn count(things: usize) -> f64 {
    things as f64
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_full_budget_is_a_hundred_per_cent_either_way() {
        for (judge, ours, peer, limit) in [
            ("ours-at-most", 2.0, 1.0, 2.0),
            ("ratio-at-most", 4.0, 2.0, 2.0),
            ("ratio-at-least", 4.0, 2.0, 2.0),
            ("beyond-peer-at-most", 4.0, 2.0, 2.0),
        ] {
            let row = json!({"budget": limit, "ours": ours, "peer": peer, "ratio": ours / peer, "judge": judge});
            assert_eq!(used(&row), Some(1.0), "{judge}");
        }
        assert_eq!(used(&json!({"budget": null, "ours": 1.0})), None);
    }

    #[test]
    fn curves_are_in_order_of_the_work() {
        let rows = [
            json!({"name": "growth-import-1000", "ours": 2.0}),
            json!({"name": "growth-import-10", "ours": 3.0}),
            json!({"name": "import-10000", "ours": 9.0}),
        ];
        assert_eq!(
            points(&rows, "growth-import-"),
            [(10.0, 3.0), (1000.0, 2.0)]
        );
        assert!(growth(&rows).contains("not measured"));
    }
}
