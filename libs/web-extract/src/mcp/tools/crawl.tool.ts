import { presentAdjustment } from '../../api/errors/adjustment.presenter.js';
import { isJsonObject } from '../../api/bodies/json-object.js';
import { withBodyPaths } from '../../api/errors/body-paths.js';
import { adviseCrawl } from '../../api/v2/crawls/crawl-advice.js';
import { parseCrawlBody } from '../../api/v2/crawls/crawl.requests.js';
import { CrawlBodyV2 } from '../../api/v2/dto/crawl-body.v2.js';
import { readOpenBody } from '../../api/v2/open-body.js';
import { CrawlAdviser } from '../../services/crawl/planning/crawl-adviser.js';
import { CrawlService } from '../../services/crawl/crawl.service.js';
import { awaitJob } from './job-answer.js';
import { toPageWords } from './page-words.js';
import { fields, flag, JOB, listOf, object, ofPages, text, wholeNumber, words } from './schemas.js';
import type { Tool } from './tool.js';

/** Agents read what they ask for: a whole site is too much of it. */
const DEFAULT_LIMIT = 10;

export const CRAWL: Tool = {
  name: 'crawl',
  title: 'Read the pages of a site',
  describe: (nameOf) =>
    `Reads the pages of a site, beginning at url and following its links, ${DEFAULT_LIMIT} pages unless limit says otherwise. It waits for a ` +
    `while; a crawl that takes longer is answered with its id, for ${nameOf('check_crawl_status')}. For one page use ${nameOf('scrape')}.`,
  input: ({ core }) =>
    fields(
      {
        url: text('Where the crawl begins'),
        limit: wholeNumber(1, `Most pages. Default: ${DEFAULT_LIMIT}`),
        ...(core.hasModel ? { prompt: text('Which pages are wanted, in words') } : {}),
        includePaths: listOf({ type: 'string' }, 'Regular expressions of the paths that are read'),
        excludePaths: listOf({ type: 'string' }, 'Regular expressions of the paths that are not read'),
        maxDiscoveryDepth: wholeNumber(0, 'Links between the first page and any other'),
        sitemap: words('Use of sitemaps. Default: include', 'include', 'skip', 'only'),
        crawlEntireDomain: flag('Also the siblings and parents of url. Default: false'),
        allowSubdomains: flag('Hosts below the one of url, too. Default: false'),
        allowExternalLinks: flag('Other hosts, too. Default: false'),
        ignoreQueryParameters: flag('One page a path. Default: false'),
        deduplicateSimilarURLs: flag(
          'Addresses that differ in www, http or index.html are one page. Default: true',
        ),
        delay: { type: 'number', exclusiveMinimum: 0, description: 'Seconds between two pages' },
        maxConcurrency: wholeNumber(1, 'Pages read at once'),
        maxPagesPerHost: wholeNumber(1, 'Most pages of each host'),
        scrapeOptions: object(ofPages(core.options.browser !== null), 'How each page is read'),
      },
      'url',
    ),
  output: JOB,
  isReading: false,
  isOpenWorld: true,

  async run(given, call, context) {
    const { scrapeOptions, ...rest } = given;
    const read = isJsonObject(scrapeOptions) ? toPageWords(scrapeOptions) : (scrapeOptions ?? null);
    const sent = { ...rest, scrapeOptions: read };
    const { body, warnings: unknown } = readOpenBody(CrawlBodyV2, sent, context.core.options);
    const { body: advised, warnings: advice } = await adviseCrawl(
      body,
      context.core.get(CrawlAdviser),
      call.owner,
    );
    const { request, warnings, names } = parseCrawlBody({
      ...advised,
      limit: advised.limit ?? DEFAULT_LIMIT,
    });
    const crawls = context.core.get(CrawlService);
    const accepted = await withBodyPaths(names, () =>
      crawls.start(request, { owner: call.owner, needsKey: call.needsKey }),
    );
    return awaitJob(accepted.id, call, context, {
      warnings: [...unknown, ...advice, ...warnings, ...accepted.adjustments.map(presentAdjustment)],
    });
  },
};
