import { formatNames, offeredFormats } from '../../model/formats/select-formats.js';
import type { JsonSchemaObject } from './tool.js';

/** The short way to JSON Schema, for what tools take and give. */
export const text = (description: string) => ({ type: 'string', description }) as const;
export const flag = (description: string) => ({ type: 'boolean', description }) as const;
export const words = (description: string, ...of: string[]) => ({ type: 'string', enum: of, description });
export const wholeNumber = (minimum: number, description: string, maximum?: number) => ({
  type: 'integer',
  minimum,
  ...(maximum === undefined ? {} : { maximum }),
  description,
});
export const listOf = (items: object, description: string, bounds: object = {}) => ({
  type: 'array',
  items,
  description,
  ...bounds,
});
export const object = (properties: object, description?: string) => ({
  type: 'object',
  properties,
  ...(description === undefined ? {} : { description }),
});

/** What a tool takes or gives, with the fields that are always there. */
export const fields = (properties: object, ...required: string[]): JsonSchemaObject => ({
  type: 'object',
  properties,
  required,
});

const FORMATS = [...formatNames('mcp'), 'changeTracking'];

const ACTION = {
  type: 'object',
  properties: {
    type: words('What is done', 'wait', 'click', 'write', 'press', 'scroll', 'screenshot', 'scrape', 'executeJavascript', 'pdf'),
    selector: text('CSS selector of the element'),
    milliseconds: wholeNumber(1, 'How long to wait'),
    text: text('What is written'),
    key: text('Key that is pressed'),
    direction: words('Where to scroll', 'up', 'down'),
    script: text('JavaScript that runs in the page'),
    fullPage: flag('The whole page in the picture'),
  },
  required: ['type'],
} as const; // prettier-ignore

/** How documents and structured data of any page are wanted: the same for pages, jobs and files. */
const CONVERSION = {
  formats: listOf({ type: 'string', enum: FORMATS }, 'Output formats. Default: markdown'),
  jsonOptions: object(
    {
      prompt: text('What to extract, in words'),
      schema: { type: 'object', description: 'JSON Schema of the data' },
    },
    'For the format json: prompt, schema or both',
  ),
  queryOptions: object(
    { prompt: text('The question'), mode: words('How it is answered', 'freeform', 'directQuote') },
    'For the format query',
  ),
  parsers: listOf(
    { type: 'string', enum: ['pdf', 'image'] },
    'How files are read; an empty list gives PDF files as base64',
  ),
  pdfOptions: object({ maxPages: wholeNumber(1, 'Pages that are read', 10_000) }, 'How PDF files are read'),
  onlyMainContent: flag('Without navigation, headers and footers. Default: true'),
  includeTags: listOf({ type: 'string' }, 'CSS selectors of the parts that are kept'),
  excludeTags: listOf({ type: 'string' }, 'CSS selectors of the parts that are left out'),
  removeBase64Images: flag('Without images inside of the text. Default: true'),
  timeout: wholeNumber(1, 'Timeout in milliseconds. Default: 30000'),
};

const VIEWPORT = object({ width: wholeNumber(1, 'In pixels'), height: wholeNumber(1, 'In pixels') });

const VISIT = {
  screenshotOptions: object(
    { fullPage: flag('The whole page'), quality: wholeNumber(1, 'Of the picture', 100), viewport: VIEWPORT },
    'For the format screenshot',
  ),
  waitFor: wholeNumber(0, 'Milliseconds to wait in a browser before the page is read', 60_000),
  mobile: flag('As a mobile device'),
  skipTlsVerification: flag('Accept certificates that cannot be trusted'),
  location: object({
    country: text('ISO 3166-1 alpha-2'),
    languages: listOf({ type: 'string' }, 'Preferred'),
  }),
  proxy: words('Which kind of proxy', 'basic', 'stealth', 'enhanced', 'auto'),
  maxAge: wholeNumber(0, 'An answer that is younger, in milliseconds, is good enough'),
  storeInCache: flag('Keep the answer for others of the same key'),
  session: text('Name of a stored session: pages behind its login'),
};

export const ofFiles = () => CONVERSION;

/** @param hasBrowser actions need one */
export const ofPages = (hasBrowser: boolean) => ({
  ...CONVERSION,
  ...VISIT,
  ...(hasBrowser
    ? { actions: listOf(ACTION, 'Actions in the page before it is read', { maxItems: 50 }) }
    : {}),
});

const TEXT = { type: 'string' } as const;

/** Fields of the offered formats; data of an extraction is returned as `json`. */
const FORMAT_FIELDS = Object.fromEntries(
  offeredFormats('mcp').flatMap(({ field, shape }) =>
    shape === 'data' ? [] : [[field, shape === 'lines' ? { type: 'array', items: TEXT } : TEXT]],
  ),
);

/** A page as it is answered. */
export const PAGE = {
  type: 'object',
  properties: {
    ...FORMAT_FIELDS,
    json: {},
    warning: TEXT,
    metadata: { type: 'object', description: 'Title, address, status code and more' },
  },
  required: ['metadata'],
} as const;

/** The state of a job with some of its pages. */
export const JOB: JsonSchemaObject = {
  type: 'object',
  properties: {
    id: TEXT,
    status: { type: 'string', enum: ['scraping', 'completed', 'failed', 'cancelled'] },
    total: { type: 'integer' },
    completed: { type: 'integer' },
    creditsUsed: { type: 'integer' },
    expiresAt: TEXT,
    data: { type: 'array', items: PAGE },
    next: { type: 'string', description: 'Where further pages are over HTTP' },
    nextCall: {
      type: 'object',
      description: 'The call of a tool that answers further pages',
      properties: { name: TEXT, arguments: { type: 'object' } },
    },
    error: TEXT,
    warning: TEXT,
    invalidURLs: { type: 'array', items: TEXT },
  },
  required: ['id', 'status', 'total', 'completed', 'creditsUsed', 'expiresAt', 'data'],
};
