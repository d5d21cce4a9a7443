import { Document } from 'domhandler';
import type { DomTree } from '../dom/nodes.js';
import { resolveResource } from '../dom/resolve-url.js';
import { PageScanner } from './page-scanner.js';
import { TreeBuilder } from './tree-builder.js';

/** Browsers and servers take no longer address. Each relative link of the page would become as long as its base. */
const MAX_BASE_CHARS = 2000;

/** Parses a page. Comments and directives are omitted. Never throws. */
export function parseHtml(html: string, url: string): DomTree {
  const builder = new TreeBuilder(new Document([]));
  new PageScanner(html.includes('\0') ? html.replaceAll('\0', '') : html, builder).run();
  const { root, truncated, statements } = builder;
  const base = statements.find(({ name, attribs }) => name === 'base' && attribs['href'] !== undefined);
  return { root, url, baseUrl: baseUrlOf(base?.attribs['href'], url), truncated, statements };
}

/**
 * The first `base` with a URL is used unless it is not http(s), which would resolve all links to a script, or far too long.
 * @see https://html.spec.whatwg.org/multipage/semantics.html#the-base-element
 */
function baseUrlOf(href: string | undefined, url: string): string {
  if (href === undefined || href.length > MAX_BASE_CHARS) return url;
  return resolveResource(href, url) ?? url;
}
