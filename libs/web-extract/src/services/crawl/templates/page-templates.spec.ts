import { DEFAULT_CONVERSION } from '../../../model/page/conversion.js';
import { convertHtml } from '../../../convert/convert-html.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import type { KindDecision } from '../../../model/page/page-kind.js';
import type { Page } from '../../../model/page/page.js';
import { kindSite, type SitePage } from '../../../testing/kind-site.js';
import { somePage } from '../../../testing/some-page.js';
import { TemplateBuffer } from './template-buffer.js';
import { PageTemplates } from './page-templates.js';

const HOST = 'reader.example:443';

function convert({ html, url }: SitePage, kinds?: readonly KindDecision[]) {
  return convertHtml(html, {
    url,
    formats: ['markdown'],
    ...DEFAULT_CONVERSION,
    ...(kinds === undefined ? {} : { kinds }),
  });
}

function read(page: SitePage, kinds: readonly KindDecision[]): PageReading {
  const toPage = (decisions: readonly KindDecision[]): Page => {
    const { markdown, quality } = convert(page, decisions);
    return { ...somePage(), url: page.url, markdown, quality };
  };
  const vote = convert(page, kinds).vote ?? null;
  const again = async (decisions: readonly KindDecision[]) => toPage(decisions);
  return { page: toPage(kinds), vote, again, anchors: null, structured: null, retryAfter: null, bytes: 1 };
}

/** Reads pages in this order with the given concurrency, as a crawl would. Returns them by URL. */
async function crawl(pages: readonly SitePage[], concurrency = 16): Promise<Map<string, Page>> {
  const kinds = new PageTemplates();
  const queue = [...pages];
  const stored = new Map<string, Page>();
  let running = 0;
  const hold = new TemplateBuffer(() => running, true);
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      running++;
      await new Promise(setImmediate);
      const page = await kinds.settle(HOST, read(next, kinds.decisionsOn(HOST)), hold, NEVER);
      stored.set(next.url, page);
      running--;
      hold.look();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  hold.close();
  return stored;
}

const NEVER = new AbortController().signal;

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const order = [...items];
  let state = seed;
  for (let at = order.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}

/** The title of each page links nowhere, that of two pages twice. */
function withLinks({ url, html }: SitePage, at: number): SitePage {
  const links = `<a href="#">Edit</a>${at % 10 === 4 ? ' <a class="share" href="#">Share</a>' : ''}`;
  return { url, html: html.replace('</h1>', ` ${links}</h1>`) };
}

const documents = (pages: ReadonlyMap<string, Page>) =>
  [...pages.values()]
    .map(({ url, markdown, quality }) => ({ url, markdown, quality }))
    .sort((a, b) => (a.url < b.url ? -1 : 1));

describe('Pages of one crawl', () => {
  it('are settled from the fifth of a kind on, the first ones too', async () => {
    const pages = await crawl(kindSite(8));
    expect([...pages.values()].map(({ quality }) => quality.candidate)).toEqual(
      Array.from({ length: 8 }, () => 'settled'),
    );
  });

  it('read as they do one by one where that goes well', async () => {
    const site = kindSite(8);
    const pages = await crawl(site);
    for (const page of site) expect(pages.get(page.url)!.markdown).toBe(convert(page).markdown);
  });

  it('are judged one by one where they are fewer than five', async () => {
    const pages = await crawl(kindSite(4));
    expect([...pages.values()].map(({ quality }) => quality.candidate)).not.toContain('settled');
  });

  it('are the same in any order, without links that fail from all of them', async () => {
    const site = kindSite(18, 3).map(withLinks);
    const expected = documents(await crawl(site));
    expect(expected.filter(({ markdown }) => markdown!.includes('Edit'))).toEqual([]);
    expect(expected.filter(({ markdown }) => markdown!.includes('Share'))).toHaveLength(2);
    for (let seed = 1; seed <= 20; seed++) {
      expect(documents(await crawl(shuffled(site, seed)))).toEqual(expected);
    }
  });

  it('keep what a page hardly says where the others say it', async () => {
    const site = kindSite(9, 1);
    const stub = (await crawl(site)).get(site.at(-1)!.url)!;
    expect(stub.markdown).toContain('# Index 9');
    expect(stub.markdown).toContain('read90()');
    expect(stub.markdown).not.toContain('Chapter 3');
  });

  it('wait for nobody when they come one by one', async () => {
    const pages = await crawl(kindSite(7), 1);
    expect([...pages.values()].map(({ quality }) => quality.candidate)).toEqual([
      'scored', 'scored', 'scored', 'scored', 'settled', 'settled', 'settled',
    ]); // prettier-ignore
  });
});
