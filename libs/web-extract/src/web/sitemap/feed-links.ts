import { parseUrl } from '../url/parse-url.js';
import { decodeXmlReferences } from '@web-extract/documents/markup/decode/xml-references.js';

/** Longest tag that is read. */
const MAX_TAG_CHARS = 2_000;
const FEED = /^application\/(?:rss|atom)\+xml(?:;|$)/i;

/** Returns the URLs of feeds that a page names in its `link` elements: at most `most`, in order, without duplicates. */
export function feedLinks(html: string, base: string, most: number): string[] {
  const found = new Set<string>();
  for (let at = nextLink(html, 0); at >= 0 && found.size < most; at = nextLink(html, at + 1)) {
    const end = html.indexOf('>', at);
    if (end < 0) break;
    const url = feedOf(html.slice(at, Math.min(end, at + MAX_TAG_CHARS)), base);
    if (url !== null) found.add(url);
    at = end;
  }
  return [...found];
}

function nextLink(html: string, from: number): number {
  const tag = /<link\s/gi;
  tag.lastIndex = from;
  return tag.exec(html)?.index ?? -1;
}

function feedOf(tag: string, base: string): string | null {
  const isAlternate = /\balternate\b/i.test(attribute(tag, 'rel') ?? '');
  const href = attribute(tag, 'href');
  if (!isAlternate || href === null || !FEED.test((attribute(tag, 'type') ?? '').trim())) return null;
  const url = parseUrl(decodeXmlReferences(href.trim()), base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

function attribute(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return match ? (match[1] ?? match[2] ?? match[3] ?? null) : null;
}
