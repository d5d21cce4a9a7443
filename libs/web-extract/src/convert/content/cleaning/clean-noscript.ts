import type { AnyNode } from 'domhandler';
import { descendants, isElement, isText, type PageElement } from '../../../markup/dom/nodes.js';
import { imageAddress, isTrackingPixel } from '../../../markup/dom/image-source.js';

/**
 * Shorter texts ask for scripts to be enabled; longer ones are the page itself for readers without them, as forum
 * software sends it. 5 of 40 forum pages of the development set have no other text.
 */
const MIN_PAGE_CHARS = 500;

const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:$|[?#/:])/i;

/** The page itself stands in this noscript. */
export function isScriptlessPage(noscript: PageElement): boolean {
  const text = noscript.textContent.trim();
  return text.length >= MIN_PAGE_CHARS && !text.startsWith('<'); // markup as text: images for trackers
}

/**
 * What a noscript leaves behind: nothing when it holds words or the twin of an image that is there already, its address
 * when the image before it waits for a script, the images themselves when they stand nowhere else.
 */
export function cleanNoscript(noscript: PageElement, before: readonly AnyNode[]): AnyNode[] | null {
  const images = onlyImages(noscript);
  if (images === null) return null;
  const seen = before.flatMap(imagesOf);
  for (const image of images) {
    const twin = seen.find((other) => imageAddress(other) === null);
    if (twin) twin.attribs['src'] = imageAddress(image) ?? '';
  }
  return seen.length > 0 ? null : images;
}

/** The images of a noscript that holds nothing else a reader would see; null when it holds words or none. */
function onlyImages(noscript: PageElement): PageElement[] | null {
  const images: PageElement[] = [];
  for (const node of descendants(noscript)) {
    if (isText(node) && node.data.trim() !== '') return null;
    if (isElement(node) && node.name === 'img' && isPicture(node)) images.push(node);
  }
  return images.length > 0 ? images : null;
}

/** Counters of visitors without scripts have neither a size worth seeing nor the name of an image file. */
function isPicture(image: PageElement): boolean {
  const address = imageAddress(image);
  if (address === null || isTrackingPixel(image)) return false;
  return IMAGE_FILE.test(address) || !!image.attribs['alt']?.trim() || image.attribs['srcset'] !== undefined;
}

function imagesOf(node: AnyNode): PageElement[] {
  if (!isElement(node)) return [];
  if (node.name === 'img') return [node];
  const images: PageElement[] = [];
  for (const inner of descendants(node)) if (isElement(inner) && inner.name === 'img') images.push(inner);
  return images;
}
