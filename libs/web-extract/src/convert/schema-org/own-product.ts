import { parseUrl } from '../../web/url/parse-url.js';
import { foldText } from './schema-values.js';

/** What a page is about, to recognize its own product. */
export interface ProductPage {
  readonly url: string;
  readonly heading: string | null;
}

/** The statements of a product that identify it. */
export interface ProductIdentity {
  readonly name: string;
  /** Addresses, paths and slugs. */
  readonly addresses: readonly string[];
  /** Numbers and codes. */
  readonly codes: readonly string[];
}

/** Shorter codes, and shorter ones without letters, are found in many addresses. */
const MIN_CODE_CHARS = 4;
const MIN_DIGITS = 5;

/** Compares products with the page that states them. */
export class OwnProduct {
  private readonly heading: string;
  private readonly path: string;
  private readonly codes: ReadonlySet<string>;

  constructor(private readonly page: ProductPage) {
    const url = parseUrl(page.url);
    this.heading = foldText(page.heading);
    this.path = plainPath(url?.pathname ?? '');
    const words = decoded(`${url?.pathname ?? ''} ${url?.search ?? ''}`).toLowerCase();
    this.codes = new Set(words.split(/[^\p{L}\p{N}]+/u));
  }

  /** Agreement of a product with the name and the address of the page: 0 for another product. */
  agreement({ name, addresses, codes }: ProductIdentity): number {
    const paths = addresses.map((address) => this.agrees(address));
    if (paths.includes(false) && !paths.includes(true)) return 0;
    const hasName = this.heading !== '' && foldText(name) === this.heading;
    const hasCode = codes.some((code) => this.hasCode(code));
    return (paths.includes(true) ? 4 : 0) + (hasName ? 2 : 0) + (hasCode ? 1 : 0);
  }

  private hasCode(code: string): boolean {
    const least = /^\d*$/.test(code) ? MIN_DIGITS : MIN_CODE_CHARS;
    return code.length >= least && this.codes.has(code.toLowerCase());
  }

  /** Null for a slug that is not in the address: it may be a part of another one. */
  private agrees(address: string): boolean | null {
    if (this.path === '') return null;
    if (!address.includes('/')) return plainPath(address) === this.path.replace(/^.*\//, '') || null;
    const url = parseUrl(address, this.page.url);
    if (!url || !/^https?:$/.test(url.protocol)) return null;
    const path = plainPath(url.pathname);
    return path === this.path || (/^(?:https?:\/)?\//.test(address) && path !== '' ? false : null);
  }
}

/** The one product of the page among candidates with different prices; null if it is unclear which one it is. */
export function onlyOwn<
  T extends { readonly agreement: number; readonly amount: number; readonly weight: number },
>(candidates: readonly T[]): T | null {
  const most = candidates.reduce((best, { agreement }) => Math.max(best, agreement), 0);
  const own = most === 0 ? [] : candidates.filter(({ agreement }) => agreement === most);
  const [first] = own;
  if (!first || own.some(({ amount }) => amount !== first.amount)) return null;
  return own.reduce((fullest, one) => (one.weight > fullest.weight ? one : fullest));
}

const plainPath = (path: string): string =>
  decoded(path)
    .toLowerCase()
    .replace(/\.html?$/, '')
    .replace(/^\/{1,9}/, '')
    .replace(/\/$/, '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
