const HTTP = /^https?:/;
/** What a link may lead to besides pages. */
const LINK = /^(?:https?|mailto|tel):/;
const INLINE_IMAGE = /^data:image\//i;

/** From the root, and nothing in it that a parser would change. Most links of a page are of this kind. */
const PLAIN_PATH = /^\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w=&.~%+/:-]*)?(?:#[\w.~-]*)?$/;

/** An address of the same kind with the name of a host: written as a parser would write it. Names in Punycode are checked by one. */
const PLAIN_ADDRESS =
  /^https?:\/\/(?![^/]*--)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w=&.~%+/:-]*)?(?:#[\w.~-]*)?$/;

/** `reference` against `baseUrl`, or null when it makes no address. */
export function resolveUrl(reference: string, baseUrl: string): string | null {
  const trimmed = reference.trim();
  if (PLAIN_ADDRESS.test(trimmed)) return trimmed;
  try {
    return PLAIN_PATH.test(trimmed) ? rootOf(baseUrl) + trimmed : new URL(trimmed, baseUrl).href;
  } catch {
    return null;
  }
}

let last = { baseUrl: '', root: '' };

/** The address that a path from the root is appended to. The links of a page ask for the same one again and again. */
function rootOf(baseUrl: string): string {
  if (last.baseUrl !== baseUrl) last = { baseUrl, root: new URL('/', baseUrl).href.slice(0, -1) };
  return last.root;
}

/**
 * The address a link leads to, absolute: http, https, mailto or tel. Null for everything else. The scheme is judged on the resolved
 * address, as browsers read it: blanks and control characters before it and line feeds inside it are gone by then.
 *
 * @see https://url.spec.whatwg.org/#concept-basic-url-parser
 */
export function resolveLink(reference: string, baseUrl: string): string | null {
  return resolveTo(LINK, reference, baseUrl);
}

/** The address of something that is shown or fetched, absolute http(s); null for everything else. */
export function resolveResource(reference: string, baseUrl: string): string | null {
  return resolveTo(HTTP, reference, baseUrl);
}

function resolveTo(schemes: RegExp, reference: string, baseUrl: string): string | null {
  if (reference.trim() === '') return null;
  const url = resolveUrl(reference, baseUrl);
  return url !== null && schemes.test(url) ? url : null;
}

/** The address of an image, which may be the image itself. Scripts in it do not run where an image is shown. */
export function resolveImage(reference: string, baseUrl: string): string | null {
  const trimmed = reference.trim();
  return INLINE_IMAGE.test(trimmed) ? trimmed : resolveResource(trimmed, baseUrl);
}
