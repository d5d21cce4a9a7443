import type { BlockWriter } from '../../tree/block-writer.js';
import { writeChart } from '../../office/chart-table.js';
import { generalText } from '../general-text.js';
import type { BiffRecord } from './biff-records.js';
import { biffString, type StringFormat } from './biff-strings.js';

/** Records of charts. @see MS-XLS 2.3 */
const Chart = {
  series: 0x1003,
  seriesText: 0x100d,
  text: 0x1025,
  objectLink: 0x1027,
  begin: 0x1033,
  end: 0x1034,
  index: 0x1065,
  number: 0x203,
  label: 0x204,
} as const;
const KINDS: Readonly<Record<number, string>> = {
  0x1017: 'Bar chart',
  0x1018: 'Line chart',
  0x1019: 'Pie chart',
  0x101a: 'Area chart',
  0x101b: 'Scatter chart',
  0x103e: 'Radar chart',
  0x103f: 'Surface chart',
};
const VALUES = 1;
const CATEGORIES = 2;
const TITLE = 1;
const MAX_SERIES = 255;

/** Collects the records of one chart: its title, its series, and their stored values. */
export class BiffChart {
  private readonly parents: number[] = [];
  private last = 0;
  private index = 0;
  private title = '';
  private kind: string | null = null;
  private text = '';
  private readonly names: string[] = [];
  private readonly values = new Map<number, Map<number, string>>();
  private readonly categories = new Map<number, string>();

  constructor(private readonly strings: StringFormat) {}

  take({ id, data }: BiffRecord): void {
    const parent = this.parents.at(-1);
    if (id === Chart.begin) this.parents.push(this.last);
    else if (id === Chart.end) this.parents.pop();
    else if (id === Chart.series) this.names.push('');
    else if (id === Chart.seriesText) this.named(parent, biffString(data, 2, 1, this.strings).trim());
    else if (id === Chart.objectLink && data.getUint16(0, true) === TITLE) this.title = this.text;
    else if (id === Chart.text) this.text = '';
    else if (id === Chart.index) this.index = data.getUint16(0, true);
    else if (id === Chart.number) this.point(data, generalText(data.getFloat64(6, true)));
    else if (id === Chart.label) this.point(data, biffString(data, 6, 2, this.strings));
    this.kind ??= KINDS[id] ?? null;
    this.last = id;
  }

  write(blocks: BlockWriter): void {
    const { title, kind, categories: names } = this;
    const series = [...this.values].map(([at, values]) => ({ name: this.names[at] ?? '', values }));
    writeChart(blocks, { title, kind, names, series });
  }

  private named(parent: number | undefined, text: string): void {
    if (parent === Chart.text) this.text = text;
    else if (parent === Chart.series && this.names.at(-1) === '') this.names[this.names.length - 1] = text;
  }

  private point(data: DataView, text: string): void {
    const [at, series] = [data.getUint16(0, true), data.getUint16(2, true)];
    if (this.index === CATEGORIES && !this.categories.has(at)) this.categories.set(at, text);
    if (this.index !== VALUES || series >= MAX_SERIES) return;
    const values = this.values.get(series) ?? new Map<number, string>();
    this.values.set(series, values.set(at, text));
  }
}
