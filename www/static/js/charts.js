// Small charts as SVG, drawn with elements and classes so that they follow the theme and the
// page's policy. Each says in words what it shows; hand-written because two shapes suffice.

import { h, svg } from './dom.js';
import { count, duration } from './text.js';

const WIDTH = 640;

/** Parts of a whole as one bar with a legend. `parts`: `{ label, value, kind }`. */
export function shareBar(title, parts) {
  const shown = parts.filter(({ value }) => value > 0);
  const total = shown.reduce((sum, { value }) => sum + value, 0);
  let x = 0;
  const said = shown.map(({ label, value }) => `${label} ${count(value)}`).join(', ');
  return h('figure', { class: 'chart' },
    svg('svg', { class: 'share', viewBox: `0 0 ${WIDTH} 18`, role: 'img', 'aria-label': `${title}: ${said || 'nothing'}`, preserveAspectRatio: 'none' },
      svg('rect', { x: 0, y: 0, width: WIDTH, height: 18, class: 'fill-none' }),
      shown.map(({ value, kind }) => {
        const width = (value / total) * WIDTH;
        const part = svg('rect', { x: x.toFixed(2), y: 0, width: Math.max(width - 1, 1).toFixed(2), height: 18, class: `fill-${kind}` });
        x += width;
        return part;
      })),
    h('figcaption', { class: 'legend' }, shown.map(({ label, value, kind }) => h('span', {},
      h('span', { class: `swatch swatch-${kind}`, 'aria-hidden': 'true' }), `${label} ${count(value)}`))));
}

/** How durations are spread. `series`: `{ name, values, kind }`, milliseconds. */
export function latencyChart(title, series) {
  const all = series.flatMap(({ values }) => values);
  if (all.length === 0) return null;
  const bins = 24;
  const top = niceTop(Math.max(...all));
  const counted = series.map(({ values }) => {
    const counts = new Array(bins).fill(0);
    for (const value of values) counts[Math.min(bins - 1, Math.floor((value / top) * bins))] += 1;
    return counts;
  });
  const peak = Math.max(...counted.flat(), 1);
  const height = 120;
  const step = WIDTH / bins;
  const bar = (step - 3) / series.length;
  const said = series.map(({ name, values }) => `${name ? `${name}: ` : ''}median ${duration(quantile(values, 0.5))}, `
    + `nine of ten within ${duration(quantile(values, 0.9))}`).join('; ');
  return h('figure', { class: 'chart' },
    svg('svg', { class: 'plot', viewBox: `0 0 ${WIDTH} ${height + 1}`, role: 'img', 'aria-label': `${title}. ${said}`, preserveAspectRatio: 'none' },
      svg('line', { x1: 0, x2: WIDTH, y1: height + 0.5, y2: height + 0.5, class: 'axis' }),
      counted.map((counts, at) => counts.map((n, bin) => n > 0 && svg('rect', {
        x: (bin * step + 1.5 + at * bar).toFixed(2),
        y: (height - (n / peak) * (height - 6)).toFixed(2),
        width: bar.toFixed(2),
        height: ((n / peak) * (height - 6)).toFixed(2),
        class: `fill-${series[at].kind}`,
      })))),
    h('div', { class: 'ticks', 'aria-hidden': 'true' }, [0, 0.5, 1].map((part) => h('span', {}, duration(part * top)))),
    h('figcaption', { class: 'legend' }, series.map(({ name, values, kind }) => h('span', {},
      name && h('span', { class: `swatch swatch-${kind}`, 'aria-hidden': 'true' }),
      `${name ? `${name}: ` : ''}median ${duration(quantile(values, 0.5))}, 90 % within ${duration(quantile(values, 0.9))}`))));
}

/** The value below which a part of the values lies. */
export function quantile(values, part) {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

function niceTop(value) {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 2.5, 5, 10].map((step) => step * unit).find((top) => top >= value) ?? value;
}
