import { isElement, type DomTree, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { resolveResource } from '@web-extract/documents/markup/dom/resolve-url.js';
import type { OnwardPages } from '../../model/page/conversion.js';
import { isImmediate, parseRefresh, type Refresh } from '../../web/url/read-refresh.js';

/** A page of frames has two or three of its own site. */
const MAX_FRAMES = 8;

/** The pages that a page shows instead of its own content; undefined if there are none. */
export function onwardPages(document: DomTree): OnwardPages | undefined {
  const refresh = refreshOf(document);
  const leadsTo = refresh && isImmediate(refresh) ? refresh.url : null;
  const frames = framesOfSet(document);
  return leadsTo === null && frames.length === 0 ? undefined : { refresh: leadsTo, frames };
}

/** Target and delay of the first `meta` element that is a refresh. */
export function refreshOf(document: DomTree): Refresh | null {
  const content = refreshElement(document)?.attribs['content'];
  return content === undefined ? null : parseRefresh(content, document.url, document.baseUrl);
}

/** The first `meta` element that is a refresh; that of readers without scripts does not count. */
export function refreshElement({ statements }: DomTree): PageElement | undefined {
  return statements.find(
    ({ name, attribs, parent }) =>
      name === 'meta' &&
      attribs['http-equiv']?.trim().toLowerCase() === 'refresh' &&
      !(isElement(parent) && parent.name === 'noscript'),
  );
}

/** URL of a frame that belongs to the site of its page; null for those of other hosts. */
export function frameUrl({ attribs }: PageElement, { url, baseUrl }: DomTree): string | null {
  const target = resolveResource(attribs['src'] ?? '', baseUrl)?.split('#', 1)[0];
  return target !== undefined && hostOf(target) === hostOf(url) ? target : null;
}

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, '');

function framesOfSet(document: DomTree): string[] {
  const urls = framesOf(document).flatMap((frame) => frameUrl(frame, document) ?? []);
  return [...new Set(urls)].filter((url) => url !== document.url).slice(0, MAX_FRAMES);
}

/** Frames of the framesets at the top of a page. */
export function framesOf({ root }: DomTree): PageElement[] {
  const frames: PageElement[] = [];
  const open: unknown[] = [root];
  for (let node = open.pop() as PageElement | undefined; node; node = open.pop() as PageElement | undefined) {
    if (node.name === 'frame') frames.push(node);
    else if (node === (root as unknown) || HOLDERS.has(node.name)) open.push(...[...node.children].reverse());
  }
  return frames;
}

const HOLDERS: ReadonlySet<string> = new Set(['html', 'body', 'frameset']);
