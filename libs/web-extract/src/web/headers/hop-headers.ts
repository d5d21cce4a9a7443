/** Hop-by-hop headers, which are not forwarded (RFC 9110, 7.6.1). */
export const HOP_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
