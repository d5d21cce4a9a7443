import type { ExtractorProgram } from '../../model/extractor/extractor-program.js';
import type { FieldOutcome } from '../../model/extractor/extractor-run.js';
import {
  changeDrift,
  driftOf,
  MAX_RUNS_BYTES,
  NO_RUNS,
  runsText,
  withOutcomes,
  type RunOutcome,
  type RunsState,
} from './drift-state.js';

const field = (path: string, absent = 0) => ({
  path,
  required: false,
  support: { pages: 6 - absent, absent },
  sources: ['values' as const],
  locators: [],
  transform: { kind: 'text' as const },
  shape: { chars: [1, 9] as const, words: [1, 2] as const, digits: [0, 0] as const },
});
const PROGRAM: ExtractorProgram = {
  kind: 'web-extract/extractor',
  format: 1,
  id: 'e',
  version: 1,
  schema: {},
  templates: [
    {
      id: 't1',
      fingerprint: [],
      pages: 6,
      urlPattern: 'https://shop.test/p/',
      fields: [field('/name'), field('/price'), field('/rating', 2)],
      missing: [],
    },
  ],
};

const page = (
  n: number,
  outcomes: Readonly<Record<string, FieldOutcome>> = {},
  template: string | null = 't1',
) => ({
  url: `https://shop.test/p/${n}`,
  result: {
    template,
    valid: template !== null,
    observed: template === null ? {} : { '/name': 'present' as const, '/price': 'present' as const, '/rating': 'present' as const, ...outcomes }, // prettier-ignore
  },
});
const runOf = (pages: readonly RunOutcome[], runs: RunsState = NO_RUNS) =>
  withOutcomes(runs, pages, PROGRAM, 20);
const lost = (runs: RunsState) => driftOf(runs, PROGRAM, 20).map(({ template, fields }) => [template, fields.map(({ path }) => path)]); // prettier-ignore
const many = (count: number, make: (n: number) => RunOutcome) =>
  Array.from({ length: count }, (_, n) => make(n));

describe('drift of an extractor', () => {
  it('names the field that is lost and no other', () => {
    const calm = runOf(many(14, (n) => page(n)));
    expect(lost(calm)).toEqual([]);
    expect(
      lost(
        runOf(
          many(14, (n) => page(n, { '/price': 'missing' })),
          calm,
        ),
      ),
    ).toEqual([['t1', ['/price']]]);
  });

  it('takes for normal what the first runs lack, invalid values too', () => {
    const absent = (n: number): Record<string, FieldOutcome> => ({
      '/rating': n % 3 === 0 ? 'missing' : 'present',
      '/price': n % 3 === 1 ? 'invalid' : 'present',
    });
    expect(lost(runOf(many(60, (n) => page(n, absent(n)))))).toEqual([]);
  });

  it('does not take a loss right after learning for normal', () => {
    expect(lost(runOf(many(20, (n) => page(n, { '/price': 'missing' }))))).toEqual([['t1', ['/price']]]);
  });

  it('counts pages without a template only where learning pages were', () => {
    const calm = runOf(many(10, (n) => page(n)));
    const others = many(20, (n) => ({ ...page(n, {}, null), url: `https://shop.test/help/${n}` }));
    expect(lost(runOf(others, calm))).toEqual([]);
    expect(
      lost(
        runOf(
          many(10, (n) => page(n, {}, null)),
          calm,
        ),
      ),
    ).toEqual([[null, ['/name', '/price', '/rating']]]);
  });

  it('keeps the newest pages of each template, and begins again with a new version', () => {
    const runs = runOf(many(30, (n) => page(n)));
    expect(runs.window.map(({ url }) => url.split('/').pop())).toEqual(
      many(20, (n) => page(n)).map((_, n) => `${n + 10}`),
    );
    const next = withOutcomes(
      { ...runs, saved: { pages: 5, tokens: 10 } },
      [page(1)],
      { ...PROGRAM, version: 2 },
      20,
    );
    expect(next).toMatchObject({ version: 2, pages: 1, saved: { pages: 5, tokens: 10 }, window: [{}] });
  });

  it('keeps outcomes of a bounded size: without the oldest pages', () => {
    const runs = runOf(
      many(20, (n) => ({ ...page(n), url: `https://shop.test/p/${n}/${'x'.repeat(60_000)}` })),
    );
    const text = runsText(runs);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_RUNS_BYTES);
    const { window, first } = JSON.parse(text) as RunsState;
    expect([window, first]).toEqual([runs.window.slice(-8), runs.first]);
    expect(runsText(NO_RUNS)).toBe(JSON.stringify(NO_RUNS));
  });

  it('reports a field once, keeps it, and ends the drift when it is read again', () => {
    const calm = runOf(many(14, (n) => page(n)));
    const broken = runOf(
      many(14, (n) => page(n, { '/price': 'missing' })),
      calm,
    );
    const first = changeDrift([], driftOf(broken, PROGRAM, 20), broken.window);
    expect(first.added).toHaveLength(1);
    const second = changeDrift(first.drift, driftOf(broken, PROGRAM, 20), broken.window);
    expect([second.added, second.drift[0]!.since]).toEqual([[], first.drift[0]!.since]);
    const cleared = changeDrift(first.drift, [], []);
    expect(cleared.drift).toEqual(first.drift); // an empty window proves nothing
    const well = runOf(
      many(20, (n) => page(n)),
      broken,
    );
    expect(changeDrift(first.drift, driftOf(well, PROGRAM, 20), well.window).drift).toEqual([]);
  });
});
