import type { StructuredText } from './structured-text.js';

/** `self.__next_f.push([1, "…"])`: a piece of the data of React Server Components. */
const PUSH = /__next_f\s*\.\s*push\s*\(\s*\[\s*1\s*,\s*("(?:[^"\\]|\\.)*")\s*\]\s*\)/g;
const MAX_CHARS = 2_000_000;
const MAX_ROWS = 5_000;
const MAX_NODES = 50_000;
const MAX_DEPTH = 200;
const MIN_CHARS = 400;

const BLOCKS = /^(?:p|h[1-6]|li|blockquote|pre|dt|dd|figcaption|td|th)$/;
const SKIPPED = /^(?:nav|header|footer|aside|script|style|head|template|form|button|svg|title|meta|link)$/;

/** The row with the whole page. */
const ROOT = '0';

type Rows = ReadonlyMap<string, unknown>;

/**
 * The rows of the flight data of a Next page, by their id.
 *
 * @param scripts scripts that contain pieces of it
 */
export function flightRows(scripts: readonly string[]): Rows {
  const pieces: string[] = [];
  let chars = 0;
  for (const script of scripts)
    for (const [, literal] of script.matchAll(PUSH)) {
      const piece = parse(literal!);
      if (typeof piece === 'string' && (chars += piece.length) <= MAX_CHARS) pieces.push(piece);
    }
  return rowsOf(pieces.join(''));
}

/** The text of the tree in flight data: headings, paragraphs, items of lists and markup, in their order. */
export function flightText(rows: Rows): StructuredText[] {
  const text = new FlightText(rows).read().join('\n');
  return text.replace(/<[^<>]{0,1000}>/g, '').length < MIN_CHARS ? [] : [{ heading: null, text }];
}

/** Rows are `id:json` up to the end of a line, or `id:Tlength,text` with its length in bytes, in hexadecimal digits. */
function rowsOf(data: string): Rows {
  const rows = new Map<string, unknown>();
  const bytes = Buffer.from(data);
  for (let at = 0; at < bytes.length && rows.size < MAX_ROWS;) {
    const colon = bytes.indexOf(0x3a, at);
    if (colon < 0) break;
    const id = bytes.toString('latin1', at, colon).trim();
    if (bytes[colon + 1] === 0x54) {
      const comma = bytes.indexOf(0x2c, colon);
      const length = comma < 0 ? NaN : Number.parseInt(bytes.toString('latin1', colon + 2, comma), 16);
      if (!Number.isSafeInteger(length)) break;
      rows.set(id, bytes.toString('utf8', comma + 1, comma + 1 + length));
      at = comma + 1 + length;
    } else {
      const end = bytes.indexOf(0x0a, colon);
      const stop = end < 0 ? bytes.length : end;
      const json = bytes.toString('utf8', colon + 1, stop);
      if (/^[[{"]/.test(json)) rows.set(id, parse(json));
      at = stop + 1;
    }
  }
  return rows;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null; // a row of a kind that is not read
  }
}

/** Reads the tree from its first row, references in their place. */
class FlightText {
  private readonly blocks: string[] = [];
  private readonly visited = new Set<string>();
  private nodes = 0;

  constructor(private readonly rows: Rows) {}

  read(): readonly string[] {
    this.visitRow(ROOT, 0);
    return this.blocks;
  }

  private visitRow(id: string, depth: number): void {
    if (this.visited.has(id)) return;
    this.visited.add(id);
    this.visit(this.rows.get(id), depth);
  }

  private visit(value: unknown, depth: number): void {
    if (depth > MAX_DEPTH || ++this.nodes > MAX_NODES) return;
    const reference = referenceOf(value);
    if (reference !== null) return this.visitRow(reference, depth + 1);
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) || value[0] !== '$')
      return Object.values(value).forEach((part) => this.visit(part, depth + 1));
    const [, name, , props] = value as readonly unknown[];
    if (typeof name !== 'string' || SKIPPED.test(name)) return;
    const { children, dangerouslySetInnerHTML: inner } = (props ?? {}) as Readonly<Record<string, unknown>>;
    const html = (inner as { readonly __html?: unknown } | undefined)?.__html;
    if (html !== undefined) return this.addMarkup(this.textOf(html, depth));
    if (!BLOCKS.test(name)) return this.visit(children, depth + 1);
    const text = this.textOf(children, depth).trim();
    if (text !== '') this.blocks.push(`<${name}>${escaped(text)}</${name}>`);
  }

  private addMarkup(html: string): void {
    if (html.trim() !== '') this.blocks.push(html);
  }

  /** The text in an element, without its markup. */
  private textOf(value: unknown, depth: number): string {
    if (depth > MAX_DEPTH || ++this.nodes > MAX_NODES) return '';
    const reference = referenceOf(value);
    if (reference !== null) {
      if (this.visited.has(reference)) return '';
      this.visited.add(reference);
      return this.textOf(this.rows.get(reference), depth + 1);
    }
    if (typeof value === 'string') return value.startsWith('$$') ? value.slice(1) : value;
    if (typeof value === 'number') return String(value);
    if (!Array.isArray(value)) return '';
    if (value[0] !== '$') return value.map((part) => this.textOf(part, depth + 1)).join('');
    const [, name, , props] = value as readonly unknown[];
    if (name === 'br') return '\n';
    return this.textOf((props as Readonly<Record<string, unknown>> | null)?.['children'], depth + 1);
  }
}

/** `$12` and `$L12` refer to the row 12. */
function referenceOf(value: unknown): string | null {
  return typeof value === 'string' ? (/^\$L?([0-9a-f]+)$/.exec(value)?.[1] ?? null) : null;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
