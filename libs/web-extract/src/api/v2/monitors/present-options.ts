import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import { formatsByName } from '../../../model/formats/select-formats.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import { defined } from '../../defined.js';
import { PAGE_NAMES } from '../../pages/page-options.js';

type PageOptions = Omit<PageRequest, 'url' | 'owner'>;

const NAME_OF_FORMAT = new Map([...formatsByName('v2')].map(([name, format]) => [format, name]));
/** Options with the same name and shape in bodies of v2. */
const SAME = [
  'onlyMainContent', 'session', 'blockAds', 'mobile', 'skipTlsVerification', 'removeBase64Images', 'markdownOptions', 'maxChunkTokens',
  'lockdown', 'storeInCache', 'proxy',
] as const; // prettier-ignore

/** The `scrapeOptions` of v2 for the options of a service; undefined without options. Options that v2 has no field for are left out. */
export function presentPageOptions(page: PageOptions = {}): object | undefined {
  const fields = page as Readonly<Record<string, unknown>>;
  const renamed = Object.entries(PAGE_NAMES).map(([name, wire]) => [wire, fields[name]]);
  const options = defined({
    formats: formatsOf(page),
    ...Object.fromEntries(SAME.map((name) => [name, fields[name]])),
    ...Object.fromEntries(renamed),
  });
  return Object.keys(options).length > 0 ? options : undefined;
}

function formatsOf({
  formats,
  extraction,
  track,
  attributes,
  highlightsFor,
}: PageOptions): readonly unknown[] | undefined {
  const { schema, prompt, extractor, version, fallback } = extraction ?? {};
  const settings: Readonly<Record<string, object | undefined>> = {
    attributes: attributes && { selectors: attributes },
    highlights: highlightsFor === undefined ? undefined : { query: highlightsFor },
  };
  const written = (formats ?? ['markdown']).map((format) => {
    const name = NAME_OF_FORMAT.get(format) ?? format;
    return settings[name] ? { type: name, ...settings[name] } : name;
  });
  const json = extraction && { type: 'json', ...defined({ schema, prompt, extractor, version, fallback }) };
  const tracking = track && trackingOf(track);
  return formats || json || tracking
    ? [...written, ...[json, tracking].filter((one) => one !== undefined)]
    : undefined;
}

function trackingOf({
  modes,
  tag,
  fields,
  onlyChanged,
  ignoreNoise,
}: NonNullable<PageOptions['track']>): object {
  const { schema, prompt } = fields ?? {};
  return { type: 'changeTracking', ...defined({ modes, tag, schema, prompt, onlyChanged, ignoreNoise }) };
}

/** The `crawlOptions` of v2 for the request of a service; undefined without options. */
export function presentCrawlOptions(crawl: CrawlRequest): object | undefined {
  const { patterns, scope, limit, maxDiscoveryDepth, maxConcurrency, delayMs, useSitemap, followLinks } =
    crawl;
  const options = defined({
    includePaths: patterns?.include,
    excludePaths: patterns?.exclude,
    regexOnFullURL: patterns?.onWholeUrl,
    crawlEntireDomain: scope?.entireDomain,
    allowSubdomains: scope?.subdomains,
    allowExternalLinks: scope?.externalLinks,
    ignoreQueryParameters: scope?.ignoreQuery,
    deduplicateSimilarURLs: scope?.deduplicateSimilar,
    sitemap: sitemapOf(useSitemap, followLinks),
    ignoreRobotsTxt: crawl.respectRobots === undefined ? undefined : !crawl.respectRobots,
    followDocumentLinks: crawl.followDocumentLinks,
    delay: delayMs === undefined ? undefined : delayMs / 1000,
    limit, maxDiscoveryDepth, maxConcurrency, cookies: crawl.cookies, maxPagesPerHost: crawl.maxPagesPerHost, order: crawl.order,
  }); // prettier-ignore
  return Object.keys(options).length > 0 ? options : undefined;
}

function sitemapOf(useSitemap?: boolean, followLinks?: boolean): string | undefined {
  if (useSitemap === undefined && followLinks === undefined) return undefined;
  if (useSitemap === false) return 'skip';
  return followLinks === false ? 'only' : 'include';
}
