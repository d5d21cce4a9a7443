import { useMemo, useState } from 'preact/hooks';
import type { TextDiff } from '../api/answers.js';
import { useKept } from '../state/kept.js';
import { count } from '../ui/format.js';
import { pairRows, unifiedRows, type PairRow, type UnifiedRow } from './diff-rows.js';

type Layout = 'unified' | 'side';

const LAYOUTS: readonly (readonly [Layout, string])[] = [
  ['unified', 'Unified'],
  ['side', 'Side by side'],
];
/** Rows that are shown at first. */
const FIRST_ROWS = 1_000;

/** Coloured diff in one or two columns. */
export function DiffView({ diff }: { readonly diff: TextDiff }) {
  const [layout, setLayout] = useKept<Layout>('diff', 'unified');
  const [most, setMost] = useState(FIRST_ROWS);
  const unified = useMemo(() => unifiedRows(diff), [diff]);
  const pairs = useMemo(() => pairRows(diff), [diff]);
  const rows = layout === 'side' ? pairs.length : unified.length;
  if (rows === 0) return <p class="quiet">The texts are equal.</p>;
  return (
    <div class="diff">
      <div class="row spread">
        <p class="quiet">{countsOf(diff)}</p>
        <p class="row" role="group" aria-label="Layout of the diff">
          {LAYOUTS.map(([id, label]) => (
            <button
              key={id}
              type="button"
              class="button button-small"
              aria-pressed={id === layout}
              onClick={() => setLayout(id)}
            >
              {label}
            </button>
          ))}
        </p>
      </div>
      <div class="diff-lines" role="group" aria-label="Diff" tabIndex={0}>
        {layout === 'side' ? (
          <Pairs rows={pairs.slice(0, most)} />
        ) : (
          <Unified rows={unified.slice(0, most)} />
        )}
      </div>
      {rows > most && (
        <button type="button" class="button button-small" onClick={() => setMost(Infinity)}>
          Show all {count(rows)} lines
        </button>
      )}
    </div>
  );
}

function countsOf({ json, truncated }: TextDiff): string {
  const sum = (of: 'additions' | 'deletions') => json.files.reduce((total, file) => total + file[of], 0);
  const counts = `${count(sum('additions'))} added, ${count(sum('deletions'))} removed`;
  return truncated ? `${counts}; too large to compare line by line` : counts;
}

const SIGNS = { add: '+', del: '−', normal: ' ', head: ' ' } as const;

function Unified({ rows }: { readonly rows: readonly UnifiedRow[] }) {
  return (
    <table class="diff-table">
      <tbody>
        {rows.map(({ kind, text }, at) => (
          <tr key={at} class={`diff-${kind}`}>
            <td class="diff-sign">{SIGNS[kind]}</td>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pairs({ rows }: { readonly rows: readonly PairRow[] }) {
  return (
    <table class="diff-table diff-pairs">
      <thead>
        <tr>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, before, after, isChanged }, at) =>
          head === null ? (
            <tr key={at}>
              <td class={sideClass(before, isChanged, 'del')}>{before}</td>
              <td class={sideClass(after, isChanged, 'add')}>{after}</td>
            </tr>
          ) : (
            <tr key={at} class="diff-head">
              <td colSpan={2}>{head}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function sideClass(text: string | null, isChanged: boolean, kind: 'add' | 'del'): string {
  if (text === null) return 'diff-none';
  return isChanged ? `diff-${kind}` : '';
}
