// Grouped bars as SVG. The colours follow the theme of the reader: an SVG has its own media query.
const BAR = 13;
const GAP = 14;
const LABEL = 112;
const WIDTH = 560;
const SCALE = 100;
const PLOT = WIDTH - 44;
const COLOURS = [
  ['#2563eb', '#60a5fa'],
  ['#b45309', '#f59e0b'],
  ['#4d7c0f', '#a3e635'],
  ['#7e22ce', '#d8b4fe'],
];

/**
 * @param names of the columns, each a group of bars
 * @param rows `name` and `values`, one for each column; null leaves a bar out
 * @param least value at the left edge
 */
export function chartOf({ title, names, rows, least }) {
  const groupHeight = rows.length * BAR + GAP;
  const top = 46 + 18 * Math.ceil(rows.length / 2);
  const height = top + names.length * groupHeight + 8;
  const groups = names.map((name, group) => groupOf(name, top + group * groupHeight, group, rows, least));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LABEL + WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
<style>${styleOf(rows.length)}</style>
<text x="8" y="22" class="title">${escaped(title)}</text>
${rows.map(({ name }, row) => legendOf(name, row)).join('\n')}
${groups.join('\n')}
</svg>
`;
}

function groupOf(name, y, group, rows, least) {
  const label = `<text x="${LABEL - 8}" y="${y + (rows.length * BAR) / 2 + 4}" class="label">${escaped(name)}</text>`;
  const bars = rows.map(({ values }, row) => barOf(values[group], y + row * BAR, row, least));
  return [label, ...bars].join('\n');
}

function barOf(value, y, row, least) {
  if (value === null) return '';
  const width = (((value - least) / (SCALE - least)) * PLOT).toFixed(1);
  return `<rect x="${LABEL}" y="${y}" width="${width}" height="${BAR - 2}" class="s${row}"/><text x="${(LABEL + Number(width) + 5).toFixed(1)}" y="${y + BAR - 3}" class="value">${value.toFixed(1)}</text>`;
}

function legendOf(name, row) {
  const [x, y] = [8 + (row % 2) * 300, 34 + Math.floor(row / 2) * 18];
  return `<rect x="${x}" y="${y}" width="11" height="11" class="s${row}"/><text x="${x + 17}" y="${y + 10}" class="value">${escaped(name)}</text>`;
}

function styleOf(count) {
  const fills = (theme) =>
    COLOURS.slice(0, count)
      .map((pair, row) => `.s${row}{fill:${pair[theme]}}`)
      .join('');
  return `text{font:12px system-ui,sans-serif;fill:#1f2937}.title{font-weight:600;font-size:14px}.label{text-anchor:end}.value{font-size:11px}${fills(0)}@media(prefers-color-scheme:dark){text{fill:#e5e7eb}${fills(1)}}`;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
