import type { BlockWriter } from '../flow/block-writer.js';
import type { XmlElement } from '../xml/xml-element.js';
import { generalText } from './sheets/format-value.js';

const ONE = { columns: 1, rows: 1 };
/** More points are a curve, not data to read. */
const MAX_POINTS = 200;

interface Series {
  readonly name: string;
  readonly values: ReadonlyMap<number, string>;
}

/** Writes the numbers that a chart shows as a table below its title. */
export function chartTable(root: XmlElement | null, blocks: BlockWriter): void {
  const chart = root?.child('c:chart');
  const title =
    chart
      ?.child('c:title')
      ?.findAll('a:t')
      .map(({ text }) => text)
      .join('')
      .trim() ?? '';
  if (title !== '') blocks.paragraph({ kind: 'text' }, [{ kind: 'text', text: title, style: {} }]);
  const elements = chart?.findAll('c:ser') ?? [];
  const series = elements.map(readSeries);
  const names = points(elements[0]?.child('c:cat') ?? elements[0]?.child('c:xVal') ?? null);
  const rows = Math.max(
    0,
    ...[names, ...series.map(({ values }) => values)].map((one) => Math.max(-1, ...one.keys()) + 1),
  );
  if (series.length === 0 || rows === 0 || rows > MAX_POINTS) return;
  const row = (cells: readonly string[], isHead: boolean) =>
    blocks.row(() => {
      for (const text of cells)
        blocks.cell(isHead, ONE, () =>
          blocks.paragraph({ kind: 'text' }, [{ kind: 'text', text, style: {} }]),
        );
    });
  blocks.table(() => {
    row(['', ...series.map(({ name }) => name)], true);
    for (let at = 0; at < rows; at++)
      row([names.get(at) ?? '', ...series.map(({ values }) => values.get(at) ?? '')], false);
  });
}

function readSeries(element: XmlElement): Series {
  return {
    name: [...points(element.child('c:tx')).values()].join(' '),
    values: points(element.child('c:val') ?? element.child('c:yVal')),
  };
}

/** What a chart remembers of the cells it shows. */
function points(element: XmlElement | null): Map<number, string> {
  const found = new Map<number, string>();
  const direct = element?.child('c:v')?.text;
  if (direct) found.set(0, direct);
  for (const point of element?.findAll('c:pt') ?? []) {
    const at = Number(point.attr('idx'));
    const value = point.child('c:v')?.text ?? '';
    if (at >= 0 && found.size <= MAX_POINTS)
      found.set(at, /^-?\d*\.\d+(?:e-?\d+)?$/i.test(value) ? generalText(Number(value)) : value);
  }
  return found;
}
