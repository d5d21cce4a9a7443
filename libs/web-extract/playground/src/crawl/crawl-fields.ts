import { CHANGES, formatChips, MAIN_CONTENT, toFormats } from '../scrape/scrape-fields.js';
import { sessionOf } from '../sessions/session-choice.js';
import type { FieldGroup, FieldSpec, Values } from '../ui/fields.js';
import { readFields } from '../ui/read-fields.js';

export const LIMIT: FieldSpec = {
  name: 'limit',
  label: 'Page limit',
  kind: 'number',
  min: 1,
  placeholder: '10000',
};

/** Also used by maps. */
export const SITEMAP: FieldSpec = {
  name: 'sitemap',
  label: 'Sitemap',
  kind: 'choice',
  words: [
    ['', 'Include'],
    ['skip', 'Skip'],
    ['only', 'Sitemap only'],
  ],
};

const REACH: FieldGroup = {
  title: 'Scope',
  fields: [
    {
      name: 'includePaths',
      label: 'Include paths',
      kind: 'lines',
      placeholder: '^/docs/',
      hint: 'Regular expressions, one per line',
    },
    {
      name: 'excludePaths',
      label: 'Exclude paths',
      kind: 'lines',
      placeholder: '/private/',
      hint: 'Regular expressions, one per line',
    },
    {
      name: 'maxDiscoveryDepth',
      label: 'Maximum link depth',
      kind: 'number',
      min: 0,
      placeholder: 'unlimited',
    },
    SITEMAP,
    {
      name: 'crawlEntireDomain',
      label: 'Entire domain',
      kind: 'switch',
      hint: 'Also pages outside the folder of the start URL',
    },
    { name: 'allowSubdomains', label: 'Allow subdomains', kind: 'switch' },
    { name: 'allowExternalLinks', label: 'Allow external links', kind: 'switch' },
    { name: 'ignoreQueryParameters', label: 'Ignore query parameters', kind: 'switch' },
  ],
};

const PACE: FieldGroup = {
  title: 'Rate',
  fields: [
    { name: 'delay', label: 'Delay between requests', kind: 'number', unit: 's', min: 0, placeholder: '0' },
    {
      name: 'maxConcurrency',
      label: 'Maximum concurrency',
      kind: 'number',
      min: 1,
      placeholder: 'server default',
    },
  ],
};

const KEEP_ERROR_PAGES: FieldSpec = {
  name: 'keepErrorPages',
  label: 'Keep error pages',
  kind: 'switch',
  hint: 'Otherwise pages with a status of 400 or more count as failed',
};

const PAGE: FieldGroup = {
  title: 'Page options',
  fields: [MAIN_CONTENT, formatChips(['markdown', 'html', 'links', 'quality', 'changeTracking'])],
};

export const CRAWL_GROUPS: readonly FieldGroup[] = [
  REACH,
  PACE,
  { ...PAGE, fields: [...PAGE.fields, KEEP_ERROR_PAGES] },
  CHANGES,
];

/** The body of `POST /v2/crawl`. */
export function toCrawlBody(url: string, values: Values): Record<string, unknown> {
  return {
    url,
    ...sessionOf(values),
    ...readFields([LIMIT, ...REACH.fields, ...PACE.fields], values),
    skipErrorPages: skipsErrorPages(values),
    scrapeOptions: { ...readFields(PAGE.fields, values), ...crawlFormats(values) },
  };
}

/** Change tracking needs error pages: it reports removed pages by their status. */
const skipsErrorPages = ({ keepErrorPages = false, formats = [] }: Values): boolean =>
  !keepErrorPages && !(formats as readonly string[]).includes('changeTracking');

function crawlFormats(values: Values): { formats?: readonly unknown[] } {
  const formats = (values['formats'] as readonly string[] | undefined) ?? [];
  return formats.length > 0 ? { formats: toFormats(formats, values) } : {};
}
