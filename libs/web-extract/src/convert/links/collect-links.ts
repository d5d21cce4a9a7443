import type { PageLink } from '../../model/page/page.js';
import {
  isElement,
  nextNode,
  textOf,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { isLogoutText } from '../../web/sessions/link-words.js';
import { frameUrl, refreshElement, refreshOf } from './onward-pages.js';
import { resolveResource } from '@web-extract/documents/markup/dom/resolve-url.js';

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
  const anchors = new Map<string, CollectedLink>();
  for (const { url, element } of linkElements(document)) {
    const nofollow = NOFOLLOW.test(element.attribs['rel'] ?? '');
    const known = anchors.get(url);
    const text = anchorText(element);
    const effect = effectOf(element, text);
    if (!known) {
      anchors.set(url, { url, text, nofollow, ...(effect ? { effect } : {}) });
    } else {
      if (!nofollow) known.nofollow = false;
      if (known.text === '') known.text = text;
      if (effect) known.effect ??= effect;
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

interface CollectedLink {
  url: string;
  text: string;
  nofollow: boolean;
  effect?: NonNullable<PageLink['effect']>;
}

/** What a link says about itself: that it logs out, or that it sends or confirms a change. */
function effectOf(element: PageElement, text: string): PageLink['effect'] {
  const { attribs } = element;
  const method = attribs['data-method'] ?? attribs['data-turbo-method'];
  if (isLogoutText(text) || isLogoutText(attribs['aria-label']?.trim() ?? '')) return 'logout-link';
  if (text === '' && isLogoutText(imageAlt(element))) return 'logout-link';
  if (method !== undefined && method.toLowerCase() !== 'get') return 'unsafe-link';
  if (attribs['data-confirm'] !== undefined || attribs['data-turbo-confirm'] !== undefined)
    return 'unsafe-link';
  return attribs['onclick']?.includes('confirm(') ? 'unsafe-link' : undefined;
}

/** Alternative text of the first image of a link. */
function imageAlt(element: PageElement): string {
  for (let node = nextNode(element, element); node; node = nextNode(node, element))
    if (isElement(node) && node.name === 'img') return node.attribs['alt']?.trim() ?? '';
  return '';
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
  return resolveResource(href, baseUrl);
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
