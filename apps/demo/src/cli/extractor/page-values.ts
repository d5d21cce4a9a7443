import { CommandError } from '../command';

const SHAPE =
  'it must be an object of values by address, as in {"https://shop.example/lamp": {"price": 9.5}}';

/** Values of pages by their address, from a file, and the addresses in the file that are none of the pages. */
export interface PageValues {
  readonly byPage: ReadonlyMap<string, unknown>;
  readonly others: readonly string[];
}

/**
 * Finds the values of pages in the content of a file. Addresses are compared as URLs: `https://a.example` is `https://a.example/`.
 * @throws CommandError for content of another shape, and where no address is one of the pages
 */
export function pageValues(content: unknown, urls: readonly string[], file: string): PageValues {
  if (!isObject(content)) throw new CommandError(`${file} has ${kindOf(content)}: ${SHAPE}`);
  const pages = new Map(urls.map((url) => [comparable(url), url]));
  const byPage = new Map<string, unknown>();
  const others: string[] = [];
  for (const [address, values] of Object.entries(content)) {
    const page = pages.get(comparable(address));
    if (page === undefined) others.push(address);
    else if (isObject(values)) byPage.set(page, values);
    else throw new CommandError(`${file} has ${kindOf(values)} for ${address}: ${SHAPE}`);
  }
  if (byPage.size > 0) return { byPage, others };
  const found = others[0] === undefined ? 'is empty' : `has ${others[0]}, which is none of the pages`;
  throw new CommandError(`${file} ${found}: ${SHAPE}`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value === null) return 'null';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

const comparable = (address: string): string =>
  URL.canParse(address) ? new URL(address).href : address.trim();
