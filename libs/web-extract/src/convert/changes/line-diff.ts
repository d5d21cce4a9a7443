import { diffArrays, type ArrayChange } from 'diff';
import type { DiffChunk, DiffLine, TextDiff } from '../../model/page/page-change.js';
import type { ReversePatch } from '../../model/snapshot.js';

/** Limit of lines and edits for a comparison by line. */
export const MAX_LINES = 20_000;
export const MAX_EDITS = 5_000;
const LONGEST_MS = 2_000;
/** Number of unchanged lines around each change. */
const CONTEXT = 3;
/** Marks a last line without a line feed. Never occurs in markdown. */
const UNENDED = '\0';
const ALL_LINES = Number.MAX_SAFE_INTEGER;
const UNENDED_NOTE = '\\ No newline at end of file';

/** Lines that occur in both texts, or in one of them. */
type Part = Pick<ArrayChange<string>, 'value' | 'added' | 'removed'>;

interface Comparison {
  readonly parts: readonly Part[];
  readonly isTruncated: boolean;
}

/** The differences between two texts, in both directions. */
export class LineDiff {
  private readonly comparison: Comparison;

  constructor(previous: string, current: string) {
    this.comparison = compare(linesOf(previous), linesOf(current));
  }

  /** Returns the diff from the previous text to the current one. */
  toDiff(): TextDiff {
    const { parts, isTruncated } = this.comparison;
    const hunks = hunksOf(parts);
    const lines = hunks.flatMap((hunk) => hunk.lines);
    const count = (type: DiffLine['type']) => lines.filter((line) => line.type === type).length;
    return {
      text: ['--- previous', '+++ current', ...hunks.flatMap(toText)].join('\n') + '\n',
      json: {
        files: [
          {
            from: 'previous',
            to: 'current',
            chunks: hunks.map(toChunk),
            additions: count('add'),
            deletions: count('del'),
          },
        ],
      },
      ...(isTruncated ? { truncated: true } : {}),
    };
  }

  /** Returns the patch from the current text to the previous one. */
  toReversePatch(): ReversePatch {
    const edits: [number, number, readonly string[]][] = [];
    let [keep, drop]: [number, number] = [0, 0];
    let put: string[] = [];
    const { isTruncated } = this.comparison;
    const end = () => {
      const isLong = isTruncated && drop + put.length > MAX_LINES;
      if (isLong) edits.push([keep, ALL_LINES, put.length === 0 ? [] : [put.join('\n')]]);
      else if (drop > 0 || put.length > 0) edits.push([keep, drop, put]);
      [drop, put] = [0, []];
    };
    for (const { value, added, removed } of this.comparison.parts) {
      if (added) drop += value.length;
      else if (removed) put = put.concat(value);
      else {
        const hadEdit = drop > 0 || put.length > 0;
        end();
        keep = hadEdit ? value.length : keep + value.length;
      }
    }
    end();
    return { edits };
  }
}

/** Returns the older text. Runs on the event loop of the host: splits no text into lines. */
export function applyReversePatch(current: string, { edits }: ReversePatch): string {
  const text = current === '' || current.endsWith('\n') ? current : `${current}${UNENDED}\n`;
  let older = '';
  let at = 0;
  for (const [keep, drop, put] of edits) {
    const kept = skipLines(text, at, keep);
    older += text.slice(at, kept) + put.map((line) => `${line}\n`).join('');
    at = skipLines(text, kept, drop);
  }
  older += text.slice(at);
  return older.endsWith(`${UNENDED}\n`) ? older.slice(0, -2) : older;
}

function skipLines(text: string, from: number, count: number): number {
  if (count >= text.length - from) return text.length; // each has a line feed
  let at = from;
  for (let n = 0; n < count && at < text.length; n++) at = text.indexOf('\n', at) + 1;
  return at;
}

function compare(previous: readonly string[], current: readonly string[]): Comparison {
  const isLarge =
    previous.length > MAX_LINES || current.length > MAX_LINES || leastEdits(previous, current) > MAX_EDITS;
  const options = { maxEditLength: MAX_EDITS, timeout: LONGEST_MS };
  const parts = isLarge ? undefined : diffArrays([...previous], [...current], options);
  if (parts) return { parts, isTruncated: false };
  return {
    parts: [
      { value: [...previous], removed: true, added: false },
      { value: [...current], added: true, removed: false },
    ].filter(({ value }) => value.length > 0),
    isTruncated: true,
  };
}

/**
 * Counts the lines that only one of the texts has: a lower bound of the edits, without comparing their order.
 */
function leastEdits(previous: readonly string[], current: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of previous) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of current) counts.set(line, (counts.get(line) ?? 0) - 1);
  let edits = 0;
  for (const count of counts.values()) edits += Math.abs(count);
  return edits;
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop()!;
  return last === '' ? lines : [...lines, last + UNENDED];
}

interface Line {
  readonly type: DiffLine['type'];
  readonly text: string;
}

interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly Line[];
}

/** Groups the changes with their context lines. */
function hunksOf(parts: readonly Part[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [from, to]: [number, number] = [0, 0];
  let open: { from: number; to: number; lines: Line[] } | null = null;
  for (const [n, { value, added, removed }] of parts.entries()) {
    if (added || removed) {
      open ??= { from, to, lines: [] };
      for (const text of value) open.lines.push({ type: added ? 'add' : 'del', text });
    } else {
      const isLast = n === parts.length - 1;
      const normal = value.map((text) => ({ type: 'normal' as const, text }));
      if (open && (isLast || value.length > 2 * CONTEXT)) {
        open.lines.push(...normal.slice(0, CONTEXT));
        hunks.push(open);
        open = null;
      } else if (open) open.lines.push(...normal);
      if (!open && !isLast) {
        const lead = normal.slice(-CONTEXT);
        const before = value.length - lead.length;
        open = { from: from + before, to: to + before, lines: lead };
      }
    }
    if (!added) from += value.length;
    if (!removed) to += value.length;
  }
  if (open?.lines.some(({ type }) => type !== 'normal')) hunks.push(open);
  return hunks;
}

function headOf({ from, to, lines }: Hunk): string {
  const old = lines.filter(({ type }) => type !== 'add').length;
  const fresh = lines.filter(({ type }) => type !== 'del').length;
  // an empty range is identified by the line before it
  return `@@ -${from + (old === 0 ? 0 : 1)},${old} +${to + (fresh === 0 ? 0 : 1)},${fresh} @@`;
}

const SIGNS = { add: '+', del: '-', normal: ' ' } as const;

function toText(hunk: Hunk): string[] {
  const lines = hunk.lines.flatMap(({ type, text }) =>
    text.endsWith(UNENDED) ? [SIGNS[type] + text.slice(0, -1), UNENDED_NOTE] : [SIGNS[type] + text],
  );
  return [headOf(hunk), ...lines];
}

function toChunk(hunk: Hunk): DiffChunk {
  const changes = hunk.lines.map(({ type, text }) => ({
    type,
    content: SIGNS[type] + (text.endsWith(UNENDED) ? text.slice(0, -1) : text),
  }));
  return { content: headOf(hunk), changes: changes.length > 2 * MAX_LINES ? joined(changes) : changes };
}

/** Neighbouring lines of a type as one: the host receives the list as objects. */
function joined(changes: readonly DiffLine[]): DiffLine[] {
  const runs: { type: DiffLine['type']; lines: string[] }[] = [];
  for (const { type, content } of changes) {
    if (runs.at(-1)?.type !== type) runs.push({ type, lines: [] });
    runs.at(-1)!.lines.push(content);
  }
  return runs.map(({ type, lines }) => ({ type, content: lines.join('\n') }));
}
