import type { JsonSchema } from '../../model/extraction/extraction.js';
import type { ModelQuestion } from '../../ports/language-model.port.js';

const RULES = [
  'You turn a wish into the options of a web crawler.',
  'State an option only where the wish calls for it; leave out, or set to null, every other one.',
  'includePaths and excludePaths are regular expressions (RE2, no look-around) that are searched in the path of an address, such as "^/blog/" or "\\\\.pdf$". The start page is read in any case.',
  'Choose broad patterns where you cannot know how the site writes its paths.',
  'Answer with one JSON object and nothing else: no explanation, no code fence.',
];

const words = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});
const count = (minimum: number, description: string): JsonSchema => ({
  type: 'integer',
  minimum,
  description,
});
const flag = (description: string): JsonSchema => ({ type: 'boolean', description });

const ADVICE: JsonSchema = {
  type: 'object',
  properties: {
    includePaths: words('Only paths that match one of these are read'),
    excludePaths: words('Paths that match one of these are not read'),
    maxDiscoveryDepth: count(0, 'Links between the start page and any other'),
    crawlEntireDomain: flag('Also the siblings and parents of the start page; default: only pages below it'),
    allowExternalLinks: flag('Other hosts, too'),
    allowSubdomains: flag('Hosts below that of the start page, too'),
    sitemap: {
      type: 'string',
      enum: ['include', 'skip', 'only'],
      description: 'Use of sitemaps; default: include',
    },
    ignoreQueryParameters: flag('Addresses that differ in their query alone are one page'),
    deduplicateSimilarURLs: flag('Addresses with and without www, index.html and the like are one page'),
    delay: { type: 'number', exclusiveMinimum: 0, description: 'Seconds between two pages' },
    limit: count(1, 'Most pages'),
  },
  additionalProperties: false,
};

/**
 * Builds the prompt that converts a natural-language description into crawl options. It contains only input of the
 * caller and no page content.
 */
export function crawlQuestion(url: string, wish: string): ModelQuestion {
  const asked = [
    `The crawl begins at ${url}`,
    `The wish: ${wish}`,
    `The answer follows this JSON Schema:\n${JSON.stringify(ADVICE)}`,
  ];
  return {
    messages: [
      { role: 'system', content: RULES.join('\n') },
      { role: 'user', content: asked.join('\n\n') },
    ],
    schema: ADVICE,
  };
}
