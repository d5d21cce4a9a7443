import type { TemplateSample, PlaceVote } from '../../../model/page/page-kind.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import { somePage } from '../../../testing/some-page.js';
import { TemplateRegistry, KIND_BOUNDS } from './template-registry.js';
import { TemplateBuffer } from './template-buffer.js';
import type { PageTemplates } from './page-templates.js';

const PLACES = 400;
const NEVER = new AbortController().signal;

/** A page made to be remembered: of a kind of its own, with as many places as count. */
function readingOf(kind: number): PageReading {
  const places = Array.from({ length: PLACES }, (_, at): PlaceVote => [at, 1, 0]);
  const vote: TemplateSample = {
    kind,
    container: 1,
    kept: PLACES,
    outside: 0,
    places,
    pieces: [],
    isTechnical: false,
    pageType: 'article',
  };
  const page = somePage();
  return { page, vote, again: async () => page, anchors: null, structured: null, retryAfter: null, bytes: 1 };
}

async function fill(kinds: PageTemplates): Promise<void> {
  const hold = new TemplateBuffer(() => 1, false);
  for (let kind = 0; kind < 400; kind++)
    await kinds.settle(`${kind % 50}.example`, readingOf(kind), hold, NEVER);
}

describe('TemplateRegistry', () => {
  it('knows a crawl from one share to the next, until it is over', () => {
    const crawls = new TemplateRegistry();
    const kinds = crawls.of('a', 'anna');
    expect(crawls.of('a', 'anna')).toBe(kinds);
    crawls.forget('a', 'anna');
    expect(crawls.of('a', 'anna')).not.toBe(kinds);
  });

  it('knows each of hundreds that take turns', () => {
    const crawls = new TemplateRegistry();
    const first = crawls.of('0', 'anna');
    for (let crawl = 1; crawl < 500; crawl++) crawls.of(`${crawl}`, 'anna');
    expect(crawls.of('0', 'anna')).toBe(first);
  });

  it('remembers no more of a crawl than its share, and forgets the crawl that was used longest ago', async () => {
    const crawls = new TemplateRegistry();
    const first = crawls.of('0', 'anna');
    await fill(first);
    expect(first.places).toBe(100_000);
    for (let crawl = 1; crawl < 4; crawl++) await fill(crawls.of(`${crawl}`, 'anna'));
    expect(crawls.of('3', 'anna').places).toBe(100_000);
    expect(crawls.of('0', 'anna')).not.toBe(first);
    expect([first.places, crawls.bytes <= KIND_BOUNDS.maxOwnerBytes]).toEqual([0, true]);
  });

  it('is bounded in all, and leaves others what an owner that uses little has', async () => {
    const crawls = new TemplateRegistry();
    const modest = crawls.of('small', 'zoe');
    for (let owner = 0; owner < 6; owner++) await fill(crawls.of('large', `owner-${owner}`));
    expect(crawls.bytes).toBeLessThanOrEqual(KIND_BOUNDS.maxBytes);
    expect(crawls.of('small', 'zoe')).toBe(modest);
  });
});
