import { estimateTokens } from './estimate-tokens.js';

/** Part of a page with its context. */
export interface TextPart {
  /** Headings above the part, and the header of the table it continues. */
  readonly context: string;
  readonly text: string;
}

/** Split positions in order of preference: before headings, between paragraphs, lines and words. */
const CUTS: readonly RegExp[] = [
  /\n(?=# )/, /\n(?=#{1,2} )/, /\n(?=#{1,6} )/, /\n(?=\n)/, /\n/, /(?<=[.!?。！？])\s*/, /(?<=\s)/,
]; // prettier-ignore

/**
 * Splits a text into parts with at most the given number of tokens, preferably at headings. The parts are complete and
 * do not overlap.
 */
export function splitText(text: string, maxTokens: number): TextPart[] {
  if (estimateTokens(text) <= maxTokens) return [{ context: '', text }];
  const parts = pack(piecesOf(text, maxTokens, 0), maxTokens);
  const trail = new ContextTrail();
  return parts.map((part) => ({ context: trail.before(part), text: part }));
}

function piecesOf(text: string, maxTokens: number, level: number): string[] {
  if (estimateTokens(text) <= maxTokens) return [text];
  const cut = CUTS[level];
  if (!cut) return hardCut(text, maxTokens);
  return keepSeparators(text, cut).flatMap((piece) => piecesOf(piece, maxTokens, level + 1));
}

/** Splits after each match; the concatenated pieces are the original text. */
function keepSeparators(text: string, cut: RegExp): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: match } of text.matchAll(new RegExp(cut, 'g'))) {
    const at = index + match.length;
    if (at > from) pieces.push(text.slice(from, at));
    from = at;
  }
  return from < text.length ? [...pieces, text.slice(from)] : pieces;
}

function hardCut(text: string, maxTokens: number): string[] {
  const chars = Math.max(1, maxTokens); // a token has at least one character
  return Array.from({ length: Math.ceil(text.length / chars) }, (_, at) =>
    text.slice(at * chars, (at + 1) * chars),
  );
}

/** Joins adjacent pieces up to the limit. */
function pack(pieces: readonly string[], maxTokens: number): string[] {
  const parts: string[] = [];
  let room = 0;
  for (const piece of pieces) {
    const tokens = estimateTokens(piece);
    if (parts.length > 0 && tokens <= room) {
      parts[parts.length - 1] += piece;
      room -= tokens;
    } else {
      parts.push(piece);
      room = maxTokens - tokens;
    }
  }
  return parts;
}

/** Maximum length of each line of the context: every part repeats it. */
const MAX_CONTEXT_LINE_CHARS = 1_000;

/** Tracks headings and table headers to provide the context of later parts. */
class ContextTrail {
  private readonly headings: string[] = [];
  private table: string[] = [];
  private isInTable = false;

  /** Returns the context of a part, then updates it with the part. */
  before(part: string): string {
    const goesOn = this.isInTable && part.startsWith('|');
    const context = [...this.headings.filter(Boolean), ...(goesOn ? this.table : [])].join('\n');
    for (const line of part.split('\n')) this.read(line);
    return context;
  }

  private read(line: string): void {
    if (line.startsWith('|')) {
      if (!this.isInTable) this.table = [];
      this.isInTable = true;
      if (this.table.length < 2) this.table.push(line.slice(0, MAX_CONTEXT_LINE_CHARS));
    } else if (line !== '') {
      this.isInTable = false;
    }
    const level = /^(#{1,6}) /.exec(line)?.[1]?.length;
    if (level === undefined) return;
    this.headings.length = Math.min(this.headings.length, level - 1);
    while (this.headings.length < level - 1) this.headings.push('');
    this.headings.push(line.slice(0, MAX_CONTEXT_LINE_CHARS));
  }
}
