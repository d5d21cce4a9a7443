import { isIP } from 'node:net';
import { BlockedAddressError, InvalidUrlError } from '../../model/errors.js';
import { isAllowedAddress, listsName } from './allow-list.js';
import type { AllowList } from './allow-list.js';
import { isBadPort } from './bad-ports.js';
import { basicAuthorization } from './basic-authorization.js';
import { parseHttpUrl, withoutExtras } from './normalize-url.js';
import { isDottedName, isRefusedName } from './refused-names.js';

/** Maximum length of a URL; similar to the limits of browsers and servers. */
export const MAX_URL_CHARS = 8192;

/** A URL that may be requested. The resolved address is checked again when a connection is opened. */
export interface PageUrl {
  /** Normalized URL without credentials and fragment: the identity of the page. */
  readonly href: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Host with port, unless it is the default. */
  readonly host: string;
  /** Name or IP address, without the brackets of IPv6. */
  readonly hostname: string;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
  /** `Authorization` header value for the credentials of the URL, for this origin only. */
  readonly authorization: string | null;
}

/**
 * Validates, without DNS lookup, that a URL may be fetched. Surrounding blanks are trimmed; the default scheme is
 * `http://`.
 *
 * @throws InvalidUrlError if it is not a usable http(s) URL
 * @throws BlockedAddressError for non-public addresses, local names, and ports of other protocols, unless `allowed`
 * covers them
 */
export function validateUrl(input: string, allowed: AllowList): PageUrl {
  const text = input.trim();
  if (text.length > MAX_URL_CHARS) throw new InvalidUrlError(`is longer than ${MAX_URL_CHARS} characters`);
  const absolute = withScheme(text);
  const url = parseHttpUrl(absolute);
  refuseDisguise(absolute, url);
  const authorization = basicAuthorization(url);
  const page = { ...describe(withoutExtras(url)), authorization };
  if (page.port === 0) throw new InvalidUrlError('has port 0');
  checkHost(page, allowed, text === absolute);
  if (isBadPort(page.port))
    throw new BlockedAddressError(page.href, `port ${page.port} belongs to another protocol`);
  return page;
}

const ALLOW_PRIVATE = { remedy: 'allowPrivate' } as const;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOST_AND_PORT = /^[^/:?#@\\]+:\d+(?:[/?#]|$)/; // a host with a port looks like a scheme: localhost:8080

/** Prepends `http://` if there is no scheme. */
export function withScheme(text: string): string {
  return SCHEME.test(text) && !HOST_AND_PORT.test(text) ? text : `http://${text.replace(/^\/\//, '')}`;
}

/** Rejects spellings that two parsers may interpret as different hosts. Legitimate URLs do not use them. */
function refuseDisguise(text: string, url: URL): void {
  const authority = /^[a-z]+:[/\\]*([^/?#]*)/i.exec(text)?.[1] ?? '';
  if (authority.includes('\\')) throw new InvalidUrlError('has a backslash in its host');
  if (isIP(url.username) !== 0) throw new InvalidUrlError('has an IP address for a user name');
}

function describe(url: URL): Omit<PageUrl, 'authorization'> {
  const { href, origin, host, protocol, pathname, search } = url;
  const hostname = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { href, origin, host, hostname, port, path: pathname + search };
}

function checkHost({ href, hostname, port }: PageUrl, allowed: AllowList, hasScheme: boolean): void {
  if (isIP(hostname) !== 0) {
    if (isAllowedAddress(allowed, hostname, hostname, port)) return;
    throw new BlockedAddressError(href, 'the address is not on the open Internet', ALLOW_PRIVATE);
  }
  if (listsName(allowed, hostname, port)) return;
  // "hello" is probably a mistake, "http://hello" is a request to a local name.
  const isMeant = hasScheme || hostname.includes('.') || hostname === 'localhost';
  if (isMeant && isRefusedName(hostname))
    throw new BlockedAddressError(href, 'the name is not of the open Internet', ALLOW_PRIVATE);
  if (!isDottedName(hostname)) throw new InvalidUrlError('must have a dotted host name or an IP address');
}
