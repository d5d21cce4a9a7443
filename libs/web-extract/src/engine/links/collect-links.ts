import type { PageLink } from '../../model/page.js';
import { descendants, isElement, textOf, type HtmlDocument, type PageElement } from '../html/nodes.js';
import { resolveLink } from '../html/resolve-url.js';

const MAX_TEXT_CHARS = 200;
const NOFOLLOW = /(?:^|\s)(?:nofollow|ugc|sponsored)(?:\s|$)/i;

/**
 * Every place the page leads to: absolute http(s) addresses without fragment, unique, in document order. Links within
 * the page itself are left out.
 */
export function collectLinks(document: HtmlDocument): string[] {
  const links = new Set<string>();
  for (const { url } of linkElements(document)) links.add(url);
  return [...links];
}

/** Like {@link collectLinks}, with the words of the first anchor that leads there and whether none may be followed. */
export function collectAnchors(document: HtmlDocument): PageLink[] {
  const anchors = new Map<string, { url: string; text: string; nofollow: boolean }>();
  for (const { url, element } of linkElements(document)) {
    const nofollow = NOFOLLOW.test(element.attribs['rel'] ?? '');
    const known = anchors.get(url);
    if (!known) {
      anchors.set(url, { url, text: anchorText(element), nofollow });
    } else {
      if (!nofollow) known.nofollow = false;
      if (known.text === '') known.text = anchorText(element);
    }
  }
  return [...anchors.values()];
}

function* linkElements(document: HtmlDocument): Generator<{ url: string; element: PageElement }> {
  for (const node of descendants(document.root)) {
    if (!isElement(node) || (node.name !== 'a' && node.name !== 'area')) continue;
    const url = linkTarget(node.attribs['href'], document.baseUrl);
    if (url !== null) yield { url, element: node };
  }
}

function linkTarget(href: string | undefined, baseUrl: string): string | null {
  if (href === undefined || href.trimStart().startsWith('#')) return null;
  const url = resolveLink(href, baseUrl);
  if (url === null || !/^https?:/.test(url)) return null;
  const fragment = url.indexOf('#');
  return fragment < 0 ? url : url.slice(0, fragment);
}

function anchorText(element: PageElement): string {
  const text =
    textOf(element) ||
    (element.attribs['aria-label'] ?? element.attribs['title'] ?? element.attribs['alt'] ?? '');
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_CHARS);
}
