const ABSOLUTE_HTTP = /^https?:\/\/[^\s\\]+$/i;
const SCRIPT_SCHEME = /^(?:javascript|vbscript|data):/i;
// Browsers ignore these inside a scheme: "java\nscript:" runs.
// eslint-disable-next-line no-control-regex
const IGNORED = /[\u0000-\u0020]+/g;

/** `reference` against `baseUrl`, or null when it makes no address. */
export function resolveUrl(reference: string, baseUrl: string): string | null {
  try {
    return new URL(reference.trim(), baseUrl).href;
  } catch {
    return null;
  }
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
