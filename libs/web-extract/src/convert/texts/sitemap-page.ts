import { decodeXmlReferences } from '@web-extract/documents/markup/decode/xml-references.js';
import { escapeHtml } from './html-text.js';
import { readXml, type XmlHandler } from './read-xml.js';

interface SitemapLine {
  loc: string;
  lastmod: string;
}

const ROOTS = new Set(['urlset', 'sitemapindex']);
const ENTRIES = new Set(['url', 'sitemap']);

/**
 * A sitemap or sitemap index as a page with a list of its links; null when the text is none.
 * @see https://www.sitemaps.org/protocol.html
 */
export function sitemapPage(xml: string): string | null {
  const reader = new SitemapReader();
  readXml(xml, reader);
  return ROOTS.has(reader.root) ? `<ul>${reader.lines.map(listItem).join('')}</ul>` : null;
}

class SitemapReader implements XmlHandler {
  readonly lines: SitemapLine[] = [];
  root = '';
  private name = '';

  onOpen(name: string, _: ReadonlyMap<string, string>, path: readonly string[]): void {
    if (path.length === 0) this.root = name;
    if (ENTRIES.has(name)) this.lines.push({ loc: '', lastmod: '' });
    this.name = name;
  }

  onClose(): void {
    this.name = '';
  }

  onText(raw: string): void {
    this.onCharacterData(decodeXmlReferences(raw));
  }

  onCharacterData(text: string): void {
    const line = this.lines.at(-1);
    if (line && (this.name === 'loc' || this.name === 'lastmod')) line[this.name] += text;
  }
}

function listItem({ loc, lastmod }: SitemapLine): string {
  const address = escapeHtml(loc.trim());
  const changed = lastmod.trim() === '' ? '' : ` (${escapeHtml(lastmod.trim())})`;
  return address === '' ? '' : `<li><a href="${address}">${address}</a>${changed}</li>`;
}
