//! The report's charts, drawn as SVG: bars with their numbers beside them, so that colour is
//! never the only carrier.

use std::fmt::Write as _;

use super::html::escape;

/// A horizontal bar of stacked parts.
pub(super) struct Bar {
    pub(super) label: String,
    /// Value and class of each part.
    pub(super) parts: Vec<(f64, &'static str)>,
    /// What stands behind the bar.
    pub(super) note: String,
}

const WIDTH: f64 = 420.0;
const LEFT: f64 = 180.0;
const ROW: f64 = 26.0;

/// Draws bars on one scale.
pub(super) fn bars(title: &str, bars: &[Bar]) -> String {
    let total = |bar: &Bar| bar.parts.iter().map(|(value, _)| value).sum::<f64>();
    let most = bars.iter().map(total).fold(0.0, f64::max);
    let scale = if most > 0.0 { WIDTH / most } else { 0.0 };
    let height = ROW * f64::from(u32::try_from(bars.len()).unwrap_or(u32::MAX)) + 4.0;
    let mut out = format!(
        "<figure><figcaption>{0}</figcaption><svg role=\"img\" aria-label=\"{0}\" \
         viewBox=\"0 0 760 {height:.0}\" width=\"760\" height=\"{height:.0}\">",
        escape(title)
    );
    let mut y = 4.0;
    for bar in bars {
        let label: String = bar.label.chars().take(26).collect();
        let _infallible = write!(
            out,
            "<text x=\"{:.0}\" y=\"{:.1}\" class=\"label\">{}</text>",
            LEFT - 8.0,
            y + 13.0,
            escape(&label)
        );
        let mut x = LEFT;
        for (value, class) in &bar.parts {
            let width = value * scale;
            let _infallible = write!(
                out,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"18\" class=\"{class}\"/>"
            );
            x += width;
        }
        let _infallible = write!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" class=\"note\">{}</text>",
            x + 8.0,
            y + 13.0,
            escape(&bar.note)
        );
        y += ROW;
    }
    out.push_str("</svg></figure>");
    out
}

/// Latencies in bins that double, as bars.
pub(super) fn latency(millis: &[i64]) -> String {
    let mut bins: Vec<(i64, u32)> = Vec::new();
    let mut edge = 1000;
    while bins
        .last()
        .is_none_or(|(edge, _)| millis.iter().any(|ms| ms >= edge))
        && bins.len() < 16
    {
        bins.push((edge, 0));
        edge *= 2;
    }
    for ms in millis {
        if let Some(bin) = bins.iter_mut().find(|(edge, _)| ms < edge) {
            bin.1 += 1;
        }
    }
    let mut from = 0;
    let rows: Vec<Bar> = bins
        .iter()
        .map(|(edge, count)| {
            let bar = Bar {
                label: format!("{} to {} s", from / 1000, edge / 1000),
                parts: vec![(f64::from(*count), "plain")],
                note: count.to_string(),
            };
            from = *edge;
            bar
        })
        .collect();
    bars(
        "Latency: items by time from sending to the whole answer",
        &rows,
    )
}
