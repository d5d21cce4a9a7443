import { useMemo } from 'preact/hooks';
import type { MonitorCheck } from '../api/monitor-answers.js';
import { count } from '../ui/format.js';
import { BAR_KINDS, changesOf, checkBars } from './check-bars.js';
import { timeOf } from './monitor-text.js';

const SIZE = { width: 720, height: 120 };

interface CheckChartProps {
  /** The newest first. */
  readonly checks: readonly MonitorCheck[];
  readonly chosen: string | null;
}

/** Changes of the checks over time. The table of checks has the same numbers as text. */
export function CheckChart({ checks, chosen }: CheckChartProps) {
  const bars = useMemo(() => checkBars(checks, SIZE), [checks]);
  const most = Math.max(0, ...checks.map(changesOf));
  const [oldest, newest] = [checks.at(-1), checks[0]];
  if (!oldest || !newest) return null;
  const label = `Changes of ${count(checks.length)} checks from ${timeOf(oldest.createdAt)} to ${timeOf(newest.createdAt)}, at most ${count(most)} in one check`;
  return (
    <figure class="check-chart">
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {bars.map(({ check, x, width, parts }) => (
          <g key={check.id} class={check.id === chosen ? 'bar-chosen' : ''}>
            <rect class="bar-back" x={x} y={0} width={width} height={SIZE.height} />
            {parts.map(({ kind, y, height }) => (
              <rect key={kind} class={`bar-${kind}`} x={x} y={y} width={width} height={height} />
            ))}
          </g>
        ))}
      </svg>
      <figcaption>
        <span>{timeOf(oldest.createdAt)}</span>
        <span class="row legend">
          <span>{most === 1 ? 'at most 1 change' : `at most ${count(most)} changes`}</span>
          {BAR_KINDS.map((kind) => (
            <span key={kind}>
              <svg class="swatch" viewBox="0 0 8 8" aria-hidden="true">
                <rect class={`bar-${kind}`} width={8} height={8} />
              </svg>{' '}
              {kind === 'error' ? 'errors' : kind}
            </span>
          ))}
        </span>
        <span>{timeOf(newest.createdAt)}</span>
      </figcaption>
    </figure>
  );
}
