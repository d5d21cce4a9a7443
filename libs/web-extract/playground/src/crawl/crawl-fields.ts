import { formatChips, MAIN_CONTENT } from '../scrape/scrape-fields.js';
import type { FieldGroup, FieldSpec, Values } from '../ui/fields.js';
import { readFields } from '../ui/read-fields.js';

export const LIMIT: FieldSpec = {
  name: 'limit',
  label: 'Most pages',
  kind: 'number',
  min: 1,
  placeholder: '10000',
};

/** For maps, too. */
export const SITEMAP: FieldSpec = {
  name: 'sitemap',
  label: 'Sitemap',
  kind: 'choice',
  words: [
    ['', 'Used'],
    ['skip', 'Not used'],
    ['only', 'Nothing else'],
  ],
};

const REACH: FieldGroup = {
  title: 'Which pages',
  fields: [
    {
      name: 'includePaths',
      label: 'Only',
      kind: 'lines',
      placeholder: '^/docs/',
      hint: 'Patterns of paths, one a line',
    },
    {
      name: 'excludePaths',
      label: 'Not',
      kind: 'lines',
      placeholder: '/private/',
      hint: 'Patterns of paths, one a line',
    },
    {
      name: 'maxDiscoveryDepth',
      label: 'Links away from the start',
      kind: 'number',
      min: 0,
      placeholder: 'any',
    },
    SITEMAP,
    {
      name: 'crawlEntireDomain',
      label: 'The whole site',
      kind: 'switch',
      hint: 'Not only the folder of the address',
    },
    { name: 'allowSubdomains', label: 'Subdomains', kind: 'switch' },
    { name: 'allowExternalLinks', label: 'Other sites', kind: 'switch' },
    { name: 'ignoreQueryParameters', label: 'One page a path', kind: 'switch' },
  ],
};

const PACE: FieldGroup = {
  title: 'Pace',
  fields: [
    { name: 'delay', label: 'Between two pages', kind: 'number', unit: 's', min: 0, placeholder: '0' },
    { name: 'maxConcurrency', label: 'At once', kind: 'number', min: 1, placeholder: 'the server’s' },
  ],
};

const PAGE: FieldGroup = {
  title: 'Each page',
  fields: [MAIN_CONTENT, formatChips(['markdown', 'html', 'links', 'quality'])],
};

export const CRAWL_GROUPS: readonly FieldGroup[] = [REACH, PACE, PAGE];

/** The body of `POST /v2/crawl`. */
export function toCrawlBody(url: string, values: Values): Record<string, unknown> {
  return {
    url,
    ...readFields([LIMIT, ...REACH.fields, ...PACE.fields], values),
    scrapeOptions: readFields(PAGE.fields, values),
  };
}
