import {
  isElement,
  nextNode,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { imageAddress, largestCandidate } from '@web-extract/documents/markup/dom/image-source.js';
import { resolveResource } from '@web-extract/documents/markup/dom/resolve-url.js';

type Addresses = (element: PageElement) => readonly (string | null | undefined)[];

/** Elements that show a picture, and where its address stands, as written. */
const PICTURES: ReadonlyMap<string, Addresses> = new Map<string, Addresses>([
  ['img', (element) => [imageAddress(element), element.attribs['src']]],
  ['source', pictureSource],
  ['input', ({ attribs }) => (attribs['type']?.toLowerCase() === 'image' ? [attribs['src']] : [])],
  ['image', ({ attribs }) => [attribs['href'], attribs['xlink:href']]],
  ['video', ({ attribs }) => [attribs['poster']]],
]);

/** Every picture that a page shows: absolute http(s) addresses, unique, in document order. */
export function collectImages({ root, baseUrl }: DomTree): string[] {
  const images = new Set<string>();
  for (let node = nextNode(root, root); node; node = nextNode(node, root)) {
    if (!isElement(node)) continue;
    for (const address of PICTURES.get(node.name)?.(node) ?? []) {
      const url = address ? resolveResource(address, baseUrl) : null;
      if (url !== null) images.add(url);
    }
  }
  return [...images];
}

/** Accepts `<picture>`, but not audio and video. */
function pictureSource({ parent, attribs }: PageElement): readonly (string | null)[] {
  if (!isElement(parent) || parent.name !== 'picture') return [];
  const srcset = attribs['srcset'] ?? attribs['data-srcset'];
  return srcset ? [largestCandidate(srcset)] : [];
}
