import type { MarkdownBlock } from './markdown-blocks.js';

/** A block, or a part of one, that stays together. */
export interface Piece {
  readonly kind: MarkdownBlock['kind'];
  readonly start: number;
  readonly end: number;
  /** What has to stand before it and after it when the rest of the block stands elsewhere: the head of a table, a fence. */
  readonly opening: string;
  readonly closing: string;
}

/** Where a block may be cut: places inside of it, each the start of a part. */
type Cuts = (text: string) => number[];

const CUTS: Readonly<Partial<Record<MarkdownBlock['kind'], Cuts>>> = {
  paragraph: sentenceStarts,
  list: itemStarts,
  table: rowStarts,
  code: lineStarts,
};

/** The parts of a block that is too long, each as long as may be. What cannot be cut stays whole. */
export function splitBlock(
  markdown: string,
  block: MarkdownBlock,
  maxTokens: number,
  countTokens: (text: string) => number,
): Piece[] {
  const text = markdown.slice(block.start, block.end);
  const cuts = CUTS[block.kind]?.(text) ?? [];
  const [opening, closing] = frameOf(block.kind, text);
  const room = maxTokens - countTokens(opening + closing);
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
  return starts.map((start, at) => ({
    kind: block.kind,
    start: block.start + start,
    end: block.start + (starts[at + 1] ?? text.length),
    opening: at === 0 ? '' : opening,
    closing: at === starts.length - 1 ? '' : closing,
  }));
}

/** What every part of a block needs around it to render by itself. */
function frameOf(kind: MarkdownBlock['kind'], text: string): [opening: string, closing: string] {
  const lines = text.split('\n');
  if (kind === 'table') return [`${lines.slice(0, HEAD_LINES).join('\n')}\n`, ''];
  if (kind !== 'code') return ['', ''];
  const fence = /^ *(`{3,}|~{3,})/.exec(lines[0]!)![1]!;
  return [`${lines[0]}\n`, `${fence}\n`];
}

/** The names of the columns and the line below. */
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

/** Only items of the list itself: what is indented belongs to one. */
function itemStarts(text: string): number[] {
  return [...text.matchAll(/^(?:[-*+]|\d{1,9}[.)])\s/gm)]
    .map(({ index }) => index)
    .filter((index) => index > 0);
}

const SENTENCE_END = /[.!?…][)"'”’\]]*\s+(?=[\p{Lu}\p{N}"'“‘([*_`])|[。！？]| {2}\n/gu;

/** Not inside of code, links and emphasis: a part must render by itself. */
function sentenceStarts(text: string): number[] {
  const balance = new Balance(text);
  const starts = [...text.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  return starts.filter((start) => start < text.length && balance.isClosedAt(start));
}

/** Whether what was opened in a paragraph has been closed, asked from its start to its end. */
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
