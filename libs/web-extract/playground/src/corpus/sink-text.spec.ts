import type { LastSync } from '../api/feed-answers.js';
import { sinkText } from './sink-text.js';

describe('sinkText', () => {
  const counts = { new: 1_200, changed: 0, removed: 3, held: 0, failed: 0, notChecked: 10 };
  const lastSync: LastSync = { at: '2026-11-24T14:03:00Z', ms: 1_500, outcome: 'completed', reason: null, crawlStatus: 'completed', counts, incomplete: null }; // prettier-ignore
  const of = (values: Partial<LastSync> | null, isRunning = false) =>
    sinkText({ name: 'index', isRunning, lastSync: values && { ...lastSync, ...values } });

  it('shows time and counts of a completed sync', () => {
    expect(of({})).toEqual({ badge: 'completed', kind: 'badge-good', lines: [expect.stringMatching(/24 Nov.*, 1\.5 s$/), '1,200 new, 0 changed, 3 removed'] }); // prettier-ignore
  });

  it('names pages that are held, failed or not checked', () => {
    const { lines } = of({ counts: { ...counts, held: 12, failed: 1 }, incomplete: 'limit' });
    expect(lines.slice(1)).toEqual([
      '1,200 new, 0 changed, 3 removed, 12 held, 1 failed',
      'Limit reached: 10 pages not checked',
    ]);
  });

  it.each([
    [{ crawlStatus: 'failed' as const }, 'crawl failed', 'badge-bad'],
    [{ outcome: 'failed' as const, reason: 'Out of reach', counts: null }, 'failed', 'badge-bad'],
    [{ outcome: 'aborted' as const, reason: 'shutting down', counts: null }, 'aborted', 'badge-warn'],
    [null, 'never ended', ''],
  ])('does not show %j as completed', (values, badge, kind) => {
    const text = of(values);
    expect([text.badge, text.kind]).toEqual([badge, kind]);
    if (values && 'reason' in values) expect(text.lines[1]).toBe(values.reason);
  });

  it('shows a running sync with the one before', () => {
    expect(of({}, true)).toMatchObject({ badge: 'running', lines: [expect.stringMatching(/^Before: 24 Nov/), expect.any(String)] }); // prettier-ignore
    expect(of(null, true)).toEqual({ badge: 'running', kind: 'badge-scraping', lines: [] });
  });
});
