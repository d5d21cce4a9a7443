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
export const READER_NAMES: BodyPaths = { timeoutMs: 'timeout' };

type OptionName = 'main' | 'links' | 'render';

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

/** A page request for markdown only. */
type ReaderPageRequest = PageRequest & { readonly formats: readonly ['markdown'] };

/** @throws InvalidRequestError */
export function toPageRequest({ query: sent, headers, target }: ReaderInput): ReaderPageRequest {
  const query = target === undefined ? readQuery(sent) : new Map<string, string>();
  const wish = <T>(name: OptionName, values: Readonly<Record<string, T>>) =>
    query.has(name)
      ? choose(name, query.get(name), values)
      : choose(`X-${name[0]!.toUpperCase()}${name.slice(1)}`, headerOf(headers, name), values);
  const main = wish('main', MAIN);
  const links = wish('links', LINKS);
  const render = wish('render', RENDER);
  return {
    url: checkedUrl(target === undefined ? (query.get('url') ?? '') : toAddress(target)),
    formats: ['markdown'],
    ...(main === undefined ? {} : { onlyMainContent: main }),
    ...(links === undefined ? {} : { markdownOptions: { links } }),
    ...(render === undefined ? {} : { render }),
  };
}

const FIELDS: ReadonlySet<string> = new Set([
  'url',
  'main',
  'links',
  'render',
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

function headerOf(headers: ReaderInput['headers'], name: OptionName): string | undefined {
  const value = headers[`x-${name}`];
  return typeof value === 'string' ? value.trim() : undefined;
}

function choose<T>(
  name: string,
  word: string | undefined,
  values: Readonly<Record<string, T>>,
): T | undefined {
  if (word === undefined || word === '') return undefined;
  const known = word.toLowerCase();
  if (Object.hasOwn(values, known)) return values[known];
  throw refusal(name, `must be one of ${Object.keys(values).join(', ')}`);
}

const refusal = (name: string, reason: string): InvalidRequestError =>
  InvalidRequestError.at([name], { code: 'contradiction', reason });
