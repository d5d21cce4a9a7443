import type { FieldGroup, FieldSpec, Values } from '../ui/fields.js';
import { linesOf, readFields } from '../ui/read-fields.js';

/** What can be wanted of a page, and how the chip of it reads. */
const FORMAT_WORDS = [
  ['markdown', 'Markdown'],
  ['html', 'HTML'],
  ['rawHtml', 'Raw HTML'],
  ['links', 'Links'],
  ['images', 'Images'],
  ['screenshot', 'Screenshot'],
  ['quality', 'Quality'],
  ['summary', 'Summary'],
  ['chunks', 'Chunks'],
  ['timings', 'Timings'],
] as const;

type Format = (typeof FORMAT_WORDS)[number][0];

/** The choice of formats; of these, or of all. */
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

/** What a file can be asked for, too. */
const CONTENT: FieldGroup = {
  title: 'Content',
  fields: [
    MAIN_CONTENT,
    {
      name: 'includeTags',
      label: 'Keep only',
      kind: 'lines',
      placeholder: 'main\n.article',
      hint: 'CSS selectors, one a line',
    },
    {
      name: 'excludeTags',
      label: 'Leave out',
      kind: 'lines',
      placeholder: '.ad',
      hint: 'CSS selectors, one a line',
    },
    { name: 'removeBase64Images', label: 'Drop inline images', kind: 'switch', isOn: true },
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
        ['reference', 'At the end'],
      ],
    },
    {
      name: 'images',
      label: 'Images',
      kind: 'choice',
      words: [
        ['', 'Inline'],
        ['alt', 'Description only'],
        ['none', 'None'],
      ],
    },
    {
      name: 'include',
      label: 'Keep as well',
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
    { name: 'waitFor', label: 'Wait', kind: 'number', unit: 'ms', min: 0, placeholder: '0' },
    { name: 'fullPage', label: 'Screenshot of the full page', kind: 'switch' },
    { name: 'mobile', label: 'As a phone', kind: 'switch' },
    { name: 'blockAds', label: 'Block advertisements', kind: 'switch', isOn: true },
  ],
};

const REQUEST: FieldGroup = {
  title: 'Request',
  fields: [
    { name: 'timeout', label: 'Longest time', kind: 'number', unit: 'ms', min: 1, placeholder: '30000' },
    {
      name: 'headers',
      label: 'Headers',
      kind: 'lines',
      placeholder: 'Accept-Language: de',
      hint: 'Name: value, one a line',
    },
    { name: 'country', label: 'Country', kind: 'text', placeholder: 'DE' },
    { name: 'skipTlsVerification', label: 'Accept invalid certificates', kind: 'switch' },
  ],
};

const DOCUMENTS: FieldGroup = {
  title: 'Documents',
  fields: [
    { name: 'maxPages', label: 'Most pages read of a PDF', kind: 'number', min: 1, placeholder: 'all' },
  ],
};

const CHUNKS: FieldGroup = {
  title: 'Chunks',
  fields: [
    { name: 'maxChunkTokens', label: 'Most tokens a chunk', kind: 'number', min: 32, placeholder: '512' },
  ],
};

export const GROUPS: readonly FieldGroup[] = [CONTENT, MARKDOWN, BROWSER, REQUEST, DOCUMENTS, CHUNKS];

/** Formats that are not made of files. */
const OF_PAGES = new Set(['screenshot']);

/** Scrape options in the words of v2. */
export function toScrapeOptions(values: Values): Record<string, unknown> {
  const { headers, country, timeout, skipTlsVerification, ...request } = readFields(REQUEST.fields, values);
  const { fullPage, ...browser } = readFields(BROWSER.fields, values);
  return defined({
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

/** Of what can be asked of a file. */
export function toParseOptions(values: Values): Record<string, unknown> {
  const { formats, ...options } = toFileOptions(values, false);
  const ofFiles = (formats as readonly unknown[]).filter((format) => !OF_PAGES.has(String(format)));
  return { formats: ofFiles, ...options, ...readFields(REQUEST.fields.slice(0, 1), values) };
}

function toFileOptions(values: Values, isFullPage: boolean): Record<string, unknown> {
  const { maxPages } = readFields(DOCUMENTS.fields, values);
  const formats = (values['formats'] as readonly string[] | undefined) ?? ['markdown'];
  return defined({
    formats: formats.map((format) =>
      format === 'screenshot' && isFullPage ? { type: 'screenshot', fullPage: true } : format,
    ),
    ...readFields(CONTENT.fields, values),
    parsers: maxPages === undefined ? undefined : [{ type: 'pdf', maxPages }],
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
