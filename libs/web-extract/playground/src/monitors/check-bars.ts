import type { MonitorCheck } from '../api/monitor-answers.js';

export const BAR_KINDS = ['new', 'changed', 'removed', 'error'] as const;

/** Part of the bar of a check. */
export interface BarPart {
  readonly kind: (typeof BAR_KINDS)[number];
  readonly y: number;
  readonly height: number;
}

/** Bar of a check. All lengths are in units of the chart. */
export interface CheckBar {
  readonly check: MonitorCheck;
  readonly x: number;
  readonly width: number;
  readonly parts: readonly BarPart[];
}

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

const MAX_BAR_WIDTH = 28;
const GAP = 2;
/** Height of the smallest part, so that one page of thousands is visible. */
const LEAST_HEIGHT = 3;

/** Number of pages that differ from the check before. */
export const changesOf = ({ summary }: MonitorCheck): number =>
  BAR_KINDS.reduce((sum, kind) => sum + summary[kind], 0);

/**
 * Bars of checks by their time. Bars that would overlap are moved to the right of the previous one.
 * @param checks the newest first
 */
export function checkBars(checks: readonly MonitorCheck[], { width, height }: ChartSize): CheckBar[] {
  const ordered = [...checks].reverse();
  const times = ordered.map(({ createdAt }) => Date.parse(createdAt));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const barWidth = Math.min(MAX_BAR_WIDTH, width / Math.max(1, ordered.length) - GAP);
  const room = width - barWidth;
  const most = Math.max(1, ...ordered.map(changesOf));
  let least = 0;
  return ordered.map((check, at) => {
    const byTime = last > first ? ((times[at]! - first) / (last - first)) * room : 0;
    const rest = (ordered.length - 1 - at) * (barWidth + GAP); // room for the bars that follow
    const x = Math.min(Math.max(byTime, least), room - rest);
    least = x + barWidth + GAP;
    return { check, x, width: barWidth, parts: partsOf(check, most, height) };
  });
}

function partsOf({ summary }: MonitorCheck, most: number, height: number): BarPart[] {
  let y = height;
  return BAR_KINDS.filter((kind) => summary[kind] > 0).map((kind) => {
    const scaled = Math.max(LEAST_HEIGHT, (summary[kind] / most) * (height - 1));
    const part = Math.min(scaled, y);
    y -= part;
    return { kind, y, height: part };
  });
}
