import { BlockedAddressError, InvalidRequestError, NotConfiguredError } from '../../../model/errors.js';
import { resolveOptions } from '../../../model/options.js';
import type { SearchProvider } from '../../../ports/search-provider.port.js';
import type { PageExtraction } from '../../extract/page-extraction.js';
import type { MonitorRequest } from './monitor-request.js';
import { MonitorPlanner } from './monitor-planner.js';

const extraction = { validate: async () => {}, admit: () => {} } as unknown as PageExtraction;
const provider = {} as SearchProvider;
const URL = 'https://site.example/';
const VALID: MonitorRequest = {
  name: 'Pages',
  schedule: { cron: '0 9 * * *' },
  targets: [{ type: 'scrape', urls: [URL] }],
};
const scrape = (urls: readonly string[], id?: string) => ({
  type: 'scrape' as const,
  urls,
  ...(id === undefined ? {} : { id }),
});
const search = (values: object = {}) => ({ type: 'search' as const, queries: ['words'], ...values });
const list = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const urls = (count: number) => Array.from({ length: count }, (_, n) => URL + n);
const email = (recipients: readonly string[]) => ({
  email: { enabled: true, recipients, includeDiffs: false },
});
const adaptive = (values: object = {}) => ({ adaptive: { minMinutes: 10, maxMinutes: 1_440, ...values } });

describe('MonitorPlanner', () => {
  const planner = new MonitorPlanner(resolveOptions({}), extraction, null, provider);
  const plan = (changes: object, known: Parameters<MonitorPlanner['plan']>[2] = null) =>
    planner.plan({ ...VALID, ...changes } as MonitorRequest, 'anna', known);

  it.each<[string, object]>([
    ['one target', {}],
    ['50 targets', { targets: list(50, scrape([URL])) }],
    ['1,000 addresses', { targets: [scrape(urls(1_000))] }],
    [
      '12 queries and 50 results',
      { goal: 'g', targets: [search({ queries: list(12, 'q'), maxResults: 50 })] },
    ],
    [
      '50,000 addresses of 70 characters',
      { targets: Array.from({ length: 50 }, () => scrape(urls(1_000).map((url) => url.padEnd(70, '-')))) },
    ],
    ['a search without a judge', { judgeEnabled: false, targets: [search()] }],
    ['retention of a day', { retentionDays: 1 }],
    ['retention of a year', { retentionDays: 365 }],
    ['the longest goal', { goal: 'g'.repeat(2_000) }],
    ['20 recipients', { notification: email(list(20, 'a@b.example')) }],
    ['an adaptive schedule', { schedule: adaptive({ maxPagesPerDay: 1 }) }],
    ['a gap of five minutes', { schedule: { cron: '*/5 * * * *' } }],
  ])('accepts %s', async (_, changes) => expect(await plan(changes)).toMatchObject({ name: 'Pages' }));

  it.each<[string, object, RegExp]>([
    ['no name', { name: undefined }, /name/],
    ['an empty name', { name: '' }, /name/],
    ['a name of 201 characters', { name: 'n'.repeat(201) }, /name/],
    [
      'more than 4 MiB of targets',
      { targets: Array.from({ length: 50 }, () => scrape(urls(1_000).map((url) => url.padEnd(90, '-')))) },
      /targets must have at most 4194304 bytes/,
    ],
    ['no schedule', { schedule: undefined }, /schedule/],
    ['two kinds of schedules', { schedule: { cron: '0 9 * * *', text: 'daily' } }, /schedule/],
    ['an empty schedule', { schedule: {} }, /schedule/],
    ['a gap of four minutes', { schedule: { cron: '*/7 * * * *' } }, /schedule\.cron runs too often/],
    [
      'a gap of four minutes over midnight',
      { schedule: { cron: '0,56 0,23 * * *' } },
      /schedule\.cron runs too often/,
    ],
    [
      'an adaptive interval below the smallest one',
      { schedule: adaptive({ minMinutes: 4 }) },
      /adaptive\.minMinutes/,
    ],
    [
      'an adaptive interval that is no number',
      { schedule: adaptive({ minMinutes: NaN }) },
      /adaptive\.minMinutes/,
    ],
    [
      'a longest interval below the shortest',
      { schedule: adaptive({ maxMinutes: 9 }) },
      /adaptive\.maxMinutes/,
    ],
    [
      'a longest interval of more than a year',
      { schedule: adaptive({ maxMinutes: 525_601 }) },
      /adaptive\.maxMinutes/,
    ],
    ['no pages a day', { schedule: adaptive({ maxPagesPerDay: 0 }) }, /adaptive\.maxPagesPerDay/],
    [
      'too many pages a day',
      { schedule: adaptive({ maxPagesPerDay: 10_000_001 }) },
      /adaptive\.maxPagesPerDay/,
    ],
    ['no targets', { targets: [] }, /targets/],
    ['51 targets', { targets: list(51, scrape([URL])) }, /targets/],
    ['targets with the same id', { targets: [scrape([URL], 'a'), scrape([URL], 'a')] }, /targets/],
    ['an empty id', { targets: [scrape([URL], '')] }, /targets\.0\.id/],
    ['an id of 101 characters', { targets: [scrape([URL], 'i'.repeat(101))] }, /targets\.0\.id/],
    ['an unknown type', { targets: [{ type: 'map' }] }, /targets\.0\.type/],
    ['1,001 addresses', { targets: [scrape(urls(1_001))] }, /targets\.0\.urls/],
    ['an address that is none', { targets: [scrape([URL]), scrape(['nowhere'])] }, /targets\.1\.urls/],
    ['no queries', { goal: 'g', targets: [search({ queries: [] })] }, /targets\.0\.queries/],
    ['13 queries', { goal: 'g', targets: [search({ queries: list(13, 'q') })] }, /targets\.0\.queries/],
    ['a query of spaces', { goal: 'g', targets: [search({ queries: [' '] })] }, /targets\.0\.queries/],
    [
      'a query of 1,001 characters',
      { goal: 'g', targets: [search({ queries: ['q'.repeat(1_001)] })] },
      /targets\.0\.queries/,
    ],
    [
      'an unknown window',
      { goal: 'g', targets: [search({ searchWindow: '2h' })] },
      /targets\.0\.searchWindow/,
    ],
    ['no results', { goal: 'g', targets: [search({ maxResults: 0 })] }, /targets\.0\.maxResults/],
    ['51 results', { goal: 'g', targets: [search({ maxResults: 51 })] }, /targets\.0\.maxResults/],
    ['half a result', { goal: 'g', targets: [search({ maxResults: 1.5 })] }, /targets\.0\.maxResults/],
    [
      '101 domains',
      { goal: 'g', targets: [search({ includeDomains: list(101, 'a.example') })] },
      /targets\.0\.includeDomains/,
    ],
    [
      'a domain with a path',
      { goal: 'g', targets: [search({ excludeDomains: ['a.example/b'] })] },
      /targets\.0\.excludeDomains/,
    ],
    ['a search without a goal', { targets: [search()] }, /goal/],
    ['an empty goal', { goal: ' ' }, /goal/],
    ['a goal of 2,001 characters', { goal: 'g'.repeat(2_001) }, /goal/],
    ['retention of no day', { retentionDays: 0 }, /retentionDays/],
    ['retention of more than a year', { retentionDays: 366 }, /retentionDays/],
    ['retention of half a day', { retentionDays: 0.5 }, /retentionDays/],
    ['a target that is no object', { targets: [null] }, /targets\.0.* object/],
    [
      'options of the HTTP API in a list of pages',
      { targets: [{ type: 'scrape', urls: [URL], scrapeOptions: { formats: ['markdown'] } }] },
      /targets\.0\.scrapeOptions is not known: .* has urls, page/,
    ],
    [
      'a crawl as in the HTTP API',
      { targets: [{ type: 'crawl', url: URL, crawlOptions: { limit: 5 } }] },
      /targets\.0\.url is not known: .* has crawl/,
    ],
    [
      'options of pages of a crawl as in the HTTP API',
      { targets: [{ type: 'crawl', scrapeOptions: {}, crawl: { url: URL } }] },
      /targets\.0\.scrapeOptions is not known: .* has crawl/,
    ],
    ['a crawl without a request', { targets: [{ type: 'crawl' }] }, /targets\.0\.crawl is required/],
    [
      'page options that are no object',
      { targets: [{ ...scrape([URL]), page: 'markdown' }] },
      /targets\.0\.page/,
    ],
    ['an unknown field of a target', { targets: [search({ query: 'a' })] }, /targets\.0\.query is not known/],
    ['an unknown event', { webhook: { url: URL, events: ['monitor.any'] } }, /webhook\.events/],
    [
      'a webhook header with a line break',
      { webhook: { url: URL, headers: { a: 'b\r\nc: d' } } },
      /header a/,
    ],
    [
      'metadata of more than 16 KB',
      { webhook: { url: URL, metadata: { a: 'm'.repeat(17_000) } } },
      /webhook\.metadata/,
    ],
    ['21 recipients', { notification: email(list(21, 'a@b.example')) }, /email\.recipients/],
    [
      'a carriage return in an address',
      { notification: email(['a@b.example\rBcc: c@d.example']) },
      /email\.recipients\.0/,
    ],
    [
      'a line feed in an address',
      { notification: email(['ok@b.example', 'a@b.example\n']) },
      /email\.recipients\.1/,
    ],
    ['two addresses in one', { notification: email(['a@b.example,c@d.example']) }, /email\.recipients\.0/],
    [
      'an address of 255 characters',
      { notification: email([`${'a'.repeat(250)}@b.ex`]) },
      /email\.recipients\.0/,
    ],
  ])('refuses %s', async (_, changes, naming) => {
    const refused = plan(changes);
    await expect(refused).rejects.toThrow(InvalidRequestError);
    await expect(refused).rejects.toThrow(naming);
  });

  it.each<[string, object]>([
    ['pages', { targets: [scrape(['http://127.0.0.1/'])] }],
    ['sites', { targets: [{ type: 'crawl', crawl: { url: 'http://10.0.0.1/' } }] }],
    ['webhooks', { webhook: { url: 'http://169.254.169.254/' } }],
  ])('refuses private addresses of %s', (_, changes) =>
    expect(plan(changes)).rejects.toThrow(BlockedAddressError),
  );

  it.each([
    ['no provider', null],
    ['an index of crawled pages only', { web: null } as SearchProvider],
  ])('needs a provider of web results for searches, not %s', async (_, given) => {
    const without = new MonitorPlanner(resolveOptions({}), extraction, null, given);
    await expect(without.plan({ ...VALID, goal: 'g', targets: [search()] }, 'anna', null)).rejects.toThrow(
      NotConfiguredError,
    );
  });

  it('keeps a header value that is sent back masked, and only that one', async () => {
    const webhook = { url: URL, headers: { authorization: 'Bearer secret', other: 'value' } };
    const known = { ...(await plan({ webhook })), id: 'm' } as never;
    const changed = {
      url: `${URL}new`,
      headers: { authorization: '********', other: 'new', more: '********' },
    };
    expect((await plan({ webhook: changed }, known)).webhook?.headers).toEqual({
      authorization: 'Bearer secret', other: 'new', more: '********',
    }); // prettier-ignore
    expect((await plan({ webhook: undefined }, known)).webhook?.headers).toEqual(webhook.headers);
    expect((await plan({ webhook: null }, known)).webhook).toBeNull();
  });

  it('does not wait for a host that never decides about recipients', async () => {
    jest.useFakeTimers();
    try {
      const monitors = {
        mailer: { send: async () => {} },
        allowRecipient: () => new Promise<boolean>(() => {}),
      };
      const slow = new MonitorPlanner(resolveOptions({ monitors }), extraction, null, null);
      const asked = slow.warningsOf({
        goal: null,
        judgeEnabled: true,
        owner: 'anna',
        notification: email(['a@b.example']),
      } as never);
      const refused = expect(asked).rejects.toThrow(/allowRecipient/);
      await jest.advanceTimersByTimeAsync(10_000);
      await refused;
    } finally {
      jest.useRealTimers();
    }
  });
});
