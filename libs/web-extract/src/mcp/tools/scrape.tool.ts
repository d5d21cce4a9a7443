import { randomUUID } from 'node:crypto';
import { ScrapeBodyV2 } from '../../api/v2/dto/scrape-body.v2.js';
import { readOpenBody } from '../../api/v2/open-body.js';
import { presentPage, type PageReplyV2 } from '../../api/v2/pages/page.presenter.js';
import { pageWarnings, parseScrapeBody, BODY_PATHS } from '../../api/v2/pages/scrape.requests.js';
import { withBodyPaths } from '../../api/errors/body-paths.js';
import { ScrapeService } from '../../services/scrape.service.js';
import { toPageWords } from './page-words.js';
import { fields, ofPages, PAGE, text } from './schemas.js';
import type { Tool, ToolAnswer } from './tool.js';

export const SCRAPE: Tool = {
  name: 'scrape',
  title: 'Read a page',
  describe: (nameOf) =>
    `Reads one page or document (PDF, Word, Excel and others) by its address, as markdown or in other formats. Use it whenever the ` +
    `address is known; ${nameOf('map')} finds addresses on a site, ${nameOf('crawl')} reads many pages. For single values ask for ` +
    `the format json with a schema.`,
  input: ({ core }) =>
    fields({ url: text('Address of the page'), ...ofPages(core.options.browser !== null) }, 'url'),
  output: PAGE,
  isReading: true,
  readsOn: true,
  isOpenWorld: true,

  async run(given, { owner, signal }, { core }) {
    const { body, warnings: unknown } = readOpenBody(ScrapeBodyV2, toPageWords(given), core.options);
    const { request, fields: asked, warnings } = parseScrapeBody(body);
    const page = await withBodyPaths(BODY_PATHS, () =>
      core.get(ScrapeService).scrape({ ...request, owner }, signal),
    );
    const all = [...unknown, ...warnings, ...pageWarnings(body, page.fetchedBy, core.options)];
    const { maxPages } = request;
    return asAnswer(presentPage(page, { fields: asked, scrapeId: randomUUID(), warnings: all, maxPages }));
  },
};

const READ_ON =
  'Call the tool again with offset {end} to read on, or ask for less, such as the part that includeTags names.';

/** Longer titles say no more, and pages state them as they like. */
const MAX_LINE_CHARS = 1_000;

const oneLine = (text: string): string => text.slice(0, MAX_LINE_CHARS).replace(/\s+/g, ' ');

/** Where markdown is all that there is, it is the text; a header says whose it is. */
export function asAnswer(page: PageReplyV2): ToolAnswer {
  const { metadata, markdown, warning, ...others } = page;
  if (markdown === undefined || Object.keys(others).length > 0) return { structured: page, readOn: READ_ON };
  const header = [
    ['Title', metadata['title']],
    ['URL', metadata['url'] ?? metadata['sourceURL']],
    ['Status', metadata['statusCode']],
    ['Warning', warning],
  ].filter(([, value]) => value !== undefined && value !== '');
  const lines = header.map(([name, value]) => `${String(name)}: ${oneLine(String(value))}`);
  return { structured: page, text: `${lines.join('\n')}\n\n${markdown}`, readOn: READ_ON };
}
