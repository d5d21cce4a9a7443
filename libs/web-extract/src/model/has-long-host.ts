/** More than a host name can have: 253 octets as DNS counts them, some of them written with escapes. */
const MAX_HOST_CHARS = 400;

/** The beginning of an address up to its host, as the URL Standard reads it for schemes of the web. */
const AUTHORITY = /^[\0-\x20]*(?:(?:https?|wss?|ftp|file):[/\\]*|[/\\]{2,})([^/\\?#]*)/i;

/**
 * Whether the host of an address is longer than any host name. `new URL` normalises the host, which takes quadratic time for
 * combining marks: such an address is refused before.
 */
export function hasLongHost(address: string): boolean {
  if (address.length <= MAX_HOST_CHARS) return false;
  const authority = AUTHORITY.exec(address.replace(/[\t\n\r]/g, ''))?.[1] ?? '';
  return authority.length - (authority.lastIndexOf('@') + 1) > MAX_HOST_CHARS;
}
