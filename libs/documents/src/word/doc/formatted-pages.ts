import type { TablePlace } from './file-information.js';

/** Properties of a range of the main stream. */
export interface FormattedRun {
  readonly from: number;
  readonly to: number;
  /** Style index, for paragraphs. */
  readonly style: number;
  /** Position of the property modifiers in the main stream. */
  readonly start: number;
  readonly end: number;
}

const PAGE = 512;
/** A document of 2,000 pages has 200,000. */
const MAX_RUNS = 1_000_000;

/**
 * Properties of all paragraphs or characters, in the order of the main stream.
 * @see MS-DOC 2.9.33, 2.9.174
 */
export function readFormatted(
  main: DataView,
  table: DataView,
  { start, length }: TablePlace,
  kind: 'paragraphs' | 'characters',
): FormattedRun[] {
  const count = Math.floor((Math.min(length, table.byteLength - start) - 4) / 8);
  const runs: FormattedRun[] = [];
  const seen = new Set<number>();
  for (let at = 0; at < count; at++) {
    const page = (table.getUint32(start + (count + 1) * 4 + at * 4, true) & 0x3fffff) * PAGE;
    if (page + PAGE > main.byteLength || seen.has(page)) continue;
    seen.add(page);
    readPage(main, page, kind, runs);
    if (runs.length > MAX_RUNS) break;
  }
  return runs.sort((one, other) => one.from - other.from);
}

function readPage(
  main: DataView,
  page: number,
  kind: 'paragraphs' | 'characters',
  runs: FormattedRun[],
): void {
  const count = main.getUint8(page + PAGE - 1);
  const entryBytes = kind === 'paragraphs' ? 13 : 1;
  if ((count + 1) * 4 + count * entryBytes > PAGE - 1) return;
  for (let at = 0; at < count; at++) {
    const from = main.getUint32(page + at * 4, true);
    const to = main.getUint32(page + at * 4 + 4, true);
    const offset = main.getUint8(page + (count + 1) * 4 + at * entryBytes) * 2;
    runs.push({ from, to, ...(offset === 0 ? NOTHING : properties(main, page, offset, kind)) });
  }
}

const NOTHING = { style: 0, start: 0, end: 0 };

function properties(
  main: DataView,
  page: number,
  offset: number,
  kind: 'paragraphs' | 'characters',
): Pick<FormattedRun, 'style' | 'start' | 'end'> {
  let at = page + offset;
  let bytes = main.getUint8(at++);
  if (kind === 'characters') return { style: 0, start: at, end: Math.min(at + bytes, page + PAGE) };
  bytes = bytes === 0 ? main.getUint8(at++) * 2 : bytes * 2 - 1;
  const end = Math.min(at + bytes, page + PAGE);
  return bytes < 2 ? NOTHING : { style: main.getUint16(at, true), start: at + 2, end };
}

/** The run that contains an offset of the main stream; without one, only the offset of the next run. */
export function runAt(
  runs: readonly FormattedRun[],
  offset: number,
): { run: FormattedRun | null; next: number } {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle]!.from <= offset) low = middle + 1;
    else high = middle;
  }
  const found = runs[low - 1];
  const run = found && offset < found.to ? found : null;
  return { run, next: run?.to ?? runs[low]?.from ?? Infinity };
}
