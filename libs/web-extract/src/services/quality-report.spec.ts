import type { QualityFlag } from '../model/page/page.js';
import { qualityReport } from './quality-report.js';

const report = (flags: readonly QualityFlag[]) =>
  qualityReport({
    textShare: 0.874,
    pageType: 'article',
    candidate: 'scored',
    reason: 'The scorer is sure of its choice (expected F1 0.93).',
    flags,
    removed: [{ what: 'nav: Home', why: 'navigation', chars: 4 }],
  });

describe('the report on a page', () => {
  it('says why this is the content, and how much of the page', () => {
    expect(report([])).toEqual({
      verdict: 'good',
      reasons: ['The scorer is sure of its choice (expected F1 0.93)', '87 % of the visible text was kept'],
      removed: [{ what: 'nav: Home', why: 'navigation', chars: 4 }],
    });
  });

  it.each([404, 500])('calls an error page with status %i poor', (statusCode) => {
    const quality = { textShare: 1, pageType: 'article', candidate: 'scored', reason: 'Sure.' } as const;

    expect(qualityReport({ ...quality, flags: [], removed: [] }, statusCode)).toMatchObject({
      verdict: 'poor',
      reasons: [
        `The site answered with HTTP status ${statusCode}`,
        'Sure',
        '100 % of the visible text was kept',
      ],
    });
  });

  it('begins with what may be wrong', () => {
    expect(report(['truncated']).verdict).toBe('doubtful');
    expect(report(['truncated', 'login-wall'])).toMatchObject({
      verdict: 'poor',
      reasons: [
        'The page seems to be cut short',
        'The page seems to ask for a login',
        expect.anything(),
        expect.anything(),
      ],
    });
  });
});
