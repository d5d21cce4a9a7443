import { MapBodyV2 } from '../../api/v2/dto/map-body.v2.js';
import { presentLink } from '../../api/v2/search/map.controller.js';
import { MAP_NAMES, toMapRequest } from '../../api/v2/search/map.requests.js';
import { readOpenBody } from '../../api/v2/open-body.js';
import { withBodyPaths } from '../../api/errors/body-paths.js';
import { MapService } from '../../services/map/map.service.js';
import { fields, flag, listOf, text, wholeNumber, words } from './schemas.js';
import type { Tool } from './tool.js';

const LINK = fields({ url: text('Address'), title: text('Title'), description: text('Description') }, 'url');

export const MAP: Tool = {
  name: 'map',
  title: 'Find the pages of a site',
  describe: (nameOf) =>
    `Lists the addresses of a site, the most relevant first if search is set. Use it to find the right page before ` +
    `${nameOf('scrape')}; to read all of them use ${nameOf('crawl')}.`,
  input: () =>
    fields(
      {
        url: text('Address of the site'),
        search: text('Words that the links are ordered by'),
        sitemap: words('Use of sitemaps. Default: include', 'include', 'skip', 'only'),
        includeSubdomains: flag('Hosts below the one of url, too. Default: true'),
        limit: wholeNumber(1, 'Maximum number of links. Default: 5000', 100_000),
        ignoreQueryParameters: flag('One link a path. Default: true'),
        session: text('Name of a stored session: pages behind its login'),
      },
      'url',
    ),
  output: fields({ links: listOf(LINK, 'The links'), warning: text('Warnings') }, 'links'),
  isReading: true,
  isOpenWorld: true,

  async run(given, { owner, signal }, { core }) {
    const { body, warnings: unknown } = readOpenBody(MapBodyV2, given, core.options);
    const request = { ...toMapRequest(body), owner };
    const { entries, warnings } = await withBodyPaths(MAP_NAMES, () =>
      core.get(MapService).map(request, signal),
    );
    const warning = [...unknown, ...warnings].join('. ');
    const links = entries.map(presentLink);
    return {
      structured: { links, ...(warning === '' ? {} : { warning }) },
      readOn: 'Ask with search or a smaller limit.',
    };
  },
};
