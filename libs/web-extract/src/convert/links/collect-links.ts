import type { PageLink } from '../../model/page/page.js';
import {
  isElement,
  nextNode,
  textOf,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { frameUrl, refreshElement, refreshOf } from './onward-pages.js';
import { resolveLink } from '@web-extract/documents/markup/dom/resolve-url.js';

const MAX_TEXT_CHARS = 200;
const NOFOLLOW = /(?:^|\s)(?:nofollow|ugc|sponsored)(?:\s|$)/i;

/**
 * Every place the page leads to: absolute http(s) addresses, unique, in document order. Links within the page itself
 * are left out.
 */
export function collectLinks(document: DomTree): string[] {
  const links = new Set<string>();
  for (const { url, fragment } of linkElements(document)) links.add(url + fragment);
  return [...links];
}

/** Like {@link collectLinks} but without fragments, with the words of the first anchor that leads there and whether none may be followed. */
export function collectAnchors(document: DomTree): PageLink[] {
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

/** URL of the sitemap that the page names; null for none. */
export function sitemapLink({ statements, baseUrl }: DomTree): string | null {
  const link = statements.find(
    ({ name, attribs }) => name === 'link' && attribs['rel']?.trim().toLowerCase() === 'sitemap',
  );
  return linkTarget(link?.attribs['href'], baseUrl);
}

interface Link {
  /** Without fragment. */
  readonly url: string;
  /** With its number sign; empty when there is none. */
  readonly fragment: string;
  readonly element: PageElement;
}

function linkElements(document: DomTree): Link[] {
  const { root, url: pageUrl } = document;
  const links: Link[] = [];
  const ownUrl = withoutFragment(pageUrl);
  for (let node = nextNode(root, root); node; node = nextNode(node, root)) {
    if (!isElement(node)) continue;
    const target = targetOf(node, document);
    if (target === null) continue;
    const url = withoutFragment(target);
    const fragment = target.slice(url.length);
    if (fragment === '' || url !== ownUrl) links.push({ url, fragment, element: node });
  }
  return links;
}

/** Links, those of pictures (SVG), frames of the site, and where a page sends its readers. */
function targetOf(element: PageElement, document: DomTree): string | null {
  const { name, attribs } = element;
  if (name === 'a' || name === 'area')
    return linkTarget(attribs['href'] ?? attribs['xlink:href'], document.baseUrl);
  if (name === 'frame' || name === 'iframe') return frameUrl(element, document);
  if (name !== 'meta' || attribs['http-equiv'] === undefined) return null;
  const target = element === refreshElement(document) ? (refreshOf(document)?.url ?? null) : null;
  return target === document.url ? null : target;
}

function linkTarget(href: string | undefined, baseUrl: string): string | null {
  if (href === undefined || href.trimStart().startsWith('#')) return null;
  const url = resolveLink(href, baseUrl);
  return url !== null && /^https?:/.test(url) ? url : null;
}

function withoutFragment(url: string): string {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
}

function anchorText(element: PageElement): string {
  const { attribs } = element;
  const candidates = [textOf(element), attribs['aria-label'], attribs['title'], attribs['alt']];
  const text = candidates.map((candidate) => candidate?.replace(/\s+/g, ' ').trim()).find(Boolean);
  return (text ?? '').slice(0, MAX_TEXT_CHARS);
}
