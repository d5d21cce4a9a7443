import {
  CAPTION_MARK,
  descendants,
  isElement,
  isText,
  PICTURE_MARK,
  textOf,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { imageAddress, isTrackingPixel } from '@web-extract/documents/markup/dom/image-source.js';
import { resolveResource } from '@web-extract/documents/markup/dom/resolve-url.js';
import { inertTex } from '../write/inert-tex.js';
import type { Flow } from './flow.js';
import { writtenLink } from './format-link.js';
import type { Layout } from './layout.js';

export function formatImage(element: PageElement, flow: Flow, layout: Layout): void {
  const { images = 'inline' } = layout.options.markdownOptions ?? {};
  const emoji = emojiOf(element);
  if (emoji !== null) return flow.text(emoji);
  if (images === 'none' || isTrackingPixel(element)) return;
  const { alt } = element.attribs;
  if (images === 'alt') return alt?.trim() ? flow.text(alt) : undefined;
  const address = addressOf(element, layout);
  if (address !== null) return formatPicture(element, address, flow, layout);
  if (alt?.trim() && element.attribs[PICTURE_MARK] !== undefined)
    flow.atom('image', { address: '', text: alt });
  else if (alt?.trim() && !isSaidNearby(element, alt.trim())) flow.text(alt);
}

/** The caption of a picture with a description is its title; that of any other is a text below it. */
function formatPicture({ attribs }: PageElement, address: string, flow: Flow, layout: Layout): void {
  const { linkTitles = true } = layout.options.markdownOptions ?? {};
  const { alt, title, [CAPTION_MARK]: caption } = attribs;
  const isBelow =
    caption !== undefined && flow.mode === 'blocks' && !flow.inLink && (!alt?.trim() || !linkTitles);
  const shown = isBelow ? title : (caption ?? title);
  flow.atom('image', { address, text: alt, title: linkTitles ? shown : undefined });
  if (!isBelow) return;
  flow.endLine();
  flow.text(caption);
  flow.endLine();
}

const MAX_EMOJI_CHARS = 40;
const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\u20e3|\ufe0f|[#*\d]\ufe0f?\u20e3)+$/u;
const NAMED_EMOJI = /^:[\w+-]{1,38}:$/;
const EMOJI_CLASS = /(?:^|\s)(?:emoji|emojione|wp-smiley|twemoji)(?:\s|$)/;

/** The characters that a picture shows in their place: those of its description; null for other pictures. */
function emojiOf({ attribs }: PageElement): string | null {
  const alt = attribs['alt']?.trim();
  if (!alt || alt.length > MAX_EMOJI_CHARS) return null;
  if (EMOJI.test(alt)) return alt;
  return NAMED_EMOJI.test(alt) && EMOJI_CLASS.test(attribs['class'] ?? '') ? alt : null;
}

/** The description of a placeholder usually repeats the adjacent words. */
function isSaidNearby(image: PageElement, alt: string): boolean {
  let up = image.parent as PageElement | null;
  for (let step = 0; isElement(up) && step < 3; step++, up = up.parent as PageElement | null) {
    if (openingWords(up).includes(alt)) return true;
  }
  return false;
}

const MAX_NEARBY_NODES = 40;
const MAX_NEARBY_CHARS = 2000;

/** The first words below an element: a large one is not read for every image in it. */
function openingWords(element: PageElement): string {
  let text = '';
  let nodes = 0;
  for (const node of descendants(element)) {
    if (isText(node)) text += node.data;
    if (++nodes > MAX_NEARBY_NODES || text.length > MAX_NEARBY_CHARS) break;
  }
  return text.slice(0, MAX_NEARBY_CHARS);
}

function addressOf(element: PageElement, layout: Layout): string | null {
  const written = imageAddress(element);
  if (written !== null) return resolveResource(written, layout.options.baseUrl);
  const inline = element.attribs['src']?.trim();
  return !layout.options.removeBase64Images && inline && INLINE_PICTURE.test(inline) ? inline : null;
}

/** Raster images. SVG images may contain scripts that a markdown viewer might run. */
const INLINE_PICTURE = /^data:image\/(?:png|gif|jpe?g|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;

/** Writes embedded media and frames as links. */
export function formatEmbed(element: PageElement, flow: Flow, layout: Layout): void {
  flow.endLine();
  const address = mediaAddress(element, layout.options.baseUrl);
  if (address !== null && !isTrackingPixel(element) && !flow.inLink) {
    const link = writtenLink({ address }, layout);
    if (link) flow.open('link', link);
    flow.text(nameOf(element, address));
    if (link) flow.close();
  }
  flow.endLine();
}

function mediaAddress(element: PageElement, baseUrl: string): string | null {
  const sources = [element, ...element.children].filter((node): node is PageElement =>
    isElement(node as PageElement),
  );
  for (const { attribs, name } of sources) {
    if (name !== element.name && name !== 'source') continue;
    const written = attribs['src'] ?? attribs['data-src'] ?? attribs['data-lazy-src'];
    const address = written === undefined ? null : resolveResource(written, baseUrl);
    if (address !== null) return address;
  }
  return null;
}

function nameOf({ name, attribs }: PageElement, address: string): string {
  const title = attribs['title'] ?? attribs['aria-label'];
  if (title?.trim()) return title;
  return name === 'iframe' ? new URL(address).hostname : name === 'audio' ? 'Audio' : 'Video';
}

/** A formula; the cleaning stage left its TeX in the element. */
export function formatMath(element: PageElement, flow: Flow): void {
  const text = inertTex(textOf(element)).trim();
  if (text === '') return;
  if (element.attribs['display'] !== 'block' || flow.mode !== 'blocks')
    return flow.atom('math', { text: inLine(text, flow) });
  flow.endLine();
  flow.addLeaf('math-block', { text });
}

/** In a cell a bar ends it, and renderers differ on the backslashes before it: TeX has names for both. */
function inLine(text: string, flow: Flow): string {
  const line = text.replace(/\s+/g, ' ');
  return flow.mode === 'cell' ? line.replace(/\\\|/g, '\\Vert ').replace(/\|/g, '\\vert ') : line;
}
