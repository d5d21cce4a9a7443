import { InvalidRequestError } from '../../model/errors.js';
import type { MarkdownOptions } from '../../model/page/markdown-options.js';
import type { PageRequest, RenderMode } from '../../model/page/page-request.js';
import { MAX_URL_CHARS } from '../fields/page.fields.js';
import type { Asked } from '../bodies/body.js';
import type { BodyPaths } from '../errors/body-paths.js';

/** The query of `GET /r`. */
export interface ReaderQuery {
  /** Address of the page. */
  readonly url: string;
  /** `false` keeps navigation, headers, footers and asides; also as header `X-Main`. Default: `true`. */
  readonly main?: 'true' | 'false';
  /** Link format; also as header `X-Links`. `false` means `text`. Default: `inline`. */
  readonly links?: 'inline' | 'text' | 'reference' | 'true' | 'false';
  /** When a browser renders the page; also as header `X-Render`. Default: the host's `browser.render`. */
  readonly render?: 'auto' | 'always' | 'never' | 'true' | 'false';
  /** CSS selectors of the parts to keep; also as header `X-Target-Selector`. */
  readonly targetSelector?: string;
  /** CSS selectors of the parts to remove; also as header `X-Remove-Selector`. */
  readonly removeSelector?: string;
  /** Timeout in seconds, more than 0; also as header `X-Timeout`. Default: that of a scrape. */
  readonly timeout?: string;
  /** Format of the answer; also as header `X-Return-Format`. Default: `markdown`. */
  readonly returnFormat?: 'markdown' | 'html';
}

/** Inputs of a request to the reader. */
export interface ReaderInput {
  /** Query of `/r?url=`. */
  readonly query: Asked<ReaderQuery>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Everything behind `/r/`; undefined for `/r?url=`. */
  readonly target: string | undefined;
}

/** Names of the fields in messages. */
export const READER_NAMES: BodyPaths = {
  timeoutMs: 'timeout',
  includeSelectors: 'targetSelector',
  excludeSelectors: 'removeSelector',
};

type OptionName = Exclude<keyof ReaderQuery, 'url'>;

/** Values of each option, by their words. */
const MAIN: Readonly<Record<string, boolean>> = { true: true, false: false };
const LINKS: Readonly<Record<string, NonNullable<MarkdownOptions['links']>>> = {
  inline: 'inline',
  text: 'text',
  reference: 'reference',
  true: 'inline',
  false: 'text',
};
const RENDER: Readonly<Record<string, RenderMode>> = {
  auto: 'auto',
  always: 'always',
  never: 'never',
  true: 'always',
  false: 'never',
};

const FORMATS = { markdown: 'markdown', html: 'html' } as const;
type ReaderFormat = (typeof FORMATS)[keyof typeof FORMATS];

/** A page request for the format of the answer only. */
type ReaderPageRequest = PageRequest & { readonly formats: readonly [ReaderFormat] };

/** @throws InvalidRequestError */
export function toPageRequest({ query: sent, headers, target }: ReaderInput): ReaderPageRequest {
  const query = target === undefined ? readQuery(sent) : new Map<string, string>();
  const wordOf = (name: OptionName): Word =>
    query.has(name)
      ? { name, word: query.get(name) }
      : { name: headerName(name), word: headerOf(headers, headerName(name)) };
  const chosen = <T>(name: OptionName, values: Readonly<Record<string, T>>) => choose(wordOf(name), values);
  const main = chosen('main', MAIN);
  const links = chosen('links', LINKS);
  const render = chosen('render', RENDER);
  const { word: include } = wordOf('targetSelector');
  const { word: exclude } = wordOf('removeSelector');
  const timeoutMs = secondsOf(wordOf('timeout'));
  return {
    url: checkedUrl(target === undefined ? (query.get('url') ?? '') : toAddress(target)),
    formats: [chosen('returnFormat', FORMATS) ?? 'markdown'],
    ...(main === undefined ? {} : { onlyMainContent: main }),
    ...(links === undefined ? {} : { markdownOptions: { links } }),
    ...(render === undefined ? {} : { render }),
    ...(include ? { includeSelectors: [include] } : {}),
    ...(exclude ? { excludeSelectors: [exclude] } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

const FIELDS: ReadonlySet<string> = new Set([
  'url',
  'main',
  'links',
  'render',
  'targetSelector',
  'removeSelector',
  'timeout',
  'returnFormat',
] satisfies (keyof ReaderQuery)[]);

/**
 * Validates the query of `/r?url=`. If the URL is not encoded, the part after its first `&` is an unknown field here.
 */
function readQuery(query: Asked<ReaderQuery>): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    if (!FIELDS.has(name))
      throw refusal('url', `must be percent-encoded: ${name.slice(0, 50)} is no field here`);
    if (typeof value !== 'string') throw refusal(name, 'must be there once');
    fields.set(name, value);
  }
  return fields;
}

/** Decodes the URL in a path. Proxies merge the slashes of the scheme, and some clients encode the whole URL. */
function toAddress(target: string): string {
  const isEncoded = /^\/*https?(?:%3a|:%2f)/i.test(target);
  const text = isEncoded ? decoded(target) : target;
  return text.replace(/^\/+/, '').replace(/^(https?):\/*/i, '$1://');
}

function decoded(target: string): string {
  const [path = '', ...query] = target.split('?');
  try {
    return [decodeURIComponent(path), ...query].join('?');
  } catch {
    return target;
  }
}

function checkedUrl(url: string): string {
  if (url.length > MAX_URL_CHARS)
    throw InvalidRequestError.at(['url'], { code: 'chars', most: MAX_URL_CHARS });
  return url;
}

/** `X-Return-Format` of `returnFormat`. */
function headerName(name: OptionName): string {
  return `X-${name[0]!.toUpperCase()}${name.slice(1).replace(/[A-Z]/g, '-$&')}`;
}

function headerOf(headers: ReaderInput['headers'], name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value.trim() : undefined;
}

interface Word {
  /** As the client wrote it. */
  readonly name: string;
  readonly word: string | undefined;
}

function choose<T>({ name, word }: Word, values: Readonly<Record<string, T>>): T | undefined {
  if (word === undefined || word === '') return undefined;
  const known = word.toLowerCase();
  if (Object.hasOwn(values, known)) return values[known];
  throw refusal(name, `must be one of ${Object.keys(values).join(', ')}`);
}

function secondsOf({ name, word }: Word): number | undefined {
  if (word === undefined || word === '') return undefined;
  const seconds = Number(word);
  if (!/^\d{1,6}(?:\.\d{1,3})?$/.test(word) || seconds === 0)
    throw refusal(name, 'must be a number of seconds');
  return Math.round(seconds * 1000);
}

const refusal = (name: string, reason: string): InvalidRequestError =>
  InvalidRequestError.at([name], { code: 'contradiction', reason });
