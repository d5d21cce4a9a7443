import type { DiffLine, TextDiff } from '../api/answers.js';

/** Line of a unified diff. `head` is the position of a chunk. */
export interface UnifiedRow {
  readonly kind: DiffLine['type'] | 'head';
  readonly text: string;
}

/** Row of a side-by-side diff; a side is null if it has no line there. */
export interface PairRow {
  readonly head: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly isChanged: boolean;
}

/** Lines of a diff, one below the other. */
export function unifiedRows({ json }: TextDiff): UnifiedRow[] {
  return chunksOf(json).flatMap(({ content, changes }) => [
    { kind: 'head' as const, text: content },
    ...changes.map(({ type, content: text }) => ({ kind: type, text: text.slice(1) })),
  ]);
}

/** Lines of a diff with the older text on the left. Removed lines are paired with the added lines after them. */
export function pairRows({ json }: TextDiff): PairRow[] {
  return chunksOf(json).flatMap(({ content, changes }) => [
    { head: content, before: null, after: null, isChanged: false },
    ...pairsOf(changes),
  ]);
}

const chunksOf = ({ files }: TextDiff['json']) => files.flatMap(({ chunks }) => chunks);

function pairsOf(changes: readonly DiffLine[]): PairRow[] {
  const rows: PairRow[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const end = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      rows.push({ head: null, before: removed[at] ?? null, after: added[at] ?? null, isChanged: true });
    [removed, added] = [[], []];
  };
  for (const { type, content } of changes) {
    const text = content.slice(1);
    if (type === 'normal') {
      end();
      rows.push({ head: null, before: text, after: text, isChanged: false });
    } else if (type === 'del') {
      if (added.length > 0) end();
      removed.push(text);
    } else added.push(text);
  }
  end();
  return rows;
}
