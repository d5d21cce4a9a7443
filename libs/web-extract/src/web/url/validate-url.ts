import { isIP } from 'node:net';
import { BlockedAddressError, InvalidUrlError } from '../../model/errors.js';
import { isAllowedAddress, listsName } from './allow-list.js';
import type { AllowList } from './allow-list.js';
import { isBadPort } from './bad-ports.js';
import { basicAuthorization } from './basic-authorization.js';
import { parseHttpUrl, withoutExtras } from './normalize-url.js';
import { isDottedName, isRefusedName } from './refused-names.js';

/** Longer addresses are refused; browsers and servers give up at about this size too. */
export const MAX_URL_CHARS = 8192;

/** An address that may be asked for. What it resolves to is checked again when a connection is made. */
export interface PageUrl {
  /** Normalised, without credentials and fragment: the identity of the page. */
  readonly href: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Host and, unless it is the scheme's own, port. */
  readonly host: string;
  /** Name or address, without the brackets of IPv6. */
  readonly hostname: string;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
  /** Credentials of the address as a value of `Authorization`. For this origin only. */
  readonly authorization: string | null;
}

/**
 * Decides, without any look-up, whether an address may be fetched. Blanks around it are dropped; without a scheme
 * `http://` is assumed.
 *
 * @throws InvalidUrlError for what is no usable http(s) address
 * @throws BlockedAddressError for addresses outside the open Internet, names that stand for such, and ports of other
 * protocols, unless `allowed` covers them
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
const HOST_AND_PORT = /^[^/:?#@\\]+:\d+(?:[/?#]|$)/; // looks like a scheme, is a host: localhost:8080

/** `http://` before what has no scheme. */
export function withScheme(text: string): string {
  return SCHEME.test(text) && !HOST_AND_PORT.test(text) ? text : `http://${text.replace(/^\/\//, '')}`;
}

/** Spellings that two parsers may read as two hosts. No honest address is written so. */
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
  // "hello" is hardly meant as an address and a mistake, "http://hello" asks for a neighbour.
  const isMeant = hasScheme || hostname.includes('.') || hostname === 'localhost';
  if (isMeant && isRefusedName(hostname))
    throw new BlockedAddressError(href, 'the name is not of the open Internet', ALLOW_PRIVATE);
  if (!isDottedName(hostname)) throw new InvalidUrlError('must have a dotted host name or an IP address');
}
