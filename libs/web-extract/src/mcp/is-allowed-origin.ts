import { isIP } from 'node:net';

/** Where the endpoint is, as far as that is known. */
interface OwnPlace {
  /** The `Host` header of the request. */
  readonly host: string;
  readonly publicUrl: string | undefined;
}

/**
 * Whether a page of this origin may ask. A page of a stranger can give its own name the address of this machine, so that `Host` and
 * `Origin` agree: that they do counts for addresses and for `localhost` alone, which nobody can give to others.
 */
export function isAllowedOrigin(
  origin: string,
  { host, publicUrl }: OwnPlace,
  allowed: readonly string[],
): boolean {
  const page = parse(origin);
  if (!page) return false;
  if (allowed.includes(page.origin)) return true;
  if (publicUrl !== undefined && page.host === parse(publicUrl)?.host) return true;
  const own = parse(`${page.protocol}//${host}`);
  return own !== null && own.host === page.host && isOfNobody(own.hostname);
}

function isOfNobody(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost');
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null; // "null" is the origin of pages that have none
  }
}
