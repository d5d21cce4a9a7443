import type { PageElement } from './nodes.js';

/** Attributes of lazy-loading scripts that contain the image URL, most reliable first. */
const LAZY_ATTRIBUTES = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-original-src',
  'data-actualsrc',
  'data-echo',
];
/** Attributes with other versions of the image, used as a fallback. */
const OTHER_ATTRIBUTES = [
  'data-hi-res-src',
  'data-full-src',
  'data-large-file',
  'data-image',
  'data-url',
  'data-img-src',
];
const SRCSET_ATTRIBUTES = ['data-srcset', 'data-lazy-srcset', 'srcset'];
/** The rest of the name is bounded, because the search may begin at each part of it. */
const PLACEHOLDER =
  /(?:^|[/_-])(?:blank|spacer|placeholder|transparent|pixel|1x1|loading|lazy(?:load)?|clear|empty)[\w-]{0,100}\.(?:gif|png|svg|jpe?g|webp)(?:$|\?)/i;
const LOOKS_LIKE_ADDRESS = /^(?:https?:|\/|\.{0,2}\/|[^\s:]+\.[a-z]{2,5}(?:$|[?#])|[^\s:]*\/)/i;
/** Maximum size in pixels of tracking pixels and layout spacers. */
const MAX_PIXEL_SIZE = 2;
/** Children of a `<picture>` that are read. */
const MAX_PICTURE_PARTS = 50;
const SEPARATORS = /[\s,]*/y;
const CANDIDATE = /(\S+)(?:\s+([^,]*))?(?:,|$)/y;

/**
 * URL of the displayed image as written: the lazy-loaded one instead of a placeholder, the largest of a srcset. Null if
 * there is only inline data or nothing.
 */
export function imageAddress(image: PageElement): string | null {
  const { attribs } = image;
  const lazy = firstAddress(attribs, LAZY_ATTRIBUTES);
  if (lazy !== null) return lazy;
  for (const name of SRCSET_ATTRIBUTES) {
    const value = attribs[name];
    const best = value ? largestCandidate(value) : null;
    if (best !== null && isAddress(best)) return best;
  }
  const src = attribs['src']?.trim();
  if (src && isLink(src) && !PLACEHOLDER.test(src)) return src;
  return pictureSource(image) ?? firstAddress(attribs, OTHER_ATTRIBUTES) ?? (src && isLink(src) ? src : null);
}

function firstAddress(attribs: Readonly<Record<string, string>>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = attribs[name]?.trim();
    if (value && isAddress(value)) return value;
  }
  return null;
}

/** True for an invisible image. */
export function isTrackingPixel({ attribs }: PageElement): boolean {
  return isTiny(attribs['width']) || isTiny(attribs['height']) || isTinyByStyle(attribs['style']);
}

/**
 * The candidate of a srcset with the largest width or density. Linear for any srcset.
 *
 * @see https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
 */
export function largestCandidate(srcset: string): string | null {
  let best: string | null = null;
  let bestSize = -1;
  for (let at = 0, match = candidateAt(srcset, at); match; match = candidateAt(srcset, at)) {
    const url = withoutEndCommas(match[1]!);
    const endsByComma = url !== match[1];
    const size = endsByComma ? 1 : descriptorSize(match[2]);
    at = match.index + (endsByComma ? match[1]! : match[0]).length;
    if (size > bestSize) [best, bestSize] = [url, size];
  }
  return best;
}

function candidateAt(srcset: string, from: number): RegExpExecArray | null {
  SEPARATORS.lastIndex = from;
  SEPARATORS.test(srcset);
  CANDIDATE.lastIndex = SEPARATORS.lastIndex;
  return CANDIDATE.exec(srcset);
}

function withoutEndCommas(url: string): string {
  let end = url.length;
  while (url[end - 1] === ',') end--;
  return url.slice(0, end);
}

function descriptorSize(descriptor: string | undefined): number {
  const size = parseFloat(descriptor ?? '');
  return Number.isFinite(size) ? size : 1;
}

/** Largest candidate of the enclosing `<picture>`, for an image without a URL of its own. Others than the first have none. */
function pictureSource(image: PageElement): string | null {
  const picture = image.parent as PageElement | null;
  if (picture?.name !== 'picture') return null;
  const parts = picture.children.slice(0, MAX_PICTURE_PARTS) as PageElement[];
  if (parts.find(({ name }) => name === 'img') !== image) return null;
  for (const child of parts) {
    if (child.name !== 'source') continue;
    const srcset = child.attribs['srcset'] ?? child.attribs['data-srcset'];
    const best = srcset ? largestCandidate(srcset) : null;
    if (best !== null && isLink(best)) return best;
  }
  return null;
}

function isAddress(value: string): boolean {
  return LOOKS_LIKE_ADDRESS.test(value) && isLink(value);
}

function isLink(value: string): boolean {
  return !/^(?:data|blob|javascript|about):/i.test(value);
}

function isTiny(size: string | undefined): boolean {
  return (
    size !== undefined && /^\s*\d+(?:\.\d+)?(?:px)?\s*$/.test(size) && parseFloat(size) <= MAX_PIXEL_SIZE
  );
}

function isTinyByStyle(style: string | undefined): boolean {
  return style !== undefined && /(?:^|[;\s])(?:width|height)\s*:\s*[012]px/i.test(style);
}
