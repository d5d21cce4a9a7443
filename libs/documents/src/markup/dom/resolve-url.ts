const HTTP = /^https?:/;
/** Schemes allowed for links. */
const LINK = /^(?:https?|mailto|tel):/;
const INLINE_IMAGE = /^data:image\//i;

/** Root-relative path that URL parsing does not change. Most links of a page have this form. */
const PLAIN_PATH = /^\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w=&.~%+/:-]*)?(?:#[\w.~-]*)?$/;

/** Absolute URL of the same form, already normalized. Punycode names are validated by the parser. */
const PLAIN_ADDRESS =
  /^https?:\/\/(?![^/]*--)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w=&.~%+/:-]*)?(?:#[\w.~-]*)?$/;

/** Resolves `reference` against `baseUrl`; null if the result is invalid. */
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

/** Origin that root-relative paths are appended to. Cached, because the links of a page share it. */
function rootOf(baseUrl: string): string {
  if (last.baseUrl !== baseUrl) last = { baseUrl, root: new URL('/', baseUrl).href.slice(0, -1) };
  return last.root;
}

/**
 * Absolute URL of a link with the scheme http, https, mailto or tel; otherwise null. The scheme is checked after
 * resolution, as in browsers: leading blanks, control characters and inner line feeds are removed by then.
 *
 * @see https://url.spec.whatwg.org/#concept-basic-url-parser
 */
export function resolveLink(reference: string, baseUrl: string): string | null {
  return resolveTo(LINK, reference, baseUrl);
}

/** Absolute http(s) URL of a displayed or fetched resource; otherwise null. */
export function resolveResource(reference: string, baseUrl: string): string | null {
  return resolveTo(HTTP, reference, baseUrl);
}

function resolveTo(schemes: RegExp, reference: string, baseUrl: string): string | null {
  if (reference.trim() === '') return null;
  const url = resolveUrl(reference, baseUrl);
  return url !== null && schemes.test(url) ? url : null;
}

/** URL of an image, possibly a data URL. Scripts in it do not run when it is displayed as an image. */
export function resolveImage(reference: string, baseUrl: string): string | null {
  const trimmed = reference.trim();
  return INLINE_IMAGE.test(trimmed) ? trimmed : resolveResource(trimmed, baseUrl);
}
