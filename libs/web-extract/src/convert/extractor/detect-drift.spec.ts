import type { FieldOutcome } from '../../model/extractor/extractor-run.js';
import { detectDrift } from './detect-drift.js';

const baseline = {
  t1: {
    fields: {
      '/price': { pages: 20, absent: 0, required: true },
      '/listPrice': { pages: 20, absent: 12, required: false },
    },
  },
};
const window = (...outcomes: readonly FieldOutcome[]) =>
  outcomes.map((outcome) => ({
    template: 't1',
    observed: { '/price': outcome, '/listPrice': 'missing' as const },
  }));
const times = (count: number, outcome: FieldOutcome) => Array.from({ length: count }, () => outcome);
const pathsOf = (drift: ReturnType<typeof detectDrift>) =>
  drift.flatMap(({ fields }) => fields.map(({ path }) => path));

describe('drift', () => {
  it('is none while values are read, whatever they are', () => {
    expect(detectDrift(window(...times(12, 'present')), baseline)).toEqual([]);
  });

  it('is seen when a required field is missing from 4 of 6 pages, and not from 3', () => {
    expect(detectDrift(window(...times(2, 'present'), ...times(4, 'missing')), baseline)).toEqual([
      {
        template: 't1',
        fields: [{ path: '/price', missing: 4, pages: 6, expected: expect.closeTo(0.3) as number }],
      },
    ]);
    expect(detectDrift(window(...times(3, 'present'), ...times(3, 'missing')), baseline)).toEqual([]);
  });

  it('counts invalid and contradictory values like missing ones', () => {
    const bad = [...times(2, 'invalid'), ...times(2, 'disagreeing')] as const;
    expect(pathsOf(detectDrift(window(...times(2, 'present'), ...bad), baseline))).toEqual(['/price']);
  });

  it('is none for an optional field that is absent as often as while learning', () => {
    expect(pathsOf(detectDrift(window(...times(8, 'present')), baseline))).toEqual([]);
  });

  it('counts unseen texts only while no known text is read', () => {
    expect(pathsOf(detectDrift(window('present', ...times(7, 'unseen-text')), baseline))).toEqual([]);
    expect(pathsOf(detectDrift(window(...times(8, 'unseen-text')), baseline))).toEqual(['/price']);
  });

  it('of all fields are pages of unknown templates', () => {
    const unknown = Array.from({ length: 6 }, () => ({ template: null, observed: {} }));
    expect(detectDrift(unknown, baseline)).toEqual([
      {
        template: null,
        fields: ['/price', '/listPrice'].map((path) => ({
          path,
          missing: 6,
          pages: 6,
          expected: expect.closeTo(0.3) as number,
        })),
      },
    ]);
  });

  it('needs pages', () => {
    expect(detectDrift([], baseline)).toEqual([]);
  });
});
