import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import { InvalidRequestError } from '../../../model/errors.js';
import { checkStoredOptions } from './stored-options.js';

const url = 'https://site.test/';
const hook = 'https://hook.test/';

/** The field that is refused; null when all are taken. */
function refused(request: Partial<CrawlRequest>): string | null {
  try {
    checkStoredOptions({ url, ...request });
    return null;
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return error.problems[0]!.path.join('.');
  }
}

const withMetadata = (metadata: Record<string, unknown>) => ({ webhook: { url: hook, metadata } });

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 1; level < depth; level++) value = { a: value };
  return value;
}

const headersNamed = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, 'a']));

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

describe('the options of a crawl that are kept with it', () => {
  it.each<[string, Partial<CrawlRequest>]>([
    ['no more than an address', {}],
    ['metadata of 16,000 bytes', withMetadata({ a: 'x'.repeat(16_000) })],
    ['1,000 literal patterns', { patterns: { syntax: 'regex', include: many(1_000, '/some/path/'), exclude: [] } }],
    ['1,000 patterns of 200 characters', { patterns: { syntax: 'regex', include: many(1_000, 'x'.repeat(200)), exclude: [] } }],
    ['a header of 8 kB', { page: { headers: { Cookie: 'c'.repeat(8_192) } } }],
    ['a schema of 64 kB', { page: { extraction: { schema: { description: 'd'.repeat(65_536) } } } }],
    ['100 headers', { page: { headers: headersNamed(100) } }],
    ['metadata 90 levels deep', withMetadata(nested(90))],
  ])('are taken: %s', (_, request) => expect(refused(request)).toBeNull()); // prettier-ignore

  it.each<[string, Partial<CrawlRequest>, string]>([
    ['metadata of 17 kB', withMetadata({ a: 'x'.repeat(17_000) }), 'webhook.metadata'],
    ['metadata that grows as UTF-8', withMetadata({ a: '漢'.repeat(6_000) }), 'webhook.metadata'],
    ['metadata that grows as JSON', withMetadata({ a: '\u0001'.repeat(4_000) }), 'webhook.metadata'],
    ['metadata of many names', withMetadata(headersNamed(5_000)), 'webhook.metadata'],
    ['metadata of many empty lists', withMetadata({ a: Array(9_000).fill([]) }), 'webhook.metadata'],
    ['metadata without a bottom', withMetadata(nested(4_000)), 'webhook.metadata'],
    ['metadata that holds itself', withMetadata(cyclic), 'webhook.metadata'],
    ['metadata that is no JSON', withMetadata({ a: 1n }), 'webhook.metadata'],
    ['a long webhook header', { webhook: { url: hook, headers: { 'X-A': 'x'.repeat(8_193) } } }, 'webhook.headers.X-A'],
    ['many webhook headers', { webhook: { url: hook, headers: headersNamed(101) } }, 'webhook.headers'],
    ['a long header', { page: { headers: { 'X-A': 'x'.repeat(8_193) } } }, 'headers.X-A'],
    ['a long name of a header', { page: { headers: { ['X'.repeat(300)]: 'a' } } }, 'headers'],
    ['100,000 headers', { page: { headers: headersNamed(100_000) } }, 'headers'],
    ['headers long together', { page: { headers: Object.fromEntries(many(50, 'X-').map((name) => [name, 'x'.repeat(8_000)])) } }, 'headers'],
    ['a long list of patterns', { patterns: { syntax: 'regex', include: many(1_000, 'x'.repeat(300)), exclude: [] } }, 'patterns.include'],
    ['a long list of exclusions', { patterns: { syntax: 'path', include: [], exclude: many(100_000, 'abc') } }, 'patterns.exclude'],
    ['a long selector', { page: { excludeSelectors: ['x'.repeat(300_000)] } }, 'excludeSelectors'],
    ['a schema of megabytes', { page: { extraction: { schema: { description: 'd'.repeat(5_000_000) } } } }, 'extraction.schema'],
    ['a long prompt', { page: { extraction: { prompt: 'p'.repeat(300_000) } } }, 'extraction.prompt'],
    ['a long webhook address', { webhook: { url: hook + 'x'.repeat(300_000) } }, 'webhook.url'],
    ['a long address', { url: url + 'x'.repeat(300_000) }, 'url'],
    ['actions of a megabyte', { page: { actions: [{ type: 'write', text: 't'.repeat(1_000_000) }] } }, 'actions'],
    ['many languages', { page: { location: { languages: many(60_000, 'de-') } } }, 'location'],
    ['what we do not know', { note: 'n'.repeat(300_000) } as object, 'note'],
  ])('are refused: %s', (_, request, field) => expect(refused(request)).toBe(field)); // prettier-ignore
});

function many(count: number, text: string): string[] {
  return Array.from({ length: count }, (_, n) => `${text}${n}`);
}
