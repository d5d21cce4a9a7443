/** Keys that clients send along and that change nothing here. */
export const IGNORED_KEYS: ReadonlySet<string> = new Set([
  'auditMetadata', 'domainTools', 'enterprise', 'fastMode', 'highlights', 'ignoreCache', 'ignoreInvalidURLs', 'integration', 'maxAge',
  'minAge', 'origin', 'storeInCache', 'toolDetail', 'useMock', 'zeroDataRetention',
]); // prettier-ignore

/** Keys that are ignored while their value is empty. */
export const IGNORED_WHERE_EMPTY: ReadonlySet<string> = new Set(['agent', 'profile', 'threatProtection']);

const JSON_FORMAT = 'formats: [{"type": "json", "schema": …, "prompt": …}]';

/** Keys of other versions that would change the result, with their replacement in v2. */
export const RENAMED_KEYS: ReadonlyMap<string, string> = new Map([
  ['extract', JSON_FORMAT],
  ['jsonOptions', JSON_FORMAT],
  ['extractorOptions', JSON_FORMAT],
  ['parsePDF', 'parsers: ["pdf"] or []'],
  ['maxPages', 'parsers: [{"type": "pdf", "maxPages": …}]'],
  ['hidden', 'parsers: [{"type": "pdf", "hidden": true}]'],
  ['pageMarkers', 'parsers: [{"type": "pdf", "pageMarkers": true}]'],
  ['changeTrackingOptions', 'formats: [{"type": "changeTracking", …}]'],
  ['geolocation', 'location'],
  ['ignoreSitemap', 'sitemap: "skip"'],
  ['sitemapOnly', 'sitemap: "only"'],
  ['maxDepth', 'maxDiscoveryDepth'],
  ['allowBackwardLinks', 'crawlEntireDomain'],
  ['allowBackwardCrawling', 'crawlEntireDomain'],
  ['allowExternalContentLinks', 'allowExternalLinks'],
  ['crawlerOptions', 'the same fields at the top of the body'],
  ['pageOptions', 'the fields of scrapeOptions, or those of a scrape'],
]);

/** Keys of bodies that only a hosted service can answer. */
export const HOSTED_ONLY_KEYS: ReadonlyMap<string, string> = new Map([
  [
    'alexandria',
    'alexandria belongs to a hosted service and is not offered. Use POST /v2/search and POST /v2/scrape',
  ],
]);

/** Error message for requests with `redactPII`. */
export const NO_REDACTION = 'redactPII is not offered here, so nothing was read';
