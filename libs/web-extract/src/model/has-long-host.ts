/** Longer than any host name: 253 octets in DNS, with room for escape sequences. */
const MAX_HOST_CHARS = 400;

/** The start of a URL up to the end of its host, as parsed by the URL Standard for special schemes. */
const AUTHORITY = /^[\0-\x20]*(?:(?:https?|wss?|ftp|file):[/\\]*|[/\\]{2,})([^/\\?#]*)/i;

/**
 * Returns true if the host of a URL is longer than any valid host name. `new URL` normalizes the host, which
 * takes quadratic time for combining marks, so such URLs are rejected before they are parsed.
 */
export function hasLongHost(address: string): boolean {
  if (address.length <= MAX_HOST_CHARS) return false;
  const authority = AUTHORITY.exec(address.replace(/[\t\n\r]/g, ''))?.[1] ?? '';
  return authority.length - (authority.lastIndexOf('@') + 1) > MAX_HOST_CHARS;
}
