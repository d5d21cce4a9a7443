import { errors } from 'undici';
import {
  BlockedAddressError,
  DnsResolutionError,
  FetchTimeoutError,
  ConnectionError,
  TlsError,
  UnavailableError,
  WebExtractError,
} from '../../model/errors.js';
import { reasonOf } from '../../model/errors/reason-of.js';
import type { PageUrl } from '../../web/url/validate-url.js';

/** The time limits that undici watches for us, in milliseconds. */
interface WatchedTimes {
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
}

type Mapping = (url: PageUrl, options: ErrorOptions, times: WatchedTimes) => WebExtractError;

const site =
  (reason: string): Mapping =>
  ({ href }, options) =>
    new ConnectionError(href, reason, options);
const dns: Mapping = ({ hostname }, options) => new DnsResolutionError(hostname, options);
const CLOSED = 'the connection was closed before the answer was complete';
const UNREACHABLE = 'the network has no way to it';
const LOCAL_LIMIT: Mapping = (_, options) => new UnavailableError('too many open connections', 1, options);
const SHUT_DOWN: Mapping = (_, options) => new UnavailableError('shutting down', 1, options);

const BY_CODE: Readonly<Record<string, Mapping>> = {
  ENOTFOUND: dns,
  ENODATA: dns,
  EAI_AGAIN: dns,
  EAI_FAIL: dns,
  EAI_NODATA: dns,
  EAI_NONAME: dns,
  ESERVFAIL: dns,
  EREFUSED: dns,
  ERR_ADDRESS_REFUSED: ({ href }, options) =>
    new BlockedAddressError(href, 'its name resolves to an address that is not on the open Internet', {
      ...options,
      remedy: 'allowPrivate',
    }),
  ECONNREFUSED: site('the connection was refused'),
  ECONNRESET: site(CLOSED),
  ECONNABORTED: site(CLOSED),
  EPIPE: site(CLOSED),
  ETIMEDOUT: site('no connection could be made'),
  EHOSTUNREACH: site(UNREACHABLE),
  ENETUNREACH: site(UNREACHABLE),
  ENETDOWN: site(UNREACHABLE),
  EADDRNOTAVAIL: site(UNREACHABLE),
  EMFILE: LOCAL_LIMIT,
  ENFILE: LOCAL_LIMIT,
  ERR_INVALID_RESPONSE: ({ href }, { cause }) =>
    new ConnectionError(href, `its answer is not valid HTTP: ${reasonOf(cause)}`, { cause }),
  UND_ERR_SOCKET: site(CLOSED),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: site(CLOSED),
  UND_ERR_HEADERS_OVERFLOW: site('its response headers are too large'),
  UND_ERR_DESTROYED: SHUT_DOWN,
  UND_ERR_CLOSED: SHUT_DOWN,
  UND_ERR_CONNECT_TIMEOUT: ({ href }, options, { connectTimeoutMs }) =>
    new FetchTimeoutError(href, 'no connection', connectTimeoutMs, options),
  UND_ERR_HEADERS_TIMEOUT: ({ href }, options, { headersTimeoutMs }) =>
    new FetchTimeoutError(href, 'no response', headersTimeoutMs, options),
};

const TLS_CODE =
  /^(?:ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|CRL_|UNABLE_TO_|HOSTNAME_|EPROTO$)|SELF_SIGNED|ISSUER|SIGNATURE/;
const BROKEN_BODY_CODE = /^(?:Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/;

/** Converts a failed fetch to a public error. Public errors are returned unchanged. */
export function mapError(error: unknown, url: PageUrl, times: WatchedTimes): Error {
  if (error instanceof WebExtractError) return error;
  const options = { cause: error };
  const code = errorCode(error);
  const mapping = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (isHandshakeCut(error)) return new TlsError(url.href, 'the server ended the handshake', options);
  if (error instanceof ProxyUnreachableError) return new ConnectionError(url.href, error.message, options);
  if (code.endsWith('NO_APPLICATION_PROTOCOL'))
    return new ConnectionError(url.href, 'the server speaks only HTTP/2', options);
  if (mapping !== undefined) return mapping(url, options, times);
  if (TLS_CODE.test(code)) return new TlsError(url.href, tlsReason(code), options);
  if (code === 'UND_ERR_PRX_TLS')
    return new TlsError(url.href, 'the certificate of the proxy is for another name', options);
  if (isParserError(error)) return new ConnectionError(url.href, 'its answer is not valid HTTP', options);
  if (BROKEN_BODY_CODE.test(code))
    return new ConnectionError(url.href, 'its compressed body is corrupt', options);
  return new ConnectionError(
    url.href,
    proxyReason(error) ?? `the request failed${code === '' ? '' : ` (${code})`}`,
    options,
  );
}

/** Codes of connections that could not be made. */
const UNCONNECTED: Readonly<Record<string, string>> = {
  ENOTFOUND: 'could not be resolved',
  EAI_AGAIN: 'could not be resolved',
  EAI_NODATA: 'could not be resolved',
  ECONNREFUSED: 'refused the connection',
  ETIMEDOUT: 'could not be reached',
  EHOSTUNREACH: 'could not be reached',
  ENETUNREACH: 'could not be reached',
  UND_ERR_CONNECT_TIMEOUT: 'could not be reached in time',
};

/** The proxy of a request could not be reached: all connections of the request are made to it. */
class ProxyUnreachableError extends Error {
  constructor(
    message: string,
    readonly code: string,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A failure of a request through a proxy, which names the proxy if that is what was not reached. */
export function ofProxy(error: unknown, proxyUrl: string): unknown {
  const code = errorCode(error);
  const what = Object.hasOwn(UNCONNECTED, code) ? UNCONNECTED[code] : undefined;
  if (what === undefined) return error;
  return new ProxyUnreachableError(`the proxy ${new URL(proxyUrl).host} ${what}`, code, { cause: error });
}

/** True if the failure occurred before any response and a retry may succeed. Timeouts are not retried. */
export function isConnectError(error: unknown): boolean {
  return RETRIED_CODES.has(errorCode(error)) || proxyReason(error) !== null;
}

const RETRIED_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
]);

/**
 * True if the response is not HTTP as the strict parser reads it. The parser reports repeated lengths as one that does
 * not match, and an interim response that was not requested as a bad one.
 */
export function isMalformed(error: unknown): boolean {
  const code = errorCode(error);
  if (code === 'UND_ERR_SOCKET') return reasonOf(error) === 'bad response';
  return isParserError(error) || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
}

function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** undici's parser gives its errors a name, and a code only sometimes. */
function isParserError(error: unknown): boolean {
  return error instanceof errors.HTTPParserError;
}

/** Node reports it as a plain reset. */
function isHandshakeCut(error: unknown): boolean {
  return error instanceof Error && error.message.includes('before secure TLS connection');
}

/** OpenSSL's codes are words already: CERT_HAS_EXPIRED, SELF_SIGNED_CERT_IN_CHAIN. */
function tlsReason(code: string): string {
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return 'the server does not speak a TLS that can be used';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the certificate is for another name';
  return code.toLowerCase().replaceAll('_', ' ');
}

/** undici reports a proxy's refusal only in words. */
function proxyReason(error: unknown): string | null {
  const message = error instanceof Error ? error.message : '';
  const status = /^Proxy response \((\d{3})\)|^Proxy Authentication Required \((\d{3})\)/.exec(message);
  return status === null ? null : `the proxy answered ${status[1] ?? status[2]}`;
}
