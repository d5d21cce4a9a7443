/** Type of a top-level markdown block. */
export type BlockKind =
  'heading' | 'paragraph' | 'code' | 'table' | 'list' | 'quote' | 'math' | 'rule' | 'note';

/** A top-level block and its range in the text. */
export interface MarkdownBlock {
  readonly kind: BlockKind;
  readonly start: number;
  /** Offset after its last character, excluding the line break. */
  end: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const RULE = /^ {0,3}([-*_])(?: *\1){2,} *$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?=\s|$)/;
const OPENINGS: readonly (readonly [BlockKind, RegExp])[] = [
  ['heading', /^#{1,6}(?=\s|$)/],
  ['rule', RULE],
  ['table', /^\|/],
  ['quote', /^ {0,3}>/],
  ['math', /^\$\$\s*$/],
  ['list', ITEM],
  ['note', /^\[\^[^\]]+\]:/],
];

/** Splits markdown written by this package into its top-level blocks. Takes linear time. */
export function markdownBlocks(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  const lines = new Lines(markdown);
  while (!lines.isAtEnd) {
    if (lines.isBlank) lines.next();
    else readBlock(lines, blocks);
  }
  return blocks;
}

/** An iterator over lines with their offsets. */
class Lines {
  start = 0;
  private end: number;

  constructor(private readonly text: string) {
    this.end = this.endOf(0);
  }

  get isAtEnd(): boolean {
    return this.start >= this.text.length;
  }

  get line(): string {
    return this.text.slice(this.start, this.end);
  }

  get isBlank(): boolean {
    return this.line.trim() === '';
  }

  get lineEnd(): number {
    return this.end;
  }

  next(): void {
    this.start = this.end + 1;
    this.end = this.endOf(this.start);
  }

  private endOf(start: number): number {
    const end = this.text.indexOf('\n', start);
    return end < 0 ? this.text.length : end;
  }
}

function readBlock(lines: Lines, blocks: MarkdownBlock[]): void {
  const { line, start } = lines;
  const fence = FENCE.exec(line)?.[1];
  if (fence) {
    blocks.push({ kind: 'code', start, end: readFence(lines, fence) });
    return;
  }
  const last = blocks.at(-1);
  if (last && isInside(line, last)) {
    last.end = readLines(lines, (next) => next.trim() !== '');
    return;
  }
  const kind = OPENINGS.find(([, opening]) => opening.test(line))?.[0] ?? 'paragraph';
  blocks.push({ kind, start, end: readRest(lines, kind) });
}

/** An indented line continues the preceding item, note or definition. */
function isInside(line: string, { kind }: MarkdownBlock): boolean {
  return /^ {2,}|^\t/.test(line) && (kind === 'list' || kind === 'note' || kind === 'paragraph');
}

function readFence(lines: Lines, fence: string): number {
  const closing = new RegExp(`^ {0,3}\\${fence[0]}{${fence.length},}\\s*$`);
  let end = lines.lineEnd;
  for (lines.next(); !lines.isAtEnd; lines.next()) {
    end = lines.lineEnd;
    if (!closing.test(lines.line)) continue;
    lines.next();
    break;
  }
  return end;
}

function readRest(lines: Lines, kind: BlockKind): number {
  switch (kind) {
    case 'heading':
    case 'rule':
      return readLines(lines, () => false);
    case 'table':
      return readLines(lines, (line) => line.startsWith('|'));
    case 'quote':
      return readLines(lines, (line) => /^ {0,3}>/.test(line));
    case 'math':
      return readMath(lines);
    case 'list':
      return readList(lines);
    default:
      return readLines(lines, (line) => line.trim() !== '' && !FENCE.test(line));
  }
}

/** Reads the current line and the following lines that belong to it. */
function readLines(lines: Lines, belongs: (line: string) => boolean): number {
  let end = lines.lineEnd;
  for (lines.next(); !lines.isAtEnd && belongs(lines.line); lines.next()) end = lines.lineEnd;
  return end;
}

function readMath(lines: Lines): number {
  const end = readLines(lines, (line) => line.trim() !== '$$');
  if (lines.isAtEnd) return end;
  const closed = lines.lineEnd;
  lines.next();
  return closed;
}

/** Reads the items of one list with their indented content. */
function readList(lines: Lines): number {
  const marker = markerOf(lines.line);
  let end = lines.lineEnd;
  let wasBlank = false;
  for (lines.next(); !lines.isAtEnd; lines.next()) {
    const { line } = lines;
    if (line.trim() === '') {
      wasBlank = true;
      continue;
    }
    const isItem = ITEM.test(line) && !RULE.test(line);
    if (isItem ? markerOf(line) !== marker : wasBlank && !/^ {2,}|^\t/.test(line)) break;
    wasBlank = false;
    end = lines.lineEnd;
  }
  return end;
}

/** Returns the marker of an item: a different marker starts another list. */
function markerOf(line: string): string {
  return /[-*+.)]/.exec(line)?.[0] ?? '';
}
