import type { AnyNode } from 'domhandler';
import { descendants, isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { imageAddress, isTrackingPixel } from '@web-extract/documents/markup/dom/image-source.js';

/**
 * Shorter texts request that scripts be enabled; longer ones are the page for readers without scripts, as in
 * forum software. 5 of 40 forum pages of the development set have no other text.
 */
const MIN_PAGE_CHARS = 500;

/** Nodes that are looked at for images in each element before a noscript: many can follow the same element. */
const MAX_TWIN_NODES = 200;

const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:$|[?#/:])/i;

/** Returns true if this noscript contains the page itself. */
export function isScriptlessPage(noscript: PageElement): boolean {
  const text = beginningOf(noscript);
  return text.length >= MIN_PAGE_CHARS && !text.startsWith('<'); // markup as text: images for trackers
}

/** Returns the text until it is as long as a page: of nested ones, each would otherwise be read to its end. */
function beginningOf(noscript: PageElement): string {
  let text = '';
  for (const node of descendants(noscript)) {
    if (!isText(node)) continue;
    text += text === '' ? node.data.trimStart() : node.data;
    if (text.length >= MIN_PAGE_CHARS && node.data.trim() !== '') return text;
  }
  return text.trimEnd();
}

/**
 * Returns the replacement of a noscript: nothing for text or a copy of the preceding image; its URL is moved
 * to a lazy image before it; otherwise its images, if they occur only here.
 */
export function cleanNoscript(noscript: PageElement, before: readonly AnyNode[]): AnyNode[] | null {
  const images = onlyImages(noscript);
  if (images === null) return null;
  const seen = before.flatMap(imagesOf);
  const twins = seen.filter((other) => imageAddress(other) === null);
  twins.slice(0, images.length).forEach((twin, at) => {
    twin.attribs['src'] = imageAddress(images[at]!) ?? '';
  });
  return seen.length > 0 ? null : images;
}

/** Returns the images of a noscript without other visible content; null if it contains text or no images. */
function onlyImages(noscript: PageElement): PageElement[] | null {
  const images: PageElement[] = [];
  for (const node of descendants(noscript)) {
    if (isText(node) && node.data.trim() !== '') return null;
    if (isElement(node) && node.name === 'img' && isPicture(node)) images.push(node);
  }
  return images.length > 0 ? images : null;
}

/** Tracking images have neither a visible size nor an image file name. */
function isPicture(image: PageElement): boolean {
  const address = imageAddress(image);
  if (address === null || isTrackingPixel(image)) return false;
  return IMAGE_FILE.test(address) || !!image.attribs['alt']?.trim() || image.attribs['srcset'] !== undefined;
}

function imagesOf(node: AnyNode): PageElement[] {
  if (!isElement(node)) return [];
  if (node.name === 'img') return [node];
  const images: PageElement[] = [];
  let left = MAX_TWIN_NODES;
  for (const inner of descendants(node)) {
    if (left-- <= 0) break;
    if (isElement(inner) && inner.name === 'img') images.push(inner);
  }
  return images;
}
