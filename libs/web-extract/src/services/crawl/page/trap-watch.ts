import { createHash } from 'node:crypto';
import type { CrawlUrl } from '../../../model/crawl/crawl.js';
import type { Page } from '../../../model/page/page.js';
import { growthOf, type Growth } from '../../../web/scope/growing-url.js';

/** Pages like those that lead to them which are kept, by how their addresses grow: a path that repeats itself says more than a number that counts. */
const MOST_ALIKE = { repeats: 2, counts: 20 } as const;
const MAX_TEXTS = 2_000;
const MAX_PAGES = 5_000;
/** Enough to tell pages apart; all of it would cost more than it says. */
const MAX_TEXT_CHARS = 4_000;
/** Longer targets and addresses do not occur, and bound the search for their ends. */
const IMAGE = /!\[([^[\]]{0,500})\]\([^()\s]{0,2000}?([^()\s/]{0,200})\)/g;
const LINK_TARGET = /\]\([^()\s]{0,2000}\)|https?:\/\/[^\s)\]>"]{0,2000}/g;

/**
 * Notices endless sites by their content: pages whose addresses grow from the page that leads to them (repeated segments, counters, deeper
 * folders, longer queries) and whose text is that of this page but for numbers. Remembers them for one crawl in one process.
 */
export class TrapWatch {
  private readonly counts = new Map<string, number>();
  private readonly texts = new Map<string, string>();

  /** True for a page that shows once more what the pages that led to it showed: it is left, and its links are not followed. */
  catches({ url, foundOn, rule }: Pick<CrawlUrl, 'url' | 'foundOn' | 'rule'>, page: Page): boolean {
    const growth = rule === 'link' && foundOn !== null ? growthOf(url, foundOn) : null;
    const text = growth === null ? null : (page.markdown ?? page.searchText ?? null);
    if (growth === null || foundOn === null || text === null) return false;
    const signature = signatureOf(text, page.url, growth);
    remember(this.texts, `${growth} ${page.url}`, signature, MAX_PAGES);
    if (this.texts.get(`${growth} ${foundOn}`) !== signature) return false;
    const name = `${growth} ${signature}`;
    const count = (this.counts.get(name) ?? 0) + 1;
    remember(this.counts, name, count, MAX_TEXTS);
    return count > MOST_ALIKE[growth];
  }
}

/** The latest are remembered. */
function remember<T>(entries: Map<string, T>, key: string, value: T, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > most) entries.delete(entries.keys().next().value!);
}

/**
 * Hash of a text without its numbers and the targets of its links; where segments repeat, also without the address of its page, which soft 404s
 * name. Names of image files count.
 */
function signatureOf(text: string, url: string, growth: Growth): string {
  const { host, pathname, search } = new URL(url);
  const spellings = growth === 'repeats' ? [pathname + search, decoded(pathname), pathname] : [];
  const own = spellings.filter((part) => part.length > 1);
  const images: string[] = [];
  const plain = text
    .slice(0, MAX_TEXT_CHARS)
    .replace(IMAGE, (_, description: string, file: string) => {
      images.push(file);
      return description;
    })
    .replace(LINK_TARGET, ']');
  const bare = own.reduce((rest, part) => rest.replaceAll(part, ''), plain).replace(/\d+/g, '0');
  return createHash('sha1')
    .update([host, bare, ...images].join('\n'))
    .digest('base64url');
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
