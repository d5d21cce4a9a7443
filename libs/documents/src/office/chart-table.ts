import type { BlockWriter } from '../tree/block-writer.js';
import type { XmlElement } from '../containers/xml/xml-element.js';
import { ValueFormatter } from '../sheets/format-value.js';
import { generalText } from '../sheets/general-text.js';

const ONE = { columns: 1, rows: 1 };
/** Maximum number of points in a table; charts with more are curves rather than readable data. */
const MAX_POINTS = 200;
/** Two-dimensional and 3D charts. `ofPieChart` has no readable name and is omitted. */
const DRAWN_AS = /^c:(area|bar|bubble|doughnut|line|pie|radar|scatter|stock|surface)(?:3D)?Chart$/;

interface Series {
  readonly name: string;
  readonly values: ReadonlyMap<number, string>;
}

/** Writes the data of a chart as a table below its title and type. */
export function chartTable(root: XmlElement | null, blocks: BlockWriter): void {
  const chart = root?.child('c:chart');
  if (!chart) return;
  const points = new ChartPoints(/^(?:1|true)$/.test(root?.child('c:date1904')?.attr('val') ?? ''));
  const elements = chart.findAll('c:ser');
  const series = elements.map((element) => readSeries(element, points));
  const names = new Map(
    elements.toReversed().flatMap((one) => [...points.of(one.child('c:cat') ?? one.child('c:xVal'))]),
  );
  const title = titleOf(chart, series);
  writeChart(blocks, { title, kind: kindOf(chart), axes: axesOf(chart), names, series });
  for (const label of labelsOf(chart)) writeText(blocks, label);
}

/** Data of a chart. */
interface ChartData {
  readonly title: string;
  readonly kind: string | null;
  /** Titles of the axes. */
  readonly axes?: readonly string[];
  /** Categories by the number of the point. */
  readonly names: ReadonlyMap<number, string>;
  readonly series: readonly Series[];
}

/** Writes the title and kind of a chart, and its data as a table. */
export function writeChart(blocks: BlockWriter, { title, kind, axes = [], names, series }: ChartData): void {
  if (title !== '') writeText(blocks, title);
  const facts = [...(kind !== null && series.length > 0 ? [kind] : []), ...axes];
  if (facts.length > 0) writeText(blocks, facts.join(', '));
  const rows = [names, ...series.map(({ values }) => values)].reduce(
    (most, one) => Math.max(most, lastOf(one) + 1),
    0,
  );
  if (rows > 0 && rows <= MAX_POINTS) writeTable(blocks, series, names, rows);
  else if (rows > MAX_POINTS) writeText(blocks, series.map(({ name }) => name).join(', '));
}

/** Type of a chart, which the table does not show: a `c:lineChart` is a "Line chart". */
function kindOf(chart: XmlElement): string | null {
  const drawn = chart.child('c:plotArea')?.elements.find(({ name }) => DRAWN_AS.test(name));
  const kind = drawn && DRAWN_AS.exec(drawn.name)?.[1];
  return kind ? `${kind[0]!.toUpperCase()}${kind.slice(1)} chart` : null;
}

/** A chart with one series and no title of its own uses the name of the series. */
function titleOf(chart: XmlElement, series: readonly Series[]): string {
  const title = chart.child('c:title');
  return textOf(title) || (title && series.length === 1 ? series[0]!.name : '');
}

function axesOf(chart: XmlElement): string[] {
  const axes = chart.child('c:plotArea')?.elements.filter(({ name }) => /^c:\w*Ax$/.test(name)) ?? [];
  return axes.map((axis) => textOf(axis.child('c:title'))).filter((title) => title !== '');
}

/** Texts that replace the values of points. */
function labelsOf(chart: XmlElement): string[] {
  const labels = chart.findAll('c:dLbl').map((label) => textOf(label.child('c:tx')));
  return labels.filter((label) => label !== '');
}

/** Text that was entered, or the stored text of the cells that a formula names. */
function textOf(title: XmlElement | null | undefined): string {
  const paragraphs = title?.findAll('a:p') ?? [];
  const entered = paragraphs.map((one) =>
    one
      .findAll('a:t')
      .map(({ text }) => text)
      .join(''),
  );
  const stored = title?.find('c:strCache')?.findAll('c:v') ?? [];
  const texts = entered.some((text) => text.trim() !== '') ? entered : stored.map(({ text }) => text);
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

/** Categories without a name are numbered. */
function writeTable(
  blocks: BlockWriter,
  series: readonly Series[],
  names: ReadonlyMap<number, string>,
  rows: number,
): void {
  const row = (cells: readonly string[], isHead: boolean) =>
    blocks.row(() => {
      for (const text of cells) blocks.cell(isHead, ONE, () => writeText(blocks, text));
    });
  blocks.table(() => {
    row(['', ...series.map(({ name }) => name)], true);
    for (let at = 0; at < rows; at++) {
      const name = names.size === 0 ? String(at + 1) : (names.get(at) ?? '');
      row([name, ...series.map(({ values }) => values.get(at) ?? '')], false);
    }
  });
}

function writeText(blocks: BlockWriter, text: string): void {
  blocks.paragraph({ kind: 'text' }, [{ kind: 'text', text, style: {} }]);
}

function readSeries(element: XmlElement, points: ChartPoints): Series {
  return {
    name: [...points.of(element.child('c:tx')).values()].join(' '),
    values: points.of(element.child('c:val') ?? element.child('c:yVal')),
  };
}

function lastOf(values: ReadonlyMap<number, string>): number {
  let last = -1;
  for (const at of values.keys()) last = Math.max(last, at);
  return last;
}

/** Reads the cached cell values of a chart in their number formats. */
class ChartPoints {
  private readonly formatter: ValueFormatter;

  constructor(countsFrom1904: boolean) {
    this.formatter = new ValueFormatter(countsFrom1904);
  }

  of(element: XmlElement | null): Map<number, string> {
    const found = new Map<number, string>();
    const direct = element?.child('c:v')?.text;
    if (direct) found.set(0, direct);
    const [innermost, ...outer] = element?.findAll('c:lvl') ?? [];
    if (!innermost) return this.read(element, found);
    this.read(innermost, found);
    for (const level of outer) spread(this.read(level, new Map()), found);
    return found;
  }

  private read(element: XmlElement | null, found: Map<number, string>): Map<number, string> {
    const format = element?.find('c:formatCode')?.text ?? 'General';
    for (const point of element?.findAll('c:pt') ?? []) {
      const at = Number(point.attr('idx') ?? found.size);
      if (!(at >= 0 && found.size <= MAX_POINTS)) continue;
      found.set(at, this.shown(point.child('c:v')?.text ?? '', point.attr('formatCode') ?? format));
    }
    return found;
  }

  private shown(value: string, format: string): string {
    if (!/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value)) return value;
    if (format !== 'General') return this.formatter.number(Number(value), format);
    return /[.e]/i.test(value) ? generalText(Number(value)) : value;
  }
}

/** An outer category applies to all categories up to the next outer one. */
function spread(outer: ReadonlyMap<number, string>, found: Map<number, string>): void {
  let name = '';
  for (const at of [...found.keys()].sort((one, other) => one - other)) {
    name = outer.get(at) ?? name;
    if (name !== '') found.set(at, `${name} ${found.get(at)!}`);
  }
}
