import type { CheckSummary, MonitorCheck } from '../api/monitor-answers.js';
import { changesOf, checkBars } from './check-bars.js';

const SIZE = { width: 600, height: 100 };
const NONE: CheckSummary = { totalPages: 9, same: 9, changed: 0, new: 0, removed: 0, error: 0 };

const checkAt = (minute: number, summary: Partial<CheckSummary> = {}): MonitorCheck => ({
  id: String(minute),
  status: 'completed',
  trigger: 'scheduled',
  createdAt: new Date(minute * 60_000).toISOString(),
  summary: { ...NONE, ...summary },
  error: null,
});

describe('the bars of checks', () => {
  it('are ordered by time, the oldest on the left, at distances of their times', () => {
    const bars = checkBars([checkAt(100), checkAt(50), checkAt(0)], SIZE);
    expect(bars.map(({ check }) => check.id)).toEqual(['0', '50', '100']);
    const [first, middle, last] = bars.map(({ x }) => x);
    expect(first).toBe(0);
    expect(last! + bars[2]!.width).toBe(SIZE.width);
    expect(middle).toBeCloseTo(last! / 2);
  });

  it('neither overlap nor leave the chart, also with many checks at one time', () => {
    const many = Array.from({ length: 100 }, (_, n) => checkAt(n < 90 ? 0 : n)).reverse();
    const bars = checkBars(many, SIZE);
    bars.forEach(({ x, width }, at) => {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(SIZE.width + 1e-9);
      if (at > 0) expect(x).toBeGreaterThanOrEqual(bars[at - 1]!.x + bars[at - 1]!.width);
    });
  });

  it('have a part for each kind of change, the largest as high as the chart', () => {
    const [quiet, busy] = checkBars([checkAt(1, { changed: 3, new: 6 }), checkAt(0)], SIZE);
    expect(quiet!.parts).toEqual([]);
    expect(changesOf(busy!.check)).toBe(9);
    expect(busy!.parts.map(({ kind }) => kind)).toEqual(['new', 'changed']);
    const [added, changed] = busy!.parts;
    expect(added!.height).toBeCloseTo(2 * changed!.height);
    expect(added!.y).toBeCloseTo(changed!.y + changed!.height);
    expect(changed!.y).toBeGreaterThanOrEqual(0);
  });

  it('show one page of thousands', () => {
    const [, small] = checkBars([checkAt(1, { removed: 1 }), checkAt(0, { new: 50_000 })], SIZE);
    expect(small!.parts[0]!.height).toBeGreaterThanOrEqual(3);
  });

  it('exist for a single check and for none', () => {
    expect(checkBars([checkAt(5)], SIZE)).toMatchObject([{ x: 0 }]);
    expect(checkBars([], SIZE)).toEqual([]);
  });
});
