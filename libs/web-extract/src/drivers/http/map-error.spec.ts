import { errors } from 'undici';
import { ConnectionError, WebExtractError } from '../../model/errors.js';
import { validateUrl } from '../../web/url/validate-url.js';
import { NOTHING_ALLOWED } from '../../web/url/allow-list.js';
import { isConnectError, mapError } from './map-error.js';

const URL_WITH_SECRETS = validateUrl('https://me:secret@example.com/a?token=hidden', NOTHING_ALLOWED);
const TIMES = { connectTimeoutMs: 5000, headersTimeoutMs: 10_000 };
const coded = (code: string, message = 'internal words 10.1.2.3:3128') =>
  Object.assign(new Error(message), { code });
const map = (error: unknown) => mapError(error, URL_WITH_SECRETS, TIMES) as WebExtractError;

const nameOf = (error: unknown) => String((error as { code?: unknown }).code ?? error);

describe('mapError', () => {
  const failures: [unknown, string][] = [
    [coded('ENOTFOUND'), 'SCRAPE_DNS_RESOLUTION_ERROR'],
    [coded('EAI_AGAIN'), 'SCRAPE_DNS_RESOLUTION_ERROR'],
    [coded('ERR_ADDRESS_REFUSED'), 'URL_NOT_ALLOWED'],
    [coded('ECONNREFUSED'), 'SCRAPE_SITE_ERROR'],
    [coded('ECONNRESET'), 'SCRAPE_SITE_ERROR'],
    [
      coded('ECONNRESET', 'Client network socket disconnected before secure TLS connection'),
      'SCRAPE_SSL_ERROR',
    ],
    [coded('EHOSTUNREACH'), 'SCRAPE_SITE_ERROR'],
    [coded('EMFILE'), 'SERVICE_UNAVAILABLE'],
    [coded('CERT_HAS_EXPIRED'), 'SCRAPE_SSL_ERROR'],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'SCRAPE_SSL_ERROR'],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'SCRAPE_SSL_ERROR'],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'SCRAPE_SSL_ERROR'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'SCRAPE_SSL_ERROR'],
    [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'SCRAPE_SSL_ERROR'],
    [coded('EPROTO'), 'SCRAPE_SSL_ERROR'],
    [coded('Z_DATA_ERROR'), 'SCRAPE_SITE_ERROR'],
    [new errors.ConnectTimeoutError(), 'SCRAPE_TIMEOUT'],
    [new errors.HeadersTimeoutError(), 'SCRAPE_TIMEOUT'],
    [new errors.HeadersOverflowError(), 'SCRAPE_SITE_ERROR'],
    [new errors.SocketError('other side closed'), 'SCRAPE_SITE_ERROR'],
    [new errors.HTTPParserError('Expected HTTP/'), 'SCRAPE_SITE_ERROR'],
    [new errors.ClientDestroyedError(), 'SERVICE_UNAVAILABLE'],
    [new AggregateError([coded('ECONNREFUSED')], 'all addresses failed'), 'SCRAPE_SITE_ERROR'],
    [coded('constructor'), 'SCRAPE_SITE_ERROR'],
    [new Error('anything else'), 'SCRAPE_SITE_ERROR'],
    ['not even an error', 'SCRAPE_SITE_ERROR'],
  ];

  it.each(failures.map(([error, code]) => [nameOf(error), code, error]))('%s → %s', (_, code, error) => {
    const mapped = map(error);
    expect(mapped).toBeInstanceOf(WebExtractError);
    expect(mapped.code).toBe(code);
    expect(mapped.cause).toBe(error);
    expect(mapped.message).not.toMatch(/secret|hidden|10\.1\.2\.3/);
  });

  it('says in words what is wrong with a certificate', () => {
    expect(map(coded('CERT_HAS_EXPIRED')).message).toMatch(/: cert has expired$/);
  });

  it('lets our own errors pass', () => {
    const own = new ConnectionError('http://example.com/', 'as told');
    expect(map(own)).toBe(own);
  });

  it('names the time that was exceeded', () => {
    expect(map(new errors.ConnectTimeoutError()).message).toContain('no connection');
    expect(map(new errors.ConnectTimeoutError()).message).toContain('within 5000 ms');
    expect(map(new errors.HeadersTimeoutError()).message).toContain('within 10000 ms');
  });
});

describe('isConnectError', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAI_AGAIN', 'UND_ERR_SOCKET'])(
    'tries again after %s',
    (code) => {
      expect(isConnectError(coded(code))).toBe(true);
    },
  );

  it.each([
    'ENOTFOUND',
    'CERT_HAS_EXPIRED',
    'ERR_ADDRESS_REFUSED',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'ETIMEDOUT',
    'HPE_INVALID_CONSTANT',
  ])('does not try again after %s', (code) => {
    expect(isConnectError(coded(code))).toBe(false);
  });
});
