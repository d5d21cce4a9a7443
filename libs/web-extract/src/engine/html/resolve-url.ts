const ABSOLUTE_HTTP = /^https?:\/\/[^\s\\]+$/i;
const SCRIPT_SCHEME = /^(?:javascript|vbscript|data):/i;
// Browsers ignore these inside a scheme: "java\nscript:" runs.
// eslint-disable-next-line no-control-regex
const IGNORED = /[\u0000-\u0020]+/g;

/** From the root, and nothing in it that a parser would change. Most links of a page are of this kind. */
const PLAIN_PATH = /^\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w=&.~%+/:-]*)?(?:#[\w.~-]*)?$/;

/** `reference` against `baseUrl`, or null when it makes no address. */
export function resolveUrl(reference: string, baseUrl: string): string | null {
  const trimmed = reference.trim();
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

/** The address a link leads to, absolute; null for scripts, inline data and what is no address. */
export function resolveLink(reference: string, baseUrl: string): string | null {
  const trimmed = reference.trim();
  if (trimmed === '' || isScriptUrl(trimmed)) return null;
  return resolveUrl(trimmed, baseUrl);
}

/** Whether following the address would run a script or show inline data. */
export function isScriptUrl(reference: string): boolean {
  return SCRIPT_SCHEME.test(reference.slice(0, 64).replace(IGNORED, ''));
}

/** Whether the address is absolute http(s) as written. */
export function isHttpUrl(url: string): boolean {
  return ABSOLUTE_HTTP.test(url);
}
