import type { KindVote, PlaceVote } from '../../../model/page/page-kind.js';
import type { PageReading } from '../../../engine/page-reader.js';
import { somePage } from '../../../testing/some-page.js';
import { CrawlKinds } from './crawl-kinds.js';
import { PageHold } from './page-hold.js';
import type { PageKinds } from './page-kinds.js';

const PLACES = 400;
const NEVER = new AbortController().signal;

/** A page made to be remembered: of a kind of its own, with as many places as count. */
function readingOf(kind: number): PageReading {
  const places = Array.from({ length: PLACES }, (_, at): PlaceVote => [at, 1, 0]);
  const vote: KindVote = {
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

async function fill(kinds: PageKinds): Promise<void> {
  const hold = new PageHold(() => 1, false);
  for (let kind = 0; kind < 400; kind++)
    await kinds.settle(`${kind % 50}.example`, readingOf(kind), hold, NEVER);
}

describe('CrawlKinds', () => {
  it('knows a crawl from one share to the next, until it is over', () => {
    const crawls = new CrawlKinds();
    const kinds = crawls.of('a');
    expect(crawls.of('a')).toBe(kinds);
    crawls.forget('a');
    expect(crawls.of('a')).not.toBe(kinds);
  });

  it('knows each of hundreds that take turns', () => {
    const crawls = new CrawlKinds();
    const first = crawls.of('0');
    for (let crawl = 1; crawl < 500; crawl++) crawls.of(`${crawl}`);
    expect(crawls.of('0')).toBe(first);
  });

  it('remembers no more of a crawl, and of all crawls, than there is room for', async () => {
    const crawls = new CrawlKinds();
    const first = crawls.of('0');
    await fill(first);
    expect(first.places).toBe(100_000);
    for (let crawl = 1; crawl < 12; crawl++) await fill(crawls.of(`${crawl}`));
    expect(crawls.of('11').places).toBe(100_000);
    expect(crawls.of('0')).not.toBe(first);
  });
});
