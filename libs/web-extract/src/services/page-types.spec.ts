import type { PageFormat } from '../model/formats/page-formats.js';
import type { PageRequest } from '../model/page/page-request.js';
import type { ScrapeService } from './scrape.service.js';
import type { SearchService } from './search/search.service.js';

/** Compile-time test: the type of a page depends on the requested formats. */
async function followFormats(
  scraper: ScrapeService,
  searcher: SearchService,
  some: PageFormat[],
  any: PageRequest,
) {
  const text: string = (await scraper.scrape({ url: 'a.example' })).markdown;
  const both = await scraper.scrape({ url: 'a.example', formats: ['markdown', 'links'] });
  const links: readonly string[] = both.links;
  const found = await searcher.search({ query: 'a', page: { formats: ['markdown', 'html'] } });
  const html: string | undefined = found.results[0]?.page?.html;
  // @ts-expect-error not requested
  const other: string = both.html;
  // @ts-expect-error the formats are not known at compile time
  const maybe: string = (await scraper.scrape({ url: 'a.example', formats: some })).markdown;
  // @ts-expect-error the same
  const perhaps: string = (await scraper.scrape(any)).markdown;
  return [text, both.markdown, links, html, other, maybe, perhaps];
}

it('the type of a page follows the formats asked for', () => {
  expect(followFormats).toBeInstanceOf(Function);
});
