import { decodeText } from '@web-extract/documents/markup/decode/decode-text.js';
import { sniffType } from '@web-extract/documents/markup/decode/sniff-type.js';
import {
  descendants,
  findElement,
  isElement,
  PageElement,
  type DomTree,
} from '@web-extract/documents/markup/dom/nodes.js';
import { resolveUrl } from '@web-extract/documents/markup/dom/resolve-url.js';
import { appendNode, moveChildren } from '@web-extract/documents/markup/dom/tree-edits.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import type { FrameResponse } from '../model/page/conversion.js';
import { frameUrl, framesOf } from './links/onward-pages.js';

/** Attributes with a URL, which is relative to the page of the frame. */
const ADDRESSES = ['href', 'src', 'xlink:href', 'poster'];

/** Adds the pages of frames to the body of a page of frames, in their order. */
export function includeFrames(document: DomTree, responses: readonly FrameResponse[]): void {
  const byUrl = new Map(responses.map((response) => [response.requestedUrl, response]));
  const frames = framesOf(document).map((frame) => frameUrl(frame, document));
  const sections = [...new Set(frames)].flatMap((url) => sectionOf(byUrl.get(url ?? '')) ?? []);
  if (sections.length === 0) return;
  const body = findElement(document.root, 'body') ?? new PageElement('body', {});
  if (!body.parent) appendNode(findElement(document.root, 'html') ?? document.root, body);
  for (const section of sections) appendNode(body, section);
}

function sectionOf(response: FrameResponse | undefined): PageElement | null {
  if (!response) return null;
  const { body, url, contentType } = response;
  const type = sniffType(body, contentType);
  if (type.kind !== 'html') return null;
  const page = parseHtml(decodeText(body, { charset: type.charset, declaration: 'html' }).text, url);
  for (const node of descendants(page.root)) if (isElement(node)) resolveAddresses(node, page.baseUrl);
  const section = new PageElement('div', {});
  moveChildren(findElement(page.root, 'body') ?? page.root, section);
  return section;
}

function resolveAddresses({ attribs }: PageElement, baseUrl: string): void {
  for (const name of ADDRESSES) {
    const value = attribs[name];
    if (value !== undefined && value.trim() !== '') attribs[name] = resolveUrl(value, baseUrl) ?? value;
  }
}
