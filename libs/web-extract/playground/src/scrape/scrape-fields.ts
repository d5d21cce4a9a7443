import type { FormatName } from '../../../src/model/formats/page-formats.js';
import { FILE_FORMATS, formatNames, offeredFormats } from '../../../src/model/formats/select-formats.js';
import { sessionOf } from '../sessions/session-choice.js';
import type { FieldGroup, FieldSpec, Values } from '../ui/fields.js';
import { linesOf, readFields } from '../ui/read-fields.js';

/** Output formats by their names in v2, with their labels. */
const FORMAT_WORDS: readonly (readonly [Format, string])[] = [
  ...offeredFormats('playground').map(
    ({ versions: { v2 = [], playground = [] } }) => [v2[0] as Format, playground[0]!] as const,
  ),
  ['changeTracking', 'Changes'],
];

type Format = FormatName<'v2'> | 'changeTracking';

/** Format field with the given formats; all formats when absent. */
export function formatChips(offered?: readonly Format[]): FieldSpec {
  const words = FORMAT_WORDS.filter(([format]) => offered?.includes(format) ?? true);
  return { name: 'formats', label: 'Formats', kind: 'chips', words };
}

export const FORMATS = formatChips();

export const MAIN_CONTENT: FieldSpec = {
  name: 'onlyMainContent',
  label: 'Main content only',
  kind: 'switch',
  isOn: true,
};

/** Options that uploaded files support as well. */
const CONTENT: FieldGroup = {
  title: 'Content',
  fields: [
    MAIN_CONTENT,
    {
      name: 'includeTags',
      label: 'Include selectors',
      kind: 'lines',
      placeholder: 'main\n.article',
      hint: 'CSS selectors, one per line',
    },
    {
      name: 'excludeTags',
      label: 'Exclude selectors',
      kind: 'lines',
      placeholder: '.ad',
      hint: 'CSS selectors, one per line',
    },
    { name: 'removeBase64Images', label: 'Remove inline images', kind: 'switch', isOn: true },
  ],
};

const MARKDOWN: FieldGroup = {
  title: 'Markdown',
  fields: [
    {
      name: 'links',
      label: 'Links',
      kind: 'choice',
      words: [
        ['', 'Inline'],
        ['text', 'Text only'],
        ['reference', 'Reference links'],
      ],
    },
    {
      name: 'images',
      label: 'Images',
      kind: 'choice',
      words: [
        ['', 'Inline'],
        ['alt', 'Alt text only'],
        ['none', 'Remove'],
      ],
    },
    {
      name: 'include',
      label: 'Additional content',
      kind: 'chips',
      words: [
        ['comments', 'Comments'],
        ['reviews', 'Reviews'],
        ['related', 'Related'],
      ],
    },
    { name: 'frontMatter', label: 'Front matter', kind: 'switch' },
  ],
};

const BROWSER: FieldGroup = {
  title: 'Browser',
  fields: [
    { name: 'waitFor', label: 'Wait before reading', kind: 'number', unit: 'ms', min: 0, placeholder: '0' },
    { name: 'fullPage', label: 'Full-page screenshot', kind: 'switch' },
    { name: 'mobile', label: 'Mobile viewport', kind: 'switch' },
    { name: 'blockAds', label: 'Block ads', kind: 'switch', isOn: true },
  ],
};

const REQUEST: FieldGroup = {
  title: 'Request',
  fields: [
    { name: 'timeout', label: 'Timeout', kind: 'number', unit: 'ms', min: 1, placeholder: '30000' },
    {
      name: 'headers',
      label: 'Headers',
      kind: 'lines',
      placeholder: 'Accept-Language: de',
      hint: 'Name: value, one per line',
    },
    { name: 'country', label: 'Country', kind: 'text', placeholder: 'DE' },
    { name: 'skipTlsVerification', label: 'Skip TLS verification', kind: 'switch' },
  ],
};

const DOCUMENTS: FieldGroup = {
  title: 'Documents',
  fields: [{ name: 'maxPages', label: 'Maximum PDF pages', kind: 'number', min: 1, placeholder: 'all' }],
};

const CHUNKS: FieldGroup = {
  title: 'Chunks',
  fields: [
    {
      name: 'maxChunkTokens',
      label: 'Maximum tokens per chunk',
      kind: 'number',
      min: 32,
      placeholder: '512',
    },
  ],
};

/** Options of the formats `attributes` and `highlights`. */
const PARTS: FieldGroup = {
  title: 'Attributes and highlights',
  fields: [
    {
      name: 'attributes',
      label: 'Attributes',
      kind: 'lines',
      placeholder: 'a @href',
      hint: 'CSS selector and name of the attribute, one per line',
    },
    {
      name: 'highlights',
      label: 'Search words of highlights',
      kind: 'text',
      placeholder: 'refund within thirty days',
    },
  ],
};

/** Options of the format `changeTracking`. */
export const CHANGES: FieldGroup = {
  title: 'Changes',
  fields: [
    {
      name: 'tag',
      label: 'Tag',
      kind: 'text',
      placeholder: 'none',
      hint: 'Each tag has a history of its own',
    },
    {
      name: 'ignoreNoise',
      label: 'Ignore noise',
      kind: 'switch',
      hint: 'Relative times, counters, update dates and tokens in addresses',
    },
  ],
};

export const GROUPS: readonly FieldGroup[] = [
  CONTENT,
  MARKDOWN,
  BROWSER,
  REQUEST,
  DOCUMENTS,
  CHUNKS,
  PARTS,
  CHANGES,
];

/** Formats of uploaded files. */
const OF_FILES: ReadonlySet<string> = new Set(formatNames('v2', FILE_FORMATS));

/** Body of `POST /v2/scrape` without the URL. */
export function toScrapeOptions(values: Values): Record<string, unknown> {
  const { headers, country, timeout, skipTlsVerification, ...request } = readFields(REQUEST.fields, values);
  const { fullPage, ...browser } = readFields(BROWSER.fields, values);
  return defined({
    ...sessionOf(values),
    ...toFileOptions(values, fullPage === true),
    ...browser,
    ...request,
    ...readFields(CHUNKS.fields, values),
    timeout,
    skipTlsVerification,
    headers: Array.isArray(headers) ? toHeaders(headers.join('\n')) : undefined,
    location: country === undefined ? undefined : { country: String(country).toUpperCase() },
    markdownOptions: noneIfEmpty(readFields(MARKDOWN.fields, values)),
  });
}

/** Options of `POST /v2/parse`. */
export function toParseOptions(values: Values): Record<string, unknown> {
  const formats = chosenFormats(values).filter((format) => OF_FILES.has(format));
  const options = { ...toFileOptions(values, false), formats: toFormats(formats, values) };
  return { ...options, ...readFields(REQUEST.fields.slice(0, 1), values) };
}

function toFileOptions(values: Values, isFullPage: boolean): Record<string, unknown> {
  const { maxPages } = readFields(DOCUMENTS.fields, values);
  return defined({
    formats: toFormats(chosenFormats(values), values).map((format) =>
      format === 'screenshot' && isFullPage ? { type: 'screenshot', fullPage: true } : format,
    ),
    ...readFields(CONTENT.fields, values),
    parsers: maxPages === undefined ? undefined : [{ type: 'pdf', maxPages }],
  });
}

const chosenFormats = (values: Values): readonly string[] =>
  (values['formats'] as readonly string[] | undefined) ?? ['markdown'];

/** Formats with their options. Change tracking needs the markdown. */
export function toFormats(names: readonly string[], values: Values): readonly unknown[] {
  const isMissing = names.includes('changeTracking') && !names.includes('markdown');
  const needed = isMissing ? ['markdown', ...names] : names;
  return needed.map((name) => WITH_OPTIONS[name]?.(values) ?? name);
}

const WITH_OPTIONS: Readonly<Record<string, (values: Values) => object>> = {
  changeTracking: (values) => ({
    type: 'changeTracking',
    modes: ['git-diff'],
    ...readFields(CHANGES.fields, values),
  }),
  attributes: ({ attributes }) => ({ type: 'attributes', selectors: selectorsOf(String(attributes ?? '')) }),
  highlights: ({ highlights }) => ({ type: 'highlights', query: String(highlights ?? '').trim() }),
};

/** Selectors of lines such as `a @href`; those of links without any. */
function selectorsOf(text: string): readonly object[] {
  const lines = linesOf(text);
  return (lines.length > 0 ? lines : ['a @href']).map((line) => {
    const at = line.lastIndexOf('@');
    return at < 0
      ? { selector: line, attribute: 'href' }
      : { selector: line.slice(0, at).trim(), attribute: line.slice(at + 1).trim() };
  });
}

function toHeaders(text: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
}

const noneIfEmpty = (fields: Record<string, unknown>) =>
  Object.keys(fields).length === 0 ? undefined : fields;

const defined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
