import type { MarkdownBlock } from './markdown-blocks.js';

/** An indivisible block, or part of a block. */
export interface Piece {
  readonly kind: MarkdownBlock['kind'];
  readonly start: number;
  readonly end: number;
  /**
   * Text required before and after it if the rest of the block is in another chunk: the head of a table, a
   * fence.
   */
  readonly opening: string;
  readonly closing: string;
}

/** Returns the offsets where a block may be split, each the start of a part. */
type Cuts = (text: string) => number[];

const CUTS: Readonly<Partial<Record<MarkdownBlock['kind'], Cuts>>> = {
  paragraph: sentenceStarts,
  list: itemStarts,
  table: rowStarts,
  code: lineStarts,
};

/**
 * Maximum length of all repeated frames together, as a multiple of the length of the block: the frame is page
 * text, so its length is up to the page.
 */
const MAX_FRAME_SHARE = 8;

/** Splits a block that is too long into parts of maximum length. Indivisible content stays whole. */
export function splitBlock(
  markdown: string,
  block: MarkdownBlock,
  maxTokens: number,
  countTokens: (text: string) => number,
): Piece[] {
  const text = markdown.slice(block.start, block.end);
  const [opening, closing] = frameOf(block.kind, text);
  const room = maxTokens - countTokens(opening + closing);
  const starts = partStarts(block.kind, text, room, countTokens);
  const repeated = (opening.length + closing.length) * (starts.length - 1);
  if (repeated <= MAX_FRAME_SHARE * text.length) return piecesOf(block, starts, opening, closing);
  // Rows stay inert without their head; code without its fence would become markup.
  const isWhole = block.kind === 'code';
  return piecesOf(block, isWhole ? [0] : partStarts(block.kind, text, maxTokens, countTokens), '', '');
}

/** Returns the offsets of the parts of a block. */
function partStarts(
  kind: MarkdownBlock['kind'],
  text: string,
  room: number,
  countTokens: (text: string) => number,
): number[] {
  const cuts = CUTS[kind]?.(text) ?? [];
  const starts = [0];
  let used = 0;
  [0, ...cuts].forEach((cut, at, all) => {
    const tokens = countTokens(text.slice(cut, all[at + 1] ?? text.length));
    if (used > 0 && used + tokens > room && cut > 0) {
      starts.push(cut);
      used = 0;
    }
    used += tokens;
  });
  return starts;
}

function piecesOf(
  block: MarkdownBlock,
  starts: readonly number[],
  opening: string,
  closing: string,
): Piece[] {
  return starts.map((start, at) => ({
    kind: block.kind,
    start: block.start + start,
    end: starts[at + 1] === undefined ? block.end : block.start + starts[at + 1]!,
    opening: at === 0 ? '' : opening,
    closing: at === starts.length - 1 ? '' : closing,
  }));
}

/** Returns the text required around each part of a block. */
function frameOf(kind: MarkdownBlock['kind'], text: string): [opening: string, closing: string] {
  const lines = text.split('\n');
  if (kind === 'table') return [`${lines.slice(0, HEAD_LINES).join('\n')}\n`, ''];
  if (kind !== 'code') return ['', ''];
  const fence = /^ *(`{3,}|~{3,})/.exec(lines[0]!)![1]!;
  return [`${lines[0]}\n`, `${fence}\n`];
}

/** The names of the columns and the delimiter row. */
const HEAD_LINES = 2;

function lineStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts.slice(1, -1); // the fences stay with the first and the last line
}

function rowStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts.slice(HEAD_LINES);
}

/** Finds the items of the list itself, excluding nested lists. */
function itemStarts(text: string): number[] {
  return [...text.matchAll(/^(?:[-*+]|\d{1,9}[.)])\s/gm)]
    .map(({ index }) => index)
    .filter((index) => index > 0);
}

const SENTENCE_END = /[.!?…][)"'”’\]]*\s+(?=[\p{Lu}\p{N}"'“‘([*_`])|[。！？]| {2}\n/gu;

/** Never splits inside code, links or emphasis: each part must render by itself. */
function sentenceStarts(text: string): number[] {
  const balance = new Balance(text);
  const starts = [...text.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  return starts.filter((start) => start < text.length && balance.isClosedAt(start));
}

/** Tracks whether all delimiters of a paragraph are closed. Queried in order of position. */
class Balance {
  private at = 0;
  private brackets = 0;
  private isInCode = false;
  private readonly marks = new Map<string, number>();

  constructor(private readonly text: string) {}

  isClosedAt(place: number): boolean {
    while (this.at < place) this.step();
    return (
      !this.isInCode && this.brackets === 0 && [...this.marks.values()].every((count) => count % 2 === 0)
    );
  }

  private step(): void {
    const char = this.text[this.at]!;
    if (char === '\\' && !this.isInCode) this.at++;
    else if (char === '`') this.isInCode = !this.isInCode;
    else if (!this.isInCode) this.note(char);
    this.at++;
  }

  private note(char: string): void {
    if (char === '[' || char === '(') this.brackets++;
    else if (char === ']' || char === ')') this.brackets--;
    else if (char === '*' || char === '~' || char === '$')
      this.marks.set(char, (this.marks.get(char) ?? 0) + 1);
  }
}
