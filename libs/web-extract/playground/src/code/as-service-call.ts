import { asObject, present } from './as-object.js';
import type { ShownCall } from './call-code.js';

type Fields = Readonly<Record<string, unknown>>;
type Format = string | (Fields & { readonly type: string });

const SERVICES = {
  scrape: { name: 'ScrapeService', call: 'scrape' },
  parse: { name: 'DocumentService', call: 'convert' },
  crawl: { name: 'CrawlService', call: 'start' },
  map: { name: 'MapService', call: 'map' },
  search: { name: 'SearchService', call: 'search' },
  monitor: { name: 'MonitorService', call: 'create' },
  changes: { name: 'ChangeFeed', call: 'read' },
  extractors: { name: 'ExtractorService', call: 'learn' },
} as const;

/** A call of the injected service, in the words of the library. */
export function asServiceCall({ kind, body, fileName }: ShownCall): string {
  const { name, call } = SERVICES[kind];
  const request = kind === 'extractors' ? learningOf(body) : asObject(requestOf(kind, body));
  const args = fileName === undefined ? request : `await readFile(${JSON.stringify(fileName)}), ${request}`;
  return [
    ...(fileName === undefined ? [] : [`import { readFile } from 'node:fs/promises';`]),
    `import { ${name} } from 'nestjs-web-extract';`,
    '',
    `const service = app.get(${name}, { strict: false }); // or inject it`,
    `const result = await service.${call}(${args});`,
    '',
  ].join('\n');
}

/** Arguments of `learn`. */
const learningOf = ({ schema, ...request }: Fields): string =>
  `${asObject({ schema })}, ${asObject(request)}`;

function requestOf(kind: ShownCall['kind'], body: Fields): Fields {
  if (kind === 'crawl') return crawlRequest(body);
  if (kind === 'map') return mapRequest(body);
  if (kind === 'search') return searchRequest(body);
  if (kind === 'monitor') return monitorRequest(body);
  if (kind === 'changes') return body;
  return pageRequest(body);
}

const SAME = [
  'url', 'onlyMainContent', 'removeBase64Images', 'markdownOptions', 'maxChunkTokens', 'headers', 'mobile', 'skipTlsVerification', 'blockAds',
  'location', 'proxy', 'actions', 'session',
]; // prettier-ignore

function pageRequest(body: Fields): Fields {
  const formats = (body['formats'] as readonly Format[] | undefined) ?? [];
  const withOptions = (type: string): Fields | undefined =>
    formats.find((format) => typeof format !== 'string' && format.type === type) as Fields | undefined;
  const [json, shot, tracking] = ['json', 'screenshot', 'changeTracking'].map(withOptions);
  const [parser] = (body['parsers'] as readonly Fields[] | undefined) ?? [];
  return present({
    ...Object.fromEntries(SAME.map((name) => [name, body[name]])),
    formats:
      formats.length > 0
        ? formats.filter((format) => format !== tracking).map((format) => formatName(format, shot))
        : undefined,
    track: tracking && trackingRequest(tracking),
    includeSelectors: body['includeTags'],
    excludeSelectors: body['excludeTags'],
    waitForMs: body['waitFor'],
    timeoutMs: body['timeout'],
    maxPages: parser?.['maxPages'],
    attributes: withOptions('attributes')?.['selectors'],
    highlightsFor: withOptions('highlights')?.['query'],
    extraction: json && present({ schema: json['schema'], prompt: json['prompt'] }),
  });
}

const trackingRequest = ({ tag, modes, onlyChanged, ignoreNoise }: Fields): Fields =>
  present({ tag, modes, onlyChanged, ignoreNoise });

function formatName(format: Format, shot: Fields | undefined): string {
  if (typeof format === 'string') return format;
  if (format.type === 'json') return 'extraction';
  return format === shot && shot['fullPage'] === true ? 'screenshot@fullPage' : format.type;
}

function crawlRequest({ scrapeOptions, session, ...body }: Fields): Fields {
  const scope = present({
    entireDomain: body['crawlEntireDomain'],
    subdomains: body['allowSubdomains'],
    externalLinks: body['allowExternalLinks'],
    ignoreQuery: body['ignoreQueryParameters'],
    deduplicateSimilar: body['deduplicateSimilarURLs'],
  });
  const { includePaths: include = [], excludePaths: exclude = [] } = body;
  const hasPatterns = body['includePaths'] !== undefined || body['excludePaths'] !== undefined;
  return present({
    url: body['url'],
    limit: body['limit'],
    maxDiscoveryDepth: body['maxDiscoveryDepth'],
    maxConcurrency: body['maxConcurrency'],
    patterns: hasPatterns ? { syntax: 'regex', include, exclude } : undefined,
    scope: Object.keys(scope).length > 0 ? scope : undefined,
    useSitemap: body['sitemap'] === 'skip' ? false : undefined,
    followLinks: body['sitemap'] === 'only' ? false : undefined,
    skipErrorPages: body['skipErrorPages'],
    delayMs: typeof body['delay'] === 'number' ? body['delay'] * 1_000 : undefined,
    page:
      scrapeOptions === undefined && session === undefined
        ? undefined
        : pageRequest({ ...(scrapeOptions as Fields | undefined), session }),
  });
}

function mapRequest(body: Fields): Fields {
  return present({
    url: body['url'],
    session: body['session'],
    search: body['search'],
    limit: body['limit'],
    useSitemap: body['sitemap'] === 'skip' ? false : undefined,
    sitemapOnly: body['sitemap'] === 'only' ? true : undefined,
    subdomains: body['includeSubdomains'],
    ignoreQuery: body['ignoreQueryParameters'],
  });
}

function searchRequest({ scrapeOptions, ...body }: Fields): Fields {
  return present({
    query: body['query'],
    limit: body['limit'],
    language: body['lang'],
    country: body['country'],
    sites: body['includeDomains'],
    page: scrapeOptions === undefined ? undefined : pageRequest(scrapeOptions as Fields),
  });
}

const monitorRequest = (body: Fields): Fields => ({
  ...body,
  targets: (body['targets'] as readonly Fields[]).map(({ type, url, crawlOptions, ...rest }) =>
    type === 'crawl'
      ? { type, crawl: crawlRequest({ url, ...(crawlOptions as Fields | undefined) }) }
      : { type, ...rest },
  ),
});
