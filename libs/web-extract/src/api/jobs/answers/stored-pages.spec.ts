import type { CrawlJob, CrawlRequest } from '../../../model/crawl/crawl.js';
import { pageFormats } from '../../../model/formats/select-formats.js';
import type { Page } from '../../../model/page/page.js';
import { ScriptReturn } from '../../../model/page/script-return.js';
import { answerOf } from '../../../model/page/stored-answer.js';
import { encodePage } from '../../../model/page/stored-page.js';
import { someCrawl } from '../../../testing/some-crawl.js';
import { somePage } from '../../../testing/some-page.js';
import { presentCrawledPage as presentV0 } from '../../v0/crawl.presenter.js';
import { presentCrawledPage as presentV1 } from '../../v1/crawls/crawl.presenter.js';
import { presentCrawledPage as presentV2 } from '../../v2/crawls/crawl.presenter.js';

const TEXT = '"A \\ lantern" – 🦉\n'.repeat(100);
const VALUES = { text: TEXT, lines: [TEXT, ''], picture: `data:image/png;base64,${TEXT}`, data: [{ TEXT }] };

/** A page with large values in the fields of all formats. */
function fullPage(): Page {
  const fields = Object.values(pageFormats).map(({ field, shape }) => [field, VALUES[shape]]);
  return {
    ...somePage(),
    ...(Object.fromEntries(fields) as Partial<Page>),
    quality: somePage().quality,
    extraction: null,
    documentPages: [{ pageNumber: 1, markdown: TEXT }],
    actions: {
      screenshots: [VALUES.picture],
      scrapes: [{ url: 'https://example.com/', html: TEXT }],
      javascriptReturns: [new ScriptReturn('string', JSON.stringify(TEXT))],
      pdfs: [VALUES.picture],
    },
    warnings: ['a warning'],
  };
}

type Present = (page: Page, job: CrawlJob) => object;

describe.each<[string, Present]>([
  ['v0', presentV0],
  ['v1', presentV1],
  ['v2', presentV2],
])('Answers of %s with stored pages', (_version, present) => {
  it.each<[string, CrawlRequest['presentation']]>([
    ['all fields', {}],
    ['fields of extractions', { extract: true, json: true }],
    ['no markdown', { markdown: false }],
    ['URLs', { onlyUrls: true }],
  ])('are those of the pages: %s', async (_name, presentation) => {
    const job = someCrawl({ request: { url: 'https://example.com/', presentation } });
    const page = fullPage();
    const answer = await answerOf(await encodePage(page), (one) => present(one, job));
    expect(answer.toString()).toBe(JSON.stringify(present(page, job)));
  });
});
